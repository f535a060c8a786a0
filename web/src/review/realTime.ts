/** The review of a real-time game, as src/parlour/review/real_time.py makes it: the game itself sums up its moments. */

import type { Engine } from '../engine/engine'
import { readRecord, type Plain } from '../engine/records'
import type { Log } from '../local/log'
import { byTheRules, dealt } from '../local/replay'
import type { RealTimeReport } from './report'
import { steps } from './steps'
import { endingOf } from './turns'

/** Something that happened in a match, and what the reviewed seat knew right after it. */
export interface Moment {
  ms: number
  seat: number // who acted; -1: the deal, or something that happened by itself
  action: number // -1: none
  note: unknown
  seen: Plain
  facts: Plain
}

/** What `review.gen.ts` of a real-time game exports. */
export interface Summing {
  summary(moments: Moment[], seat: number, seats: number): object
}

export function realTimeReport(log: Log, seat: number, engine: Engine, review: Summing): RealTimeReport {
  const { Facts, State } = engine.description.layouts
  const { facts } = engine.calls
  if (!Facts || !facts) throw new Error(`${engine.description.title} has no review`)
  const out = engine.allocate(Facts)
  const match = dealt(log, engine)
  const moments: Moment[] = []
  byTheRules(() => {
    for (const step of steps(match, log)) {
      const seen = match.seen(seat)
      engine.bytes(out, Facts.size).fill(0)
      facts(seen, seat, out)
      moments.push({
        ...step,
        ms: match.clock,
        seen: readRecord(State, engine.memory, seen),
        facts: readRecord(Facts, engine.memory, out),
      })
    }
  })
  const found = review.summary(moments, seat, match.seats)
  const { losses, ...own } = (found instanceof Map ? Object.fromEntries(found) : found) as { losses: number[] }
  return { ...endingOf(match, seat), losses, own }
}
