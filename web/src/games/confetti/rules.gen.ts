// Made by tools/page_constants.py (make docs) from src/parlour/games/confetti; change it there.

/** Actions by number. All but HOLD_ALL and LEAVE: + a card. */
export const Act = {
  TAKE: 0,
  HOLD: 84,
  HOLD_ALL: 168,
  DISCARD: 169,
  LET_GO: 253,
  KEEP: 337,
  GIVE_UP: 421,
  LEAVE: 505,
} as const

/** `phase` of a view. */
export const Phase = {
  PLAY: 'play',
  CHOOSE: 'choose',
  BREAK: 'break',
  OVER: 'over',
} as const

/** `state` of a card in a view. */
export const CardState = {
  ASIDE: 'aside',
  MIDDLE: 'middle',
  TUG: 'tug',
  LOOSE: 'loose',
  HELD: 'held',
  POINT: 'point',
  REMOVED: 'removed',
} as const

/** Cards in the deck. */
export const CARDS = 84

/** A card's name has one of these for each size, by colour or shape. */
export const LETTERS = 'ROYGBP'

/** The six colours of the white side. */
export const COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const

/** The six shapes of the black side. */
export const SHAPES = ['triangle', 'square', 'pentagon', 'star', 'cross', 'ring'] as const

/** The three sizes on a card, in the order of its name. */
export const SIZES = ['small', 'medium', 'big'] as const

export type Size = (typeof SIZES)[number]

/** Cells across the middle. */
export const COLUMNS = 12

/** Cells down the middle. */
export const ROWS = 7

/** Side of a cell; `x` and `y` of a card count in the same unit. */
export const CELL = 100

/** Side of a card in that unit. */
export const CARD_SIDE = 84

/** How far a card's centre can lie from the centre of its cell. */
export const JITTER = 12

/** Cards beyond the limit that can be taken with the soft limit. */
export const SOFT_EXTRA = 3

/** The statements of the rulebook. */
export type RuleId =
  | 'CON-01' | 'CON-02' | 'CON-03' | 'CON-04' | 'CON-05' | 'CON-06' | 'CON-07' | 'CON-08' | 'CON-09' | 'CON-10'
  | 'CON-11' | 'CON-12' | 'CON-13' | 'CON-14' | 'CON-15' | 'CON-16' | 'CON-17' | 'CON-18' | 'CON-19' | 'CON-20'
  | 'CON-21' | 'CON-22' | 'CON-23' | 'CON-24' | 'CON-25' | 'CON-26' | 'CON-27' | 'CON-28' | 'CON-29' | 'CON-30'
  | 'CON-31' | 'CON-32' | 'CON-33' | 'CON-34' | 'CON-35' | 'CON-36' | 'CON-37' | 'CON-38' | 'CON-39' | 'CON-40'
  | 'CON-41' | 'CON-42' | 'CON-43' | 'CON-44' | 'CON-45' | 'CON-46' | 'CON-47' | 'CON-48' | 'CON-49' | 'CON-50'
  | 'CON-51' | 'CON-52' | 'CON-53' | 'CON-54' | 'CON-55' | 'CON-56' | 'CON-57' | 'CON-58' | 'CON-59' | 'CON-60'
  | 'CON-61' | 'CON-62' | 'CON-63' | 'CON-64' | 'CON-65' | 'CON-66' | 'CON-67' | 'CON-68' | 'CON-69' | 'CON-70'
  | 'CON-71' | 'CON-72' | 'CON-73' | 'CON-74' | 'CON-75' | 'CON-76' | 'CON-77' | 'CON-78' | 'CON-79' | 'CON-80'
  | 'CON-81' | 'CON-82' | 'CON-83' | 'CON-84' | 'CON-85' | 'CON-86' | 'CON-87' | 'CON-88' | 'CON-89' | 'CON-90'
  | 'CON-91' | 'CON-92' | 'CON-93' | 'CON-94' | 'CON-95' | 'CON-96' | 'CON-97' | 'CON-98' | 'CON-99' | 'CON-100'
  | 'CON-101' | 'CON-102' | 'CON-103' | 'CON-104' | 'CON-105' | 'CON-106' | 'CON-107' | 'CON-108'
