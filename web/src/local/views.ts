/** Differences between views: what each viewer of a match was last shown, and what has changed since. */

import { SPECTATOR } from '../engine/engine'
import type { Match } from '../engine/match'
import type { PathStep, ViewDiff } from '../table/viewDiff'
import type { GameParts } from './game'

type Keyed = Record<string, unknown>

const isObject = (value: unknown): value is Keyed =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The change that turns one view into another. Lists of different lengths are replaced as a whole. */
export function viewDiff(old: unknown, now: unknown): ViewDiff {
  const found: ViewDiff = []
  compare(old, now, [], found)
  return found
}

function compare(old: unknown, now: unknown, path: PathStep[], found: ViewDiff): void {
  if (old === now) return
  if (Array.isArray(old) && Array.isArray(now) && old.length === now.length) {
    now.forEach((value, index) => compare(old[index], value, [...path, index], found))
  } else if (isObject(old) && isObject(now) && sameKeys(old, now)) {
    for (const key of Object.keys(now)) compare(old[key], now[key], [...path, key], found)
  } else if (!(Array.isArray(old) && Array.isArray(now) && old.length + now.length === 0)) {
    found.push([path, now])
  }
}

function sameKeys(old: Keyed, now: Keyed): boolean {
  const keys = Object.keys(now)
  return keys.length === Object.keys(old).length && keys.every((key) => key in old)
}

/** The views of one match. In a game without hidden cards everybody sees the same, so it is computed once. */
export class ShownViews {
  private shown = new Map<number, unknown>()

  constructor(
    private match: Match,
    private parts: GameParts,
  ) {}

  /** The viewer: a seat, or SPECTATOR also for every seat in a game without hidden cards. */
  key(seat: number | null): number {
    return seat === null || this.match.engine.description.openTable ? SPECTATOR : seat
  }

  /** Everything a viewer sees now, except `you`: a client learns its seat once, in `welcome`. */
  view(seat: number | null): Keyed {
    const key = this.key(seat)
    const { you: _, ...view } = this.parts.views.view(this.match.seenRecord(key), key) as Keyed
    return view
  }

  /** For spectators and for each given viewer, by key: what has changed since this was last called. */
  changes(seats: Iterable<number | null>): Map<number, ViewDiff> {
    const found = new Map<number, ViewDiff>()
    for (const key of new Set([SPECTATOR, ...[...seats].map((seat) => this.key(seat))])) {
      const view = this.view(key === SPECTATOR ? null : key)
      found.set(key, viewDiff(this.shown.get(key), view))
      this.shown.set(key, view)
    }
    return found
  }

  /** The whole view for a viewer who joins; later changes start from it. */
  begin(seat: number | null): Keyed {
    const view = this.view(seat)
    this.shown.set(this.key(seat), view)
    return view
  }
}
