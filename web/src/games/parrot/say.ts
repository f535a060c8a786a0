/** Announcements for screen readers, the most important first. */

import type { Event } from '../../net/messages'
import type { Parrot } from '../../net/views'
import type { Speaking } from '../module'
import { copied } from './box'
import { floatTo, isFloat, isPlace } from './moves'
import { Act, DOWN, Phase } from './rules.gen'
import { words } from './words'

/** The cards of a seat that have just been turned up. */
function turnedUp(before: Parrot.View, after: Parrot.View, seat: number): { place: number; card: string }[] {
  return after.seats[seat]!.box.flatMap((card, place) =>
    card !== DOWN && before.seats[seat]!.box[place] === DOWN ? [{ place, card }] : [],
  )
}

function happened(event: Event, before: Parrot.View, after: Parrot.View, { name }: Speaking): string[] {
  const { say } = words
  const seat = before.turn
  if (seat === null) return []
  const who = name(seat)
  const action = event.action ?? -1
  if (action === Act.DRAW) return [say.draws(who, after.hand ?? DOWN)]
  if (action === Act.TAKE) return [say.takes(who, after.hand ?? before.discard ?? DOWN)]
  const up = turnedUp(before, after, seat)
  const rest = (but: number) => {
    const shown = up.filter(({ place }) => place !== but).map(({ card, place }) => say.at(card, place + 1))
    return shown.length ? [say.turns(shown.join(', '))] : []
  }
  const out = after.discard ?? DOWN
  if (isPlace(action)) {
    const place = action - Act.PLACE
    return [say.puts(who, after.seats[seat]!.box[place]!, place + 1, out), ...rest(place)]
  }
  if (action === Act.PASS) return [say.passes(who, out), ...rest(-1)]
  if (isFloat(action)) {
    const place = floatTo(action)
    return [say.floats(who, place + 1, copied(after.seats[seat]!.box, place), out), ...rest(place)]
  }
  // Turned one up, or the move was made for somebody.
  return [say.discards(who, out), ...rest(-1)]
}

export function say(event: Event, before: Parrot.View, after: Parrot.View, speaking: Speaking): string[] {
  const { you, name } = speaking
  const said: string[] = []
  if (after.phase === Phase.OPENING) return before.phase === Phase.OPENING ? [] : [words.say.dealt(after.round)]
  if (before.phase === Phase.OPENING) {
    after.seats.forEach((_, seat) =>
      said.push(
        words.say.opened(
          name(seat),
          turnedUp(before, after, seat).map(({ card }) => card),
        ),
      ),
    )
  } else {
    said.push(...happened(event, before, after, speaking))
  }
  if (after.ender !== null && before.ender === null) said.push(words.finished(name(after.ender)))
  after.seats.forEach(({ down }, seat) => {
    if (down === 1 && before.seats[seat]!.down > 1) said.push(words.say.lastCard(name(seat)))
  })
  if ((after.phase === Phase.COUNTING || after.phase === Phase.OVER) && before.phase !== after.phase) {
    after.seats.forEach(({ rounds, total }, seat) =>
      said.push(words.say.counted(name(seat), rounds.at(-1) ?? 0, total)),
    )
  }
  const begins =
    after.phase === Phase.CHOOSE && after.turn !== null && (before.turn !== after.turn || before.phase !== Phase.CHOOSE)
  if (begins && after.turn === you) {
    const { yours, yourLast } = words.prompt
    said.push((after.ender === null ? yours : yourLast)(after.discard))
  }
  return said
}
