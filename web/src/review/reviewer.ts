/** What a worker of a review does: it plays the log again, and judges the decisions that it is asked for. */

import { Engine, type GameCode } from '../engine/engine'
import { EngineSearcher, type Effort } from '../engine/search'
import type { GameViews } from '../local/game'
import { BadLog, readLog } from '../local/log'
import { realTimeReport, type Summing } from './realTime'
import type { RealTimeReport } from './report'
import { Judge, situations, type Ending, type Judged, type Situation, type TurnWords } from './turns'

export type ToReviewer = { t: 'open'; code: GameCode; log: string; seat: number } | { t: 'judge'; number: number } // of a decision, from 0

export type FromReviewer =
  | { t: 'opened'; ending: Ending; number: number } // of decisions
  | { t: 'judged'; number: number; judged: Judged | null }
  | { t: 'report'; report: RealTimeReport }
  | { t: 'failed'; says: string | null } // a sentence for players; null: it is not their match's fault

/** The parts of a game that are not compiled: `views.gen.ts`, and `review.gen.ts` if it has one. */
export interface ReviewParts {
  views(game: string): Promise<GameViews>
  review(game: string): Promise<TurnWords | Summing | null>
}

export class Reviewer {
  private found: Situation[] = []
  private judge: Judge | null = null
  private seat = 0

  constructor(
    private parts: ReviewParts,
    private effort?: Effort,
  ) {}

  async answer(message: ToReviewer): Promise<FromReviewer> {
    try {
      if (message.t === 'open') return await this.open(message)
      const { number } = message
      return { t: 'judged', number, judged: this.judge!.judge(this.found[number]!, this.seat) }
    } catch (error) {
      return { t: 'failed', says: error instanceof BadLog ? error.message : null }
    }
  }

  private async open({ code, log: text, seat }: Extract<ToReviewer, { t: 'open' }>): Promise<FromReviewer> {
    const { game, realTime } = code.description
    const log = readLog(text)
    const [engine, views, review] = await Promise.all([
      Engine.start(code),
      this.parts.views(game),
      this.parts.review(game),
    ])
    if (realTime) return { t: 'report', report: realTimeReport(log, seat, engine, review as Summing) }
    const { found, ending } = situations(log, seat, engine)
    this.found = found
    this.seat = seat
    this.judge = new Judge(engine, new EngineSearcher(engine), views, review as TurnWords | null, this.effort)
    return { t: 'opened', ending, number: found.length }
  }
}
