/** The cards of the usual deck, for drills. */

import type { BellCard } from '../bell/common'
import { DECK, FRUITS } from './rules.gen'

export const deck: BellCard[] = FRUITS.flatMap((fruit) =>
  DECK[fruit].flatMap((count, place) => Array.from({ length: count }, () => ({ fruit, amount: place + 1 }))),
)
