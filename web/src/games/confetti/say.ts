/** Announcements for screen readers. Everybody grabs at once, so only what concerns the listener is announced. */

import type { Event } from '../../net/messages'
import type { Confetti } from '../../net/views'
import { words as common } from '../../words'
import type { Speaking } from '../module'
import { isDiscard, isHold, isTug, kindsOf, setsIn } from './cards'
import { CardState, Phase } from './rules.gen'
import { words } from './words'

export function say(event: Event, before: Confetti.View, after: Confetti.View, { you, name }: Speaking): string[] {
  const { say: says } = words
  const said: string[] = []
  const black = after.side === 'black'
  const face = (card: string) => words.face(kindsOf(card), black)
  if (after.phase === Phase.PLAY && (before.phase !== Phase.PLAY || before.round !== after.round)) {
    return [says.round(after.round, after.rounds, after.middle.length, after.limit)]
  }
  if (before.phase === Phase.PLAY && after.phase !== Phase.PLAY) {
    said.push(says.over)
    for (const { seat, result } of after.players) {
      if (result) said.push(words.result.hand(name(seat), result.sets.length, result.spare.length, result.points))
    }
    const mine = you === null ? undefined : after.players[you]
    if (mine?.to_keep) said.push(words.result.keep(mine.to_keep))
    if (mine?.to_give_up) said.push(words.result.giveUp(mine.to_give_up))
    return said
  }
  for (const player of after.players) {
    if (!player.here && before.players[player.seat]?.here) said.push(says.left(name(player.seat)))
  }
  if (you === null || after.phase !== Phase.PLAY) return said

  const [was, is] = [before.players[you]!, after.players[you]!]
  for (const card of is.cards) {
    if (was.cards.some(({ number }) => number === card.number)) continue
    said.push((card.state === CardState.HELD ? says.tookHeld : says.took)(face(card.name), is.cards.length))
  }
  const found = setsIn(is.cards.map((card) => card.name)).length
  if (found > setsIn(was.cards.map((card) => card.name)).length) said.push(says.set(found))
  for (const card of was.cards) {
    if (is.cards.some(({ number }) => number === card.number)) continue
    if (event.seat === you && event.action != null && isDiscard(event.action)) said.push(says.back(face(card.name)))
    else if (event.seat != null && event.seat !== you) said.push(says.lost(name(event.seat), face(card.name)))
  }
  if (event.seat === you && event.action != null && isHold(event.action)) said.push(says.held)
  for (const tug of after.tugs) {
    if (!isTug(tug) || !tug.pullers.includes(you)) continue
    const pulled = before.tugs.find(({ card }) => card.number === tug.card.number)
    if (pulled && isTug(pulled)) continue
    said.push(says.tug(common.and(tug.pullers.filter((seat) => seat !== you).map(name)), face(tug.card.name)))
  }
  for (const tug of before.tugs) {
    if (
      isTug(tug) &&
      tug.pullers.includes(you) &&
      after.removed.length > before.removed.length &&
      after.removed.includes(tug.card.name)
    )
      said.push(says.gone)
  }
  return said
}
