/** What the table asks you to do, and the notes next to the players' names. */

import type { TrickyTwist } from '../../net/views'
import { calledOf, nameOf } from '../../table/people'
import { words as common } from '../../words'
import { suitOf } from './cards'
import { Phase, RESERVE_SIZE } from './rules.gen'
import type { Turn } from './turn.svelte'
import { trickSize } from './turns'
import { words } from './words'

type Asked = Pick<Turn, 'table' | 'view' | 'yours' | 'laying' | 'picked' | 'lingering' | 'winner' | 'led'>

export function promptFor({ table, view, yours, laying, picked, lingering, winner, led }: Asked): string {
  if (!view) return ''
  const says = words.prompt
  const who = view.to_act === null ? '' : nameOf(table, view.to_act)
  const won = lingering && winner !== null ? says.won(calledOf(table, winner), trickSize(view.table, winner)) : null
  switch (view.phase) {
    case Phase.RESERVE:
      if (laying) return says.reserve(RESERVE_SIZE - picked.length)
      return common.waitingFor(
        view.players.filter((player) => !player.reserve_laid).map(({ seat }) => nameOf(table, seat)),
      )
    case Phase.DRAW:
      return yours ? says.draw : (won ?? says.otherDraw(who))
    case Phase.PLAY:
      if (!yours) return won ?? (view.to_act === view.leader ? says.otherLead(who) : says.otherPlay(who))
      if (led === null) return says.lead
      return view.hand.some((card) => suitOf(card) === led) ? says.follow(led) : says.free(led)
    case Phase.BONUS:
      return yours ? says.bonus : says.otherBonus(who)
    case Phase.TAKE_BACK:
      return yours ? says.takeBack : says.otherTakeBack(who)
    case Phase.DECLARE:
      return yours ? says.declare : says.otherDeclare(who)
    default:
      return says.over
  }
}

/** A few words next to a player's name; `tricks` is the number of tricks in front of the player. */
export function noteFor(view: TrickyTwist.View, player: TrickyTwist.Player, tricks: number): string | undefined {
  const { notes } = words
  if (player.left) return notes.left
  if (view.phase === Phase.RESERVE) return player.reserve_laid ? notes.ready : notes.choosing
  if (view.phase === Phase.OVER) return undefined
  if (view.to_act === player.seat) {
    if (view.phase === Phase.DRAW) return notes.draws
    if (view.phase === Phase.BONUS || view.phase === Phase.TAKE_BACK) return notes.bonus
    if (view.phase === Phase.DECLARE) return notes.declares
    return view.leader === player.seat ? notes.leads : notes.plays
  }
  return view.leader === player.seat ? notes.leads : words.tricksOf(tricks)
}
