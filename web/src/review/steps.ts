/** A log played again, action by action, as src/parlour/match/replay.py does it. */

import type { Match } from '../engine/match'
import { BadLog, type Entry, type Header, type Log } from '../local/log'

/** Something that happened in a match: the deal or a timer (no seat, no action), or an action. */
export interface Step {
  seat: number // who acted; -1: the deal, or something that happened by itself
  action: number // -1: none
  note: unknown // what the log has on the action; or null
}

const NOBODY: Step = { seat: -1, action: -1, note: null }

export function playEntry(match: Match, [ms, seat, action]: Entry): void {
  match.play(seat, action, ms)
}

/** Lets time pass to the moment at which the log was written. */
export function waitUntilEnd(match: Match, { clock }: Header): void {
  if (clock < match.clock)
    throw new BadLog(`This log says that it ends at ${clock} ms, but its last action is at ${match.clock} ms.`)
  if (clock > match.clock) match.wait(clock)
}

/** Whatever is due by then happens. */
function* pass(match: Match, until: number): Generator<Step> {
  while (!match.over && match.due !== null && match.due <= until) {
    match.wait()
    yield NOBODY
  }
}

/** Plays the rest of a log in a match that has just been dealt, and stops after everything that happens. */
export function* steps(match: Match, { header, entries }: Log): Generator<Step> {
  yield NOBODY
  for (const entry of entries) {
    const [ms, seat, action, note] = entry
    yield* pass(match, ms)
    playEntry(match, entry)
    yield { seat, action, note: note ?? null }
  }
  yield* pass(match, header.clock)
  waitUntilEnd(match, header)
}
