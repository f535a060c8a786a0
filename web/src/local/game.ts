/** A game as a local table needs it: the engine with its rules, and the translated views. */

import { ruleId, type Description } from '../engine/description'
import { Refusal, type Explain } from '../engine/match'
import type { GameCode } from '../engine/engine'
import type { Plain } from '../engine/records'
import type { Note, Stamp } from './stamps'

/** What `views.gen.ts` of a game exports. */
export interface GameViews {
  view(seen: Plain, seat: number): object
  describe(seen: Plain, action: number): string
  handicap?(state: Plain, seat: number): number
  reveals?(state: Plain): number
  /** Why a move is refused, by the number of the rule, and the same with the state at hand ('' if that says no more). */
  refusals: Record<number, string>
  moment?(seen: Plain, seat: number, action: number, number: number, soon: boolean): string
}

export interface GameParts {
  code: GameCode
  views: GameViews
}

/** A change of the match: a seat's action, or the passing of time (no seat). */
export interface MatchEvent {
  ms: number // on the match's clock
  at: number // the real instant at which it is to be seen
  seat?: number
  action?: number
  note?: Note | null // for the match log
  reveal: boolean // a card was turned up, for everybody to see at the same instant
  rings?: [seat: number, stamp: Stamp][] // the race that this event decides, earliest ring first
  answered?: number | null // the event that the race was about
}

/** A request that a table cannot grant, in one sentence. */
export class BadRequest extends Error {}

/** A match cannot go on from a position, because it was over there. */
export class OverAlready extends Error {}

/** Puts a game's refusals into players' words. As src/parlour/match/words.py. */
export const explainer =
  ({ refusals, moment }: GameViews): Explain =>
  (match, seat, action, number, soon) =>
    moment?.(match.seenRecord(seat), seat, action, number, soon) || refusals[number]!

/** An error as the refusal that it is; anything else is a mistake in the program and thrown on. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** The rule that makes an action wait. */
export function waitingRule(description: Description, action: number): string {
  const { tooSoon } = description
  return ruleId(description, typeof tooSoon === 'number' ? tooSoon : tooSoon[action]!)
}

export const isRaced = ({ races }: Description, action: number | null): boolean =>
  races !== null && action !== null && races[0] <= action && action < races[1]

/** What the others hear of a secret action; null if it is not secret. */
export const hushedWords = ({ hushed }: Description, action: number): string | null =>
  hushed.find(([first, end]) => first <= action && action < end)?.[2] ?? null
