/** Tricky Twist's cards and actions, as the server counts them (src/parlour/games/tricky_twist). */

export const SUITS = ['Moon', 'Sun', 'Square', 'Circle'] as const
export type Suit = (typeof SUITS)[number]

export const BONUS = ['Take-back', 'Flip', 'Joker', 'Star', 'V1', 'V2', 'V3', 'V4'] as const
export type Bonus = (typeof BONUS)[number]

export const VALUES = 12
export const CARDS = 48
const THINGS = CARDS + BONUS.length
export const LIGHTNING = 7
export const RESERVE_SIZE = 5

/** The two suits on the symbol sides of V1 to V4. */
export const SIDES: readonly (readonly [Suit, Suit])[] = [
  ['Moon', 'Sun'],
  ['Sun', 'Square'],
  ['Square', 'Circle'],
  ['Circle', 'Moon'],
]

export const RESERVE = 0
export const DRAW = 48
export const STAY = 49
export const PLAY = 50
export const TAKE = 98
export const DECLINE = 106
export const TAKE_BACK = 107
export const KEEP_FALSE = 163
export const FLIP = 164
export const JOKER_TRICK = 220
export const SUIT = 222
export const VALUE = 226
export const PLUS = 238
export const MINUS = 294
export const UNUSED = 350
export const COMMIT = 351
export const LEAVE = 352

/** "7 Sun" */
export const valueOf = (card: string): number => Number.parseInt(card, 10)
export const suitOf = (card: string): Suit => card.slice(card.indexOf(' ') + 1) as Suit
export const isSeven = (card: string): boolean => valueOf(card) === LIGHTNING
export const numberOf = (card: string): number => SUITS.indexOf(suitOf(card)) * VALUES + valueOf(card) - 1
export const cardNamed = (number: number): string => `${(number % VALUES) + 1} ${SUITS[Math.floor(number / VALUES)]}`

/** A number card or a bonus card that lies on the table. */
const thingNamed = (thing: number): string => (thing < CARDS ? cardNamed(thing) : BONUS[thing - CARDS]!)

export const playing = (card: string): number => PLAY + numberOf(card)
export const reserving = (card: string): number => RESERVE + numberOf(card)
export const takingBack = (card: string): number => TAKE_BACK + numberOf(card)
export const flipping = (card: string): number => FLIP + numberOf(card)
export const taking = (bonus: string): number => TAKE + BONUS.indexOf(bonus as Bonus)
export const isPlay = (action: number): boolean => action >= PLAY && action < TAKE

/** The card an action plays. */
export const played = (action: number): string => cardNamed(action - PLAY)

/** What an action declares about a bonus card. */
export type Choice =
  | { kind: 'flip'; card: string }
  | { kind: 'joker'; trick: boolean }
  | { kind: 'suit'; suit: Suit }
  | { kind: 'value'; value: number }
  | { kind: 'change'; thing: string; by: 1 | -1 }
  | null

export function choiceOf(action: number): Choice {
  if (action >= UNUSED) return null
  if (action >= MINUS) return { kind: 'change', thing: thingNamed((action - PLUS) % THINGS), by: -1 }
  if (action >= PLUS) return { kind: 'change', thing: thingNamed(action - PLUS), by: 1 }
  if (action >= VALUE) return { kind: 'value', value: action - VALUE + 1 }
  if (action >= SUIT) return { kind: 'suit', suit: SUITS[action - SUIT]! }
  if (action >= JOKER_TRICK) return { kind: 'joker', trick: action === JOKER_TRICK }
  return { kind: 'flip', card: cardNamed(action - FLIP) }
}

/** Who wins a turn whose cards all lie on the table: the highest of the led suit. */
export function winnerOf(table: readonly (string | null)[], leader: number): number {
  const led = table[leader]
  if (led == null) return leader
  return table.reduce((best, card, seat) => {
    if (card == null || suitOf(card) !== suitOf(led)) return best
    return valueOf(card) > valueOf(table[best]!) ? seat : best
  }, leader)
}
