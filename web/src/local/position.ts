/**
 * A position of a finished match, as an address names it: `#/from/MATCH/POSITION` opens a table that goes on from there.
 *
 * MATCH is the id of a match, or a whole match as the links of replays carry it. POSITION is one of
 *
 *     37         before the action with index 37 of the log (the first has index 0): 37 actions have been played
 *     37@15200   the same when the match's clock shows 15200 ms, which is never earlier than action 36 or later than 37
 *     @15200     after everything that was done until the clock showed 15200 ms
 *
 * Without a time, the clock of a turn-based game shows the moment at which action 37 was played: all timers have run out
 * that ran out before it. In a real-time game it is a little earlier, so that there is time to act differently.
 */

import type { Entry, Log } from './log'
import type { Beginning, Begun } from './store'

export interface Position {
  actions: number | null
  ms: number | null
}

const LEAD_MS = 2000 // how long before an action a real-time match goes on

export const writePosition = ({ actions, ms }: Position): string =>
  `${actions ?? ''}${ms === null ? '' : `@${Math.floor(ms)}`}`

/** Null if the text names no position. */
export function readPosition(text: string): Position | null {
  const found = /^(\d{1,6})?(?:@(\d{1,10}))?$/.exec(text)
  if (!found?.[0]) return null
  const number = (digits: string | undefined) => (digits === undefined ? null : Number(digits))
  return { actions: number(found[1]), ms: number(found[2]) }
}

/** The actions before a position of a log, and what the clock shows there; null if the log is shorter. */
export function before(
  { header, entries }: Log,
  { actions, ms }: Position,
  realTime: boolean,
): { entries: Entry[]; clock: number } | null {
  if (actions === null) {
    const clock = Math.min(ms!, header.clock)
    return { entries: entries.filter(([at]) => at <= clock), clock }
  }
  if (actions > entries.length) return null
  const earliest = entries[actions - 1]?.[0] ?? 0
  const latest = entries[actions]?.[0] ?? header.clock
  const wanted = ms ?? (realTime ? latest - LEAD_MS : latest)
  return { entries: entries.slice(0, actions), clock: Math.min(Math.max(wanted, earliest), latest) }
}

/** One person in a seat, and bots of a level in all others. */
export const alone = (
  { seats, beginning }: { seats: number; beginning: Beginning },
  seat: number,
  level: string,
): Begun => ({
  seat,
  levels: Array.from({ length: seats }, (_, other) => (other === seat ? null : level)),
  beginning,
})
