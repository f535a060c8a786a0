/** Tricky Twist's cards and actions, by name and by number. */

import { isAct } from '../../kit/actions'
import { Act, BONUS, CARDS, LIGHTNING, SUITS, VALUES, type Bonus, type Suit } from './rules.gen'

/** "7 Sun" */
export const valueOf = (card: string): number => Number.parseInt(card, 10)
export const suitOf = (card: string): Suit => card.slice(card.indexOf(' ') + 1) as Suit
export const isSeven = (card: string): boolean => valueOf(card) === LIGHTNING
export const numberOf = (card: string): number => SUITS.indexOf(suitOf(card)) * VALUES + valueOf(card) - 1
export const cardNamed = (number: number): string => `${(number % VALUES) + 1} ${SUITS[Math.floor(number / VALUES)]}`

/** A number card or a bonus card that lies on the table. */
export const thingNamed = (thing: number): string => (thing < CARDS ? cardNamed(thing) : BONUS[thing - CARDS]!)

export const playing = (card: string): number => Act.PLAY + numberOf(card)
export const reserving = (card: string): number => Act.RESERVE + numberOf(card)
export const takingBack = (card: string): number => Act.TAKE_BACK + numberOf(card)
export const flipping = (card: string): number => Act.FLIP + numberOf(card)
export const taking = (bonus: string): number => Act.TAKE + BONUS.indexOf(bonus as Bonus)
export const isPlay = (action: number): boolean => isAct(Act, 'PLAY', action)

/** What an action adds to or takes from the value of: the number of a card, or CARDS + a bonus card; null for others. */
export function changedThing(action: number): number | null {
  if (isAct(Act, 'PLUS', action)) return action - Act.PLUS
  return isAct(Act, 'MINUS', action) ? action - Act.MINUS : null
}

/** What an action declares about a bonus card. */
export type Choice =
  | { kind: 'flip'; card: string }
  | { kind: 'joker'; trick: boolean }
  | { kind: 'suit'; suit: Suit }
  | { kind: 'value'; value: number }
  | { kind: 'change'; thing: string; by: 1 | -1 }
  | null

export function choiceOf(action: number): Choice {
  const is = (name: keyof typeof Act) => isAct(Act, name, action)
  if (is('FLIP')) return { kind: 'flip', card: cardNamed(action - Act.FLIP) }
  if (is('JOKER_TRICK') || is('JOKER_FALSE')) return { kind: 'joker', trick: is('JOKER_TRICK') }
  if (is('SUIT')) return { kind: 'suit', suit: SUITS[action - Act.SUIT]! }
  if (is('VALUE')) return { kind: 'value', value: action - Act.VALUE + 1 }
  const thing = changedThing(action)
  return thing === null ? null : { kind: 'change', thing: thingNamed(thing), by: is('PLUS') ? 1 : -1 }
}

/** The seat that wins a turn whose cards all lie on the table: the highest of the led suit. */
export function winnerOf(table: readonly (string | null)[], leader: number): number {
  const led = table[leader]
  if (led == null) return leader
  return table.reduce((best, card, seat) => {
    if (card == null || suitOf(card) !== suitOf(led)) return best
    return valueOf(card) > valueOf(table[best]!) ? seat : best
  }, leader)
}
