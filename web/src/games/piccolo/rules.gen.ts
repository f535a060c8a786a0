// Made by tools/page_constants.py (make docs) from src/parlour/games/piccolo; change it there.

/** Actions by number. */
export const Act = {
  FLIP: 0,
  RING: 1,
  VOTE_STOP: 2,
  VOTE_ON: 3,
  LEAVE: 4,
} as const

/** The fruits. */
export const FRUITS = ['banana', 'strawberry', 'lime', 'plum'] as const

export type Fruit = (typeof FRUITS)[number]

/** How many cards show 1, 2, 3, 4 and 5 of each fruit. */
export const DECK = {
  banana: [5, 3, 3, 2, 1],
  strawberry: [5, 3, 3, 2, 1],
  lime: [5, 3, 3, 2, 1],
  plum: [4, 3, 3, 2, 1],
} as const

/** How quickly each level rings, in ms: quantiles of 10, 25, 50, 75 and 90 %. */
export const LEVEL_TIMES = [
  { level: 'novice', low: 579, quarter: 687, median: 852, three_quarters: 1129, high: 2000 },
  { level: 'casual', low: 499, quarter: 576, median: 697, three_quarters: 860, high: 1419 },
  { level: 'sharp', low: 447, quarter: 501, median: 586, three_quarters: 689, high: 844 },
  { level: 'champion', low: 393, quarter: 433, median: 489, three_quarters: 562, high: 660 },
] as const

/** The statements of the rulebook. */
export type RuleId =
  | 'PIC-01' | 'PIC-02' | 'PIC-03' | 'PIC-04' | 'PIC-05' | 'PIC-06' | 'PIC-07' | 'PIC-08' | 'PIC-09' | 'PIC-10'
  | 'PIC-11' | 'PIC-12' | 'PIC-13' | 'PIC-14' | 'PIC-15' | 'PIC-16' | 'PIC-17' | 'PIC-18' | 'PIC-19' | 'PIC-20'
  | 'PIC-21' | 'PIC-22' | 'PIC-23' | 'PIC-24' | 'PIC-25' | 'PIC-26' | 'PIC-27' | 'PIC-28' | 'PIC-29' | 'PIC-30'
  | 'PIC-31' | 'PIC-32' | 'PIC-33' | 'PIC-34' | 'PIC-35' | 'PIC-36' | 'PIC-37' | 'PIC-38' | 'PIC-39' | 'PIC-40'
  | 'PIC-41' | 'PIC-42' | 'PIC-43' | 'PIC-44' | 'PIC-45' | 'PIC-46' | 'PIC-47' | 'PIC-48' | 'PIC-49' | 'PIC-50'
  | 'PIC-51' | 'PIC-52' | 'PIC-53' | 'PIC-54' | 'PIC-55' | 'PIC-56' | 'PIC-57' | 'PIC-58' | 'PIC-59' | 'PIC-60'
  | 'PIC-61' | 'PIC-62' | 'PIC-63' | 'PIC-64' | 'PIC-65' | 'PIC-66' | 'PIC-67' | 'PIC-68' | 'PIC-69' | 'PIC-70'
