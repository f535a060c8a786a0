/** What happens around a turn, read off the views. */

import type { TrickyTwist } from '../../net/views'
import { suitOf } from './cards'

/** The led suit of the turn that is being played; null before the lead. */
export function ledSuit(view: TrickyTwist.View): string | null {
  if (view.phase !== 'play' || view.table_is_last_turn) return null
  const card = view.table[view.leader]
  return card ? suitOf(card) : null
}

/** Whether the next card completes the turn. */
export const completes = (view: TrickyTwist.View): boolean =>
  view.phase === 'play' && !view.table_is_last_turn && view.table.filter((card) => card === null).length === 1

/** The false tricks by seat as they lay when a round was counted; `before` is the view before that. */
export function lastFalseTricks(before: TrickyTwist.View, after: TrickyTwist.View): string[][] {
  const led = after.table[before.leader]
  return before.players.map((player, seat) => {
    const card = after.table[seat]
    const off = before.phase === 'play' && led && card && suitOf(card) !== suitOf(led)
    return off ? [...player.false_tricks, card] : player.false_tricks
  })
}

/** How many cards the winner of the turn on the table collects. */
export function trickSize(table: readonly (string | null)[], winner: number): number {
  const best = table[winner]
  return best ? table.filter((card) => card !== null && suitOf(card) === suitOf(best)).length : 0
}

const THUMB_PX = 44 // of every card of a hand so much is to be seen and hit

/** How many cards of this width lie beside each other, covering each other in part. */
export const besideEachOther = (wide: number, card: number): number => Math.floor((wide - card) / THUMB_PX) + 1

/** A hand in rows of at most so many, as even as can be. */
export function inRows<T>(cards: readonly T[], most: number): T[][] {
  const rows = Math.max(1, Math.ceil(cards.length / Math.max(1, most)))
  const each = Math.ceil(cards.length / rows)
  return Array.from({ length: rows }, (_, row) => cards.slice(row * each, (row + 1) * each)).filter((row) => row.length)
}
