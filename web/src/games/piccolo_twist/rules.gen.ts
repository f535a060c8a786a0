// Made by tools/page_constants.py (make docs) from src/parlour/games/piccolo_twist; change it there.

/** Actions by number. */
export const Act = {
  FLIP: 0,
  RING: 1,
  LEAVE: 2,
} as const

/** `last_round` of a view. */
export const LastRound = {
  NOT_YET: 'not yet',
  NEXT: 'next',
  NOW: 'now',
} as const

/** `status` of a seat in a view. */
export const Status = {
  IN: 'in',
  LAST_CHANCE: 'last chance',
  EMPTY: 'empty',
  OUT: 'out',
} as const

/** What a card can show. */
export const TYPES = ['hat', 'potion', 'chameleon', 'candle'] as const

export type Type = (typeof TYPES)[number]

/** In which colours. */
export const COLOURS = ['red', 'yellow', 'green', 'blue'] as const

export type Colour = (typeof COLOURS)[number]

/** The amounts on the cards, by type and colour. */
export const DECK = {
  hat: { red: [1, 1, 2, 3], yellow: [1, 2, 3, 4], green: [1, 2, 4], blue: [1, 3, 5] },
  potion: { red: [1, 3, 5], yellow: [1, 1, 2, 3], green: [1, 2, 3, 4], blue: [1, 2, 4] },
  chameleon: { red: [1, 2, 4], yellow: [1, 3, 5], green: [1, 1, 2, 3], blue: [1, 2, 3, 4] },
  candle: { red: [1, 2, 3, 4], yellow: [1, 2, 4], green: [1, 3, 5], blue: [1, 1, 2, 3] },
} as const

/** How quickly each level rings, in ms: quantiles of 10, 25, 50, 75 and 90 %. */
export const LEVEL_TIMES = [
  { level: 'novice', low: 615, quarter: 747, median: 934, three_quarters: 1368, high: 2000 },
  { level: 'casual', low: 534, quarter: 637, median: 768, three_quarters: 955, high: 2000 },
  { level: 'sharp', low: 468, quarter: 542, median: 629, three_quarters: 744, high: 915 },
  { level: 'champion', low: 409, quarter: 459, median: 521, three_quarters: 598, high: 696 },
] as const

/** The statements of the rulebook. */
export type RuleId =
  | 'TWI-01' | 'TWI-02' | 'TWI-03' | 'TWI-04' | 'TWI-05' | 'TWI-06' | 'TWI-07' | 'TWI-08' | 'TWI-09' | 'TWI-10'
  | 'TWI-11' | 'TWI-12' | 'TWI-13' | 'TWI-14' | 'TWI-15' | 'TWI-16' | 'TWI-17' | 'TWI-18' | 'TWI-19' | 'TWI-20'
  | 'TWI-21' | 'TWI-22' | 'TWI-23' | 'TWI-24' | 'TWI-25' | 'TWI-26' | 'TWI-27' | 'TWI-28' | 'TWI-29' | 'TWI-30'
  | 'TWI-31' | 'TWI-32' | 'TWI-33' | 'TWI-34' | 'TWI-35' | 'TWI-36' | 'TWI-37' | 'TWI-38' | 'TWI-39' | 'TWI-40'
  | 'TWI-41' | 'TWI-42' | 'TWI-43' | 'TWI-44' | 'TWI-45' | 'TWI-46' | 'TWI-47' | 'TWI-48' | 'TWI-49' | 'TWI-50'
  | 'TWI-51' | 'TWI-52' | 'TWI-53' | 'TWI-54' | 'TWI-55' | 'TWI-56' | 'TWI-57' | 'TWI-58' | 'TWI-59' | 'TWI-60'
  | 'TWI-61' | 'TWI-62' | 'TWI-63' | 'TWI-64' | 'TWI-65' | 'TWI-66' | 'TWI-67' | 'TWI-68' | 'TWI-69' | 'TWI-70'
  | 'TWI-71'
