/** The state of a turn, derived from the views. */

import { around } from '../../kit/roundTable'
import type { TrickyTwist } from '../../net/views'
import { suitOf } from './cards'
import { Phase } from './rules.gen'

/** The led suit of the turn that is being played; null before the lead. */
export function ledSuit(view: TrickyTwist.View): string | null {
  if (view.phase !== Phase.PLAY || view.table_is_last_turn) return null
  const card = view.table[view.leader]
  return card ? suitOf(card) : null
}

/** True if the next card completes the turn. */
export const completes = (view: TrickyTwist.View): boolean =>
  view.phase === Phase.PLAY && !view.table_is_last_turn && view.table.filter((card) => card === null).length === 1

/** Somebody is about to play the last card of a hand, which ends the round. */
export const isLastCard = (view: TrickyTwist.View): boolean =>
  view.phase !== Phase.RESERVE && view.players.some((player) => player.hand === 1)

/** The false tricks of each seat when a round was counted; `before` is the last view of that round. */
export function lastFalseTricks(before: TrickyTwist.View, after: TrickyTwist.View): string[][] {
  const led = after.table[before.leader]
  return before.players.map((player, seat) => {
    const card = after.table[seat]
    const off = before.phase === Phase.PLAY && led && card && suitOf(card) !== suitOf(led)
    return off ? [...player.false_tricks, card] : player.false_tricks
  })
}

/** The number of cards that the winner of the turn on the table collects. */
export function trickSize(table: readonly (string | null)[], winner: number): number {
  const best = table[winner]
  return best ? table.filter((card) => card !== null && suitOf(card) === suitOf(best)).length : 0
}

const THUMB_PX = 44 // at least this much of every card in the hand can be seen and pressed

/** How many cards of this width fit side by side, each partly covering the one before. */
export const besideEachOther = (wide: number, card: number): number => Math.floor((wide - card) / THUMB_PX) + 1

/** A hand in rows of at most `most` cards, as even as possible. */
export function inRows<T>(cards: readonly T[], most: number): T[][] {
  const rows = Math.max(1, Math.ceil(cards.length / Math.max(1, most)))
  const each = Math.ceil(cards.length / rows)
  return Array.from({ length: rows }, (_, row) => cards.slice(row * each, (row + 1) * each)).filter((row) => row.length)
}

export interface TrickSpot {
  /** From the middle of the trick, in card widths and card heights. */
  x: number
  y: number
  /** Degrees: cards are never put down quite straight. */
  tilt: number
}

const TILTS: Record<number, number[]> = { 3: [-2, -6, 5], 4: [-2, -7, 3, 6] }

/** Where each seat's card lies in the middle, in the order of `fromYou`. */
export function trickSpots(seats: number): TrickSpot[] {
  // Three cards sit a little higher, so that the lowest leaves the same margin as one of four.
  const spots =
    seats === 3
      ? around(3, { x: 0.831, y: 0.613 }, { x: 0, y: -0.093 })
      : around(seats, { x: 1.06, y: 0.52 }, { x: 0, y: 0 })
  return spots.map((spot, place) => ({ ...spot, tilt: TILTS[seats]?.[place] ?? 0 }))
}
