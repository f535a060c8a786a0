/** Announcements for screen readers, the most important first. */

import type { Event } from '../../net/messages'
import type { TrickyTwist } from '../../net/views'
import type { Speaking } from '../module'
import { suitOf, winnerOf } from './cards'
import { Act, Phase } from './rules.gen'
import { readDeclared } from './stars'
import { completes, ledSuit, trickSize } from './turns'
import { words } from './words'

function turnWas(before: TrickyTwist.View, after: TrickyTwist.View, name: (seat: number) => string): string[] {
  const said: string[] = []
  after.table.forEach((card, seat) => {
    if (card && (before.table_is_last_turn ? !after.table_is_last_turn : before.table[seat] !== card))
      said.push(words.say.plays(name(seat), card))
  })
  if (!completes(before)) return said
  const winner = winnerOf(after.table, before.leader)
  const led = suitOf(after.table[before.leader]!)
  said.push(words.say.wins(name(winner), trickSize(after.table, winner)))
  after.table.forEach((card, seat) => {
    if (card && suitOf(card) !== led) said.push(words.say.falseTrick(name(seat), card))
  })
  return said
}

/** What the listener is asked to do now. */
function asked(after: TrickyTwist.View): string | null {
  const led = ledSuit(after)
  switch (after.phase) {
    case Phase.DRAW:
      return words.prompt.draw
    case Phase.PLAY: {
      if (led === null) return words.say.yourTurn(words.prompt.lead, after.hand)
      const following = after.hand.filter((card) => suitOf(card) === led)
      return following.length
        ? words.say.yourTurn(words.prompt.follow(led), following)
        : words.say.yourTurn(words.prompt.free(led), after.hand)
    }
    default:
      return null // decisions that open over the table announce themselves
  }
}

export function say(
  event: Event,
  before: TrickyTwist.View,
  after: TrickyTwist.View,
  { you, name }: Speaking,
): string[] {
  const said: string[] = []
  const valueSide = before.variable_side === 'value'
  if (before.phase === Phase.PLAY) said.push(...turnWas(before, after, name))
  if (before.phase === Phase.RESERVE && after.phase !== Phase.RESERVE) said.push(words.say.reserves)
  if (
    before.phase === Phase.DRAW &&
    event.seat != null &&
    after.players[event.seat]!.reserve < before.players[event.seat]!.reserve
  ) {
    const card = event.seat === you ? after.hand.find((each) => !before.hand.includes(each)) : undefined
    said.push(card ? words.say.drew(card) : words.say.draws(name(event.seat)))
  }
  if (before.phase === Phase.BONUS && before.to_act !== null) {
    const taken = before.display.find(({ name: bonus }) => !after.display.some((other) => other.name === bonus))
    if (taken && after.round === before.round)
      said.push(words.say.takes(name(before.to_act), words.bonusName(taken.name, valueSide)))
    else if (event.action === Act.DECLINE) said.push(words.say.declines(name(before.to_act)))
  }
  if (before.phase === Phase.TAKE_BACK && before.to_act !== null) {
    const seat = before.to_act
    const card = before.players[seat]!.false_tricks.find((each) => !after.players[seat]!.false_tricks.includes(each))
    if (card && after.round === before.round) said.push(words.say.back(name(seat), card))
  }
  if (
    before.phase === Phase.DECLARE &&
    before.to_act !== null &&
    before.to_act !== you &&
    after.round === before.round &&
    before.to_act !== after.to_act
  ) {
    const declared = readDeclared(after.players[before.to_act]!.declared)
    said.push(
      words.say.declared(
        name(before.to_act),
        Object.entries(declared).map(([bonus, choice]) => words.declare.chosen(bonus, choice, valueSide)),
      ),
    )
  }
  if (after.results.length > before.results.length) {
    after.results
      .at(-1)!
      .seats.forEach(({ base, card, star }, seat) =>
        said.push(words.say.scored(name(seat), base + card + star, after.players[seat]!.score)),
      )
  }
  if (after.round !== before.round) said.push(words.say.dealt(after.round, words.kindName(after.scoring_card.name)))
  if (you !== null && after.to_act === you && (before.to_act !== you || before.phase !== after.phase)) {
    const question = asked(after)
    if (question) said.push(question)
  }
  return said
}
