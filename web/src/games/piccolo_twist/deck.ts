/** The cards of the deck, for drills. */

import type { BellCard } from '../bell/common'
import { COLOURS, DECK, TYPES } from './rules.gen'

export const deck: BellCard[] = TYPES.flatMap((type) =>
  COLOURS.flatMap((colour) => DECK[type][colour].map((amount) => ({ type, colour, amount }))),
)
