// Made by tools/page_constants.py (make docs) from src/parlour/games/tricky_twist; change it there.

/** Actions by number. RESERVE and PLAY + a card, TAKE + a bonus card, SUIT + a suit, VALUE + a value - 1;
 * TAKE_BACK, FLIP, PLUS and MINUS + a card, or + CARDS + a bonus card. */
export const Act = {
  RESERVE: 0,
  DRAW: 48,
  STAY: 49,
  PLAY: 50,
  TAKE: 98,
  DECLINE: 106,
  TAKE_BACK: 107,
  KEEP_FALSE: 163,
  FLIP: 164,
  JOKER_TRICK: 220,
  JOKER_FALSE: 221,
  SUIT: 222,
  VALUE: 226,
  PLUS: 238,
  MINUS: 294,
  UNUSED: 350,
  COMMIT: 351,
  LEAVE: 352,
} as const

/** `phase` of a view. */
export const Phase = {
  RESERVE: 'reserve',
  DRAW: 'draw',
  PLAY: 'play',
  BONUS: 'bonus',
  TAKE_BACK: 'take-back',
  DECLARE: 'declare',
  OVER: 'over',
} as const

/** The suits, in the order of the cards: card = suit x VALUES + value - 1. */
export const SUITS = ['Moon', 'Sun', 'Square', 'Circle'] as const

export type Suit = (typeof SUITS)[number]

/** Cards of each suit. */
export const VALUES = 12

/** Number cards. */
export const CARDS = 48

/** The value that earns a bonus card. */
export const LIGHTNING = 7

/** Cards laid aside before a round. */
export const RESERVE_SIZE = 5

/** The bonus cards, in the order in which they are declared. */
export const BONUS = ['Take-back', 'Flip', 'Joker', 'Star', 'V1', 'V2', 'V3', 'V4'] as const

export type Bonus = (typeof BONUS)[number]

/** The two suits on the symbol sides of V1 to V4. */
export const SYMBOL_SIDES = [['Moon', 'Sun'], ['Sun', 'Square'], ['Square', 'Circle'], ['Circle', 'Moon']] as const

/** What a scoring card can look at. */
export const KINDS = ['SEQ', 'SUIT2-A', 'SUIT2-B', 'BEST', 'SUITS', 'FEW', 'MANY', 'EVEN', 'ODD'] as const

export type Kind = (typeof KINDS)[number]

/** The statements of the rulebook. */
export type RuleId =
  | 'TRK-01' | 'TRK-02' | 'TRK-03' | 'TRK-04' | 'TRK-05' | 'TRK-06' | 'TRK-07' | 'TRK-08' | 'TRK-09' | 'TRK-10'
  | 'TRK-11' | 'TRK-12' | 'TRK-13' | 'TRK-14' | 'TRK-15' | 'TRK-16' | 'TRK-17' | 'TRK-18' | 'TRK-19' | 'TRK-20'
  | 'TRK-21' | 'TRK-22' | 'TRK-23' | 'TRK-24' | 'TRK-25' | 'TRK-26' | 'TRK-27' | 'TRK-28' | 'TRK-29' | 'TRK-30'
  | 'TRK-31' | 'TRK-32' | 'TRK-33' | 'TRK-34' | 'TRK-35' | 'TRK-36' | 'TRK-37' | 'TRK-38' | 'TRK-39' | 'TRK-40'
  | 'TRK-41' | 'TRK-42' | 'TRK-43' | 'TRK-44' | 'TRK-45' | 'TRK-46' | 'TRK-47' | 'TRK-48' | 'TRK-49' | 'TRK-50'
  | 'TRK-51' | 'TRK-52' | 'TRK-53' | 'TRK-54' | 'TRK-55' | 'TRK-56' | 'TRK-57' | 'TRK-58' | 'TRK-59' | 'TRK-60'
  | 'TRK-61' | 'TRK-62' | 'TRK-63' | 'TRK-64' | 'TRK-65' | 'TRK-66' | 'TRK-67' | 'TRK-68' | 'TRK-69' | 'TRK-70'
  | 'TRK-71' | 'TRK-72' | 'TRK-73' | 'TRK-74' | 'TRK-75' | 'TRK-76' | 'TRK-77' | 'TRK-78' | 'TRK-79' | 'TRK-80'
  | 'TRK-81' | 'TRK-82' | 'TRK-83' | 'TRK-84' | 'TRK-85' | 'TRK-86' | 'TRK-87' | 'TRK-88' | 'TRK-89' | 'TRK-90'
  | 'TRK-91' | 'TRK-92' | 'TRK-93' | 'TRK-94' | 'TRK-95' | 'TRK-96' | 'TRK-97' | 'TRK-98' | 'TRK-99' | 'TRK-100'
  | 'TRK-101' | 'TRK-102' | 'TRK-103' | 'TRK-104' | 'TRK-105' | 'TRK-106' | 'TRK-107' | 'TRK-108' | 'TRK-109'
  | 'TRK-110' | 'TRK-111' | 'TRK-112' | 'TRK-113' | 'TRK-114' | 'TRK-115' | 'TRK-116' | 'TRK-117'
