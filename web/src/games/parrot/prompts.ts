/** What the table asks you to do, and the notes next to the players' names. */

import type { Parrot } from '../../net/views'
import { nameOf } from '../../table/people'
import { words as common } from '../../words'
import { DOWN, Phase } from './rules.gen'
import type { Turn } from './turn.svelte'
import { words } from './words'

/** The round is over and the Boxes lie open. */
export const isCounted = (view: Parrot.View): boolean => view.phase === Phase.COUNTING || view.phase === Phase.OVER

export function promptFor(
  turn: Pick<Turn, 'table' | 'view' | 'yours' | 'opening' | 'picked' | 'mode' | 'flyer' | 'mayDiscard'>,
): string {
  const { table, view, yours } = turn
  if (!view) return ''
  const says = words.prompt
  const who = view.turn === null ? '' : nameOf(table, view.turn)
  const hand = view.hand ?? DOWN
  switch (view.phase) {
    case Phase.OPENING: {
      if (turn.opening) return turn.picked.length === 1 ? says.openOne : says.openTwo
      const slow = view.seats.flatMap((seat, number) => (seat.ready ? [] : [nameOf(table, number)]))
      return common.waitingFor(slow)
    }
    case Phase.CHOOSE:
      if (!yours) return says.other(who)
      return (view.ender === null ? says.yours : says.yourLast)(view.discard)
    case Phase.USE:
      if (!yours) return view.from_pile ? says.otherHolds(who) : says.otherTook(who, hand)
      if (turn.mode === 'discard') return view.seats[table.you!]?.down === 1 ? says.awayLast : says.away
      if (turn.mode === 'float') return turn.flyer === null ? says.which : says.land
      return (turn.mayDiscard ? says.put : says.mustPut)(hand)
    case Phase.COUNTING:
      return says.counted(view.round)
    default:
      return says.over
  }
}

/** A few words next to a player's name. */
export function noteFor(view: Parrot.View, seat: number): string | undefined {
  const now = view.seats[seat]!
  if (now.left) return words.notes.left
  if (isCounted(view)) return undefined
  if (view.phase === Phase.OPENING) return now.ready ? words.notes.ready : words.notes.choosing
  if (view.ender === seat) return words.notes.finished
  if (view.ender !== null) return now.down === 0 ? words.notes.done : words.notes.lastTurn
  return words.notes.down(now.down)
}
