/** Your reaction times, stored on this device. A session consists of the rings without a long break between them. */

import { keep, recall } from '../../kit/memory'

export interface OwnRing {
  at: number // ms since 1970
  ms: number
  right: boolean
  first: boolean // you won the bell
}

const KEY = 'rings'
const MOST = 400
const BREAK_MS = 4 * 3600 * 1000 // without a ring for this long, a new session begins

/** The rings since the last long break. */
export function thisSession(rings: readonly OwnRing[], now: number): OwnRing[] {
  let from = rings.length
  let next = now
  while (from > 0 && next - rings[from - 1]!.at < BREAK_MS) next = rings[--from]!.at
  return rings.slice(from)
}

export interface Summary {
  rings: number
  won: number
  wrong: number
  best: number | null // ms, of right rings
  usual: number | null // their median
}

export function summary(rings: readonly OwnRing[]): Summary {
  const right = rings
    .filter((ring) => ring.right)
    .map((ring) => ring.ms)
    .sort((a, b) => a - b)
  return {
    rings: rings.length,
    won: rings.filter((ring) => ring.first).length,
    wrong: rings.filter((ring) => !ring.right).length,
    best: right[0] ?? null,
    usual: right.length ? right[right.length >> 1]! : null,
  }
}

export const ownRings = (): OwnRing[] => recall<OwnRing[]>(KEY, [])

export function keepRing(ring: OwnRing): void {
  keep(KEY, [...ownRings(), ring].slice(-MOST))
}
