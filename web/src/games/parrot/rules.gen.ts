// Made by tools/page_constants.py (make docs) from src/parlour/games/parrot; change it there.

/** Actions by number. OPEN + an index of OPENINGS, PLACE and REVEAL + a place, FLOAT + PLACES x from + to. */
export const Act = {
  OPEN: 0,
  DRAW: 28,
  TAKE: 29,
  PLACE: 30,
  REVEAL: 38,
  PASS: 46,
  FLOAT: 47,
  LEAVE: 111,
} as const

/** `phase` of a view. */
export const Phase = {
  OPENING: 'opening',
  CHOOSE: 'choose',
  USE: 'use',
  COUNTING: 'counting',
  OVER: 'over',
} as const

/** Cards in a Box: first the top row, then the bottom row. */
export const PLACES = 8

/** Columns of a Box. */
export const COLUMNS = 4

/** The pairs of places that an opening can turn up. */
export const OPENINGS = [[0, 1], [0, 2], [0, 3], [0, 4], [0, 5], [0, 6], [0, 7], [1, 2], [1, 3], [1, 4], [1, 5], [1, 6], [1, 7], [2, 3], [2, 4], [2, 5], [2, 6], [2, 7], [3, 4], [3, 5], [3, 6], [3, 7], [4, 5], [4, 6], [4, 7], [5, 6], [5, 7], [6, 7]] as const

/** A Parrot in a view. */
export const PARROT = 'P'

/** A card in a view whose face is not known. */
export const DOWN = '?'

/** The statements of the rulebook. */
export type RuleId =
  | 'PAR-01' | 'PAR-02' | 'PAR-03' | 'PAR-04' | 'PAR-05' | 'PAR-06' | 'PAR-07' | 'PAR-08' | 'PAR-09' | 'PAR-10'
  | 'PAR-11' | 'PAR-12' | 'PAR-13' | 'PAR-14' | 'PAR-15' | 'PAR-16' | 'PAR-17' | 'PAR-18' | 'PAR-19' | 'PAR-20'
  | 'PAR-21' | 'PAR-22' | 'PAR-23' | 'PAR-24' | 'PAR-25' | 'PAR-26' | 'PAR-27' | 'PAR-28' | 'PAR-29' | 'PAR-30'
  | 'PAR-31' | 'PAR-32' | 'PAR-33' | 'PAR-34' | 'PAR-35' | 'PAR-36' | 'PAR-37' | 'PAR-38' | 'PAR-39' | 'PAR-40'
  | 'PAR-41' | 'PAR-42' | 'PAR-43' | 'PAR-44' | 'PAR-45' | 'PAR-46' | 'PAR-47' | 'PAR-48' | 'PAR-49' | 'PAR-50'
  | 'PAR-51' | 'PAR-52' | 'PAR-53' | 'PAR-54' | 'PAR-55' | 'PAR-56' | 'PAR-57' | 'PAR-58' | 'PAR-59' | 'PAR-60'
  | 'PAR-61' | 'PAR-62' | 'PAR-63' | 'PAR-64' | 'PAR-65' | 'PAR-66' | 'PAR-67' | 'PAR-68' | 'PAR-69' | 'PAR-70'
  | 'PAR-71' | 'PAR-72' | 'PAR-73' | 'PAR-74' | 'PAR-75' | 'PAR-76' | 'PAR-77' | 'PAR-78' | 'PAR-79' | 'PAR-80'
  | 'PAR-81' | 'PAR-82' | 'PAR-83' | 'PAR-84' | 'PAR-85' | 'PAR-86' | 'PAR-87' | 'PAR-88' | 'PAR-89' | 'PAR-90'
  | 'PAR-91' | 'PAR-92' | 'PAR-93' | 'PAR-94' | 'PAR-95' | 'PAR-96' | 'PAR-97' | 'PAR-98' | 'PAR-99' | 'PAR-100'
  | 'PAR-101' | 'PAR-102' | 'PAR-103' | 'PAR-104' | 'PAR-105' | 'PAR-106' | 'PAR-107' | 'PAR-108' | 'PAR-109'
  | 'PAR-110' | 'PAR-111' | 'PAR-112' | 'PAR-113' | 'PAR-114' | 'PAR-115' | 'PAR-116' | 'PAR-117' | 'PAR-118'
  | 'PAR-119' | 'PAR-120'
