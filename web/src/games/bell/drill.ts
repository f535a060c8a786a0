/**
 * A drill: twenty cards are turned up one after another, and you ring when there is a five. It has no clock of its own:
 * whoever calls says when things happen, in ms. The same seed and the same rings bring the same cards.
 */

import type { BellCard } from './common'
import { fives, nearly, type Sum } from './five'

export interface Stage {
  piles: number
  pace: number // ms from one card to the next
}

/** Each is harder than the one before. */
export const STAGES: readonly Stage[] = [
  { piles: 2, pace: 2000 },
  { piles: 3, pace: 1600 },
  { piles: 4, pace: 1300 },
  { piles: 4, pace: 1000 },
]
export const CARDS = 20
export const LOST_MS = 2000 // a missed five counts as this much time
export const FALSE_MS = 750 // a false ring costs this much
const WANTED = 7 // cards that make a five
const GRACE_MS = 250 // a ring may still answer the five just before the latest card, as in a match

export interface DrillFive {
  at: number
  kind: string
  time: number | null // null: missed, or still there
}

export type Rung = { what: 'right'; time: number; kind: string } | { what: 'false'; near: Sum[] } | { what: 'ignored' }

export interface Result {
  fives: number
  times: number[] // of the fives that were rung
  missed: number
  wrong: number
  /** Average ms for a five, with what missed fives and false rings cost. */
  score: number
}

/** Numbers from 0 up to, but not including, 1; the same for the same seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function shuffled<T>(list: readonly T[], roll: () => number): T[] {
  const made = [...list]
  for (let last = made.length - 1; last > 0; last--) {
    const other = Math.floor(roll() * (last + 1))
    ;[made[last], made[other]] = [made[other]!, made[last]!]
  }
  return made
}

export class Drill {
  tops: (BellCard | null)[]
  dealt = 0
  /** The pile of the latest card. */
  latest: number | null = null
  fives: DrillFive[] = []
  wrong = 0
  private deck: BellCard[]
  private wishes: boolean[] // whether each card should make a five
  private open: string[] = [] // kinds of which there are five now
  private coveredAt = -Infinity
  private locked = false
  private unseen = false // the latest five is not on the screen yet

  constructor(
    deck: readonly BellCard[],
    private readonly kinds: (card: BellCard) => string[],
    seed: number,
    readonly stage: Stage,
  ) {
    const roll = dice(seed)
    this.deck = shuffled(deck, roll)
    const wishes = Array.from({ length: CARDS - 1 }, (_, place) => place < WANTED)
    this.wishes = [false, ...shuffled(wishes, roll)] // one card alone is too soon
    this.tops = Array.from({ length: stage.piles }, () => null)
  }

  /** The five that can be rung now. */
  get five(): DrillFive | null {
    return this.open.length ? this.fives.at(-1)! : null
  }

  /** Turns up the next card; true if it made a new five. */
  deal(now: number): boolean {
    const pile = this.latest === null ? 0 : (this.latest + 1) % this.tops.length
    const card = this.pick(pile, this.wishes[this.dealt]!)
    this.tops = this.tops.with(pile, card)
    this.latest = pile
    this.dealt++
    this.locked = false
    const found = fives(this.tops, this.kinds).map(({ kind }) => kind)
    const standing = found.some((kind) => this.open.includes(kind)) // it is still the same five
    if (this.open.length && !standing) this.coveredAt = now
    this.open = found
    if (!found.length || standing) return false
    this.fives.push({ at: now, kind: found[0]!, time: null })
    this.unseen = true
    return true
  }

  /** The first card of the deck that makes a five, or none, as wished; the top card if there is no such card. */
  private pick(pile: number, wished: boolean): BellCard {
    const fits = (card: BellCard) => fives(this.tops.with(pile, card), this.kinds).length > 0 === wished
    const at = Math.max(0, this.deck.findIndex(fits))
    return this.deck.splice(at, 1)[0]!
  }

  /** The latest card is on the screen only now, so that is when a five of it can be seen. */
  shown(now: number): void {
    const { five } = this
    if (five && this.unseen) five.at = Math.max(five.at, now)
    this.unseen = false
  }

  ring(now: number): Rung {
    if (this.locked || this.dealt === 0) return { what: 'ignored' }
    const last = this.fives.at(-1)
    const late = !this.open.length && last?.time === null && now - this.coveredAt < GRACE_MS
    if (last && (this.open.length || late)) {
      last.time = Math.max(0, now - last.at)
      this.open = []
      this.tops = this.tops.map(() => null)
      this.locked = true
      return { what: 'right', time: last.time, kind: last.kind }
    }
    this.wrong++
    this.locked = true
    return { what: 'false', near: nearly(this.tops, this.kinds) }
  }

  get done(): boolean {
    return this.dealt === CARDS
  }

  result(): Result {
    const times = this.fives.flatMap(({ time }) => (time === null ? [] : [time]))
    const missed = this.fives.length - times.length
    const spent = times.reduce((sum, time) => sum + Math.min(time, LOST_MS), 0) + missed * LOST_MS
    const score = (spent + this.wrong * FALSE_MS) / Math.max(1, this.fives.length)
    return { fives: this.fives.length, times, missed, wrong: this.wrong, score }
  }
}

export const median = (times: readonly number[]): number | null =>
  times.length ? [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]! : null
