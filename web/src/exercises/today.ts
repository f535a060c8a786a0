/** How many exercises come back today, for the home screen. */

import { keptCards } from './kept'
import { dueToday } from './schedule'
import { GAMES } from './shipped'

/** In each game no more than is good for a day. */
export async function dueNow(now = Date.now()): Promise<number> {
  const cards = await keptCards()
  return GAMES.reduce(
    (sum, game) =>
      sum +
      dueToday(
        cards.filter((card) => card.game === game),
        now,
      ).length,
    0,
  )
}
