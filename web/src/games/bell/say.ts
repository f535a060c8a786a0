/** Announcements for screen readers: cards as they are flipped, verdicts with their reason, players who are out. */

import type { Event } from '../../net/messages'
import type { View } from '../../table/table.svelte'
import type { Speaking } from '../module'
import { isShowing, topsOf, type BellGame } from './common'
import { fives, nearly } from './five'
import { words } from './words'

export function sayer(game: BellGame) {
  return (_event: Event, before: View, after: View, speaking: Speaking): string[] => {
    if (!before || !after) return []
    const was = game.read(before)
    const is = game.read(after)
    const said: string[] = []
    if (isShowing(is) && is.pace.shown_until !== was.pace.shown_until) {
      const { seat, right } = is.result!
      const tops = topsOf(was)
      const name = speaking.name(seat)
      const reason = (right ? fives(tops, game.kinds) : nearly(tops, game.kinds))
        .map((sum) => game.counted(sum.kind, sum.amount))
        .join(', ')
      said.push(right ? words.say.right(name, reason) : words.say.wrong(name) + (reason ? ` ${reason}.` : ''))
      for (const [other, now] of is.seats.entries()) {
        const grown = now.bank - was.seats[other]!.bank
        if (grown > 1 || (grown > 0 && right)) said.push(words.say.takes(speaking.name(other), grown))
        else if (grown < 0 && other === seat) said.push(words.say.pays(name, -grown))
      }
    }
    if (is.pace.flips > was.pace.flips && was.turn !== null) {
      const top = is.seats[was.turn]!.top
      if (top) said.push(words.say.flipped(speaking.name(was.turn), game.called(top)))
    }
    for (const [seat, now] of is.seats.entries()) {
      const old = was.seats[seat]!
      if (old.playing && !now.playing) said.push(words.say.out(speaking.name(seat)))
      else if (!old.lastChance && now.lastChance) said.push(words.say.lastChance(speaking.name(seat)))
    }
    if (is.notice && is.notice !== was.notice) said.push(`${words.notice[is.notice]}.`)
    if (is.turn !== null && is.turn === speaking.you && was.turn !== is.turn) said.push(words.say.turn)
    return said
  }
}
