/**
 * The review of a turn-based game: every decision of one seat, judged by the search with nothing but what the seat saw.
 *
 * As src/parlour/review/turns.py does it, with the same seeds, so that both give the same report.
 */

import type { Engine } from '../engine/engine'
import type { Match } from '../engine/match'
import { round } from '../engine/python'
import { readField, readRecord } from '../engine/records'
import { judgeNow, type EngineSearcher, type Effort } from '../engine/search'
import type { GameViews } from '../local/game'
import type { Log } from '../local/log'
import { byTheRules, dealt } from '../local/replay'
import { CERTAIN, EFFORT, SEED, WHOLE, WORTH_TELLING } from './constants.gen'
import type { Decision, TurnReport } from './report'
import { playEntry, waitUntilEnd } from './steps'

/** What `review.gen.ts` of a turn-based game exports. */
export interface TurnWords {
  explanations: Record<number, { says: string; rules: string[] }>
  words(number: number, about: number[]): string[]
}

/** A moment at which the seat had a choice. */
export interface Situation {
  entry: number
  ms: number
  played: number
  seen: Uint8Array // the state as the seat saw it
}

/** What is known of the match at its end. */
export type Ending = Pick<TurnReport, 'seats' | 'seat' | 'over' | 'scores' | 'winners'>

/** A decision by itself, before luck is known from the ones next to it. */
export type Judged = Omit<Decision, 'luck'>

export const endingOf = ({ seats, over, scores, winners }: Match, seat: number): Ending => ({
  seats,
  seat,
  over,
  scores,
  winners,
})

/** All moments at which the seat had a choice and made it, and how the match ended. */
export function situations(log: Log, seat: number, engine: Engine): { found: Situation[]; ending: Ending } {
  const match = dealt(log, engine)
  const { asides } = engine.description
  const found: Situation[] = []
  byTheRules(() => {
    log.entries.forEach((entry, number) => {
      const [ms, who, action] = entry
      if (who === seat && !asides.includes(action)) {
        if (ms > match.clock) match.wait(ms)
        const legal = match.legal(seat)
        if (legal.length > 1 && legal.includes(action))
          found.push({ entry: number, ms: match.clock, played: action, seen: match.seenBytes(seat) })
      }
      playEntry(match, entry)
    })
    waitUntilEnd(match, log.header)
  })
  return { found, ending: endingOf(match, seat) }
}

/** Judges the decisions of one match. Each needs what the seat saw and nothing else, so any engine can judge any of them. */
export class Judge {
  private readonly seenAt: number
  private readonly reasonAt: number

  constructor(
    private engine: Engine,
    private searcher: EngineSearcher,
    private views: Pick<GameViews, 'describe'>,
    private words: TurnWords | null,
    private effort: Effort = EFFORT,
  ) {
    const { State, Reason } = engine.description.layouts
    this.seenAt = engine.allocate(State)
    this.reasonAt = Reason ? engine.allocate(Reason) : 0
  }

  /** Null if all moves are equally good as far as the seat could know. */
  judge({ entry, ms, played, seen }: Situation, seat: number): Judged | null {
    const { engine, searcher, effort } = this
    const seed = engine.seedOf(BigInt(SEED), entry) >> 1n
    const judged = judgeNow(engine, searcher, seen, seat, seed, played, effort)
    if (!judged) return null
    const [after, loss, error] = [judged.chance, judged.gain, judged.error].map((share) => round(share * WHOLE))
    const record = readRecord(engine.description.layouts.State, { buffer: seen.slice().buffer })
    const mistake = loss! > CERTAIN * error! && loss! >= WORTH_TELLING
    return {
      entry,
      ms,
      played,
      best: judged.best,
      played_words: this.views.describe(record, played),
      best_words: this.views.describe(record, judged.best),
      chance: after! + loss!,
      loss: loss!,
      error: error!,
      points: hundredths(engine.description.lowestWins ? -judged.points : judged.points),
      lead: hundredths(judged.lead),
      mistake,
      ...(mistake ? this.explained(seen, seat, played, judged.best) : { reason: '', rules: [] }),
    }
  }

  explained(seen: Uint8Array, seat: number, played: number, best: number): Pick<Decision, 'reason' | 'rules'> {
    const { engine, words } = this
    const { Reason } = engine.description.layouts
    if (!words || !Reason || !engine.calls.reason) return { reason: '', rules: [] }
    engine.bytes(this.seenAt, seen.length).set(seen)
    engine.bytes(this.reasonAt, Reason.size).fill(0)
    engine.calls.reason(this.seenAt, seat, played, best, this.reasonAt)
    const number = readField(Reason, engine.view, this.reasonAt, 'number') as number
    const about = readField(Reason, engine.view, this.reasonAt, 'about') as number[]
    const { says, rules } = words.explanations[number]!
    const given = words.words(number, about)
    return { reason: says.replace(/\{(\d)\}/g, (_, place: string) => given[Number(place)]!), rules: [...rules] }
  }
}

/** Rounded as Python rounds: to the nearest number with two places, exact halves to the even one. */
export const hundredths = (value: number): number =>
  Number.isInteger(8 * value) ? round(100 * value) / 100 : Number(value.toFixed(2))

/** Puts judged decisions together: what each changed, and what is left is luck. */
export function turnReport(ending: Ending, judged: (Judged | null)[]): TurnReport {
  const start = Math.floor(WHOLE / ending.seats)
  let before = start
  const decisions = judged
    .filter((each) => each !== null)
    .map((each) => {
      const luck = each.chance - before
      before = each.chance - each.loss
      return { ...each, luck }
    })
  const { over, winners, seat } = ending
  const result = over ? (winners.includes(seat) ? Math.floor(WHOLE / winners.length) : 0) : null
  return { ...ending, start, decisions, luck: result === null ? 0 : result - before, result }
}
