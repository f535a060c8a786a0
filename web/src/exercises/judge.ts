/** How good a move is in an exercise, and why another one is better. */

import type { Engine } from '../engine/engine'
import { EngineSearcher, PLAIN } from '../engine/search'
import type { GameViews } from '../local/game'
import { Judge, type TurnWords } from '../review/turns'
import type { Cost, Exercise } from './shipped'

const WORLDS = 400 // in which two moves are compared: a fraction of a second
const CERTAIN = 3 // standard errors of a loss that counts as worse
const SEED = 17n

export interface Verdict {
  right: boolean
  cost: Cost | null // null: it is the best move, or as good as can be measured
  reason: string
  rules: string[]
}

export interface Explained {
  rival: number // the move that is worse
  reason: string
  rules: string[]
}

const reviews = import.meta.glob<TurnWords>('../games/*/review.gen.ts')

/** The words of a game's reasons; null for a game that has none. */
export const reasonsOf = async (game: string): Promise<TurnWords | null> =>
  (await reviews[`../games/${game}/review.gen.ts`]?.()) ?? null

export class ExerciseJudge {
  private readonly searcher: EngineSearcher
  private readonly judge: Judge

  constructor(
    private engine: Engine,
    views: Pick<GameViews, 'describe'>,
    private words: TurnWords | null,
  ) {
    this.searcher = new EngineSearcher(engine)
    this.judge = new Judge(engine, this.searcher, views, words)
  }

  verdict({ best, costs }: Exercise, seen: Uint8Array, seat: number, played: number): Verdict {
    if (played === best) return { right: true, cost: null, reason: '', rules: [] }
    const cost = costs.get(played) ?? this.compared(seen, seat, best, played)
    if (!cost) return { right: true, cost: null, reason: '', rules: [] }
    return { right: false, cost, ...this.judge.explained(seen, seat, played, best) }
  }

  /** Why the best move beats the next best one that is known; null if there is nothing particular to say. */
  explained({ best, costs }: Exercise, seen: Uint8Array, seat: number): Explained | null {
    const [next] = [...costs].sort(([, one], [, other]) => one.loss - other.loss)
    if (!next) return null
    const [rival] = next
    const found = this.judge.explained(seen, seat, rival, best)
    const general = this.words?.explanations[0]?.says
    return found.reason && found.reason !== general ? { rival, ...found } : null
  }

  /** What a move costs that has not been measured before; null if it is as good as the best one, within the error. */
  private compared(seen: Uint8Array, seat: number, best: number, played: number): Cost | null {
    const { engine, searcher } = this
    const dice = engine.scramble(engine.seedOf(SEED, played))
    const { sums } = searcher.round({ seen, seat, moves: [best, played], worlds: WORLDS, dice, how: PLAIN })
    const loss = -sums.chance_better[1]! / WORLDS
    const variance = Math.max(0, sums.chance_squares[1]! / WORLDS - loss * loss)
    if (loss <= CERTAIN * Math.sqrt(variance / WORLDS)) return null
    const lost = (sums.points[0]! - sums.points[1]!) / WORLDS
    return { loss, points: engine.description.lowestWins ? -lost : lost }
  }
}
