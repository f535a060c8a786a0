/** The plain table: any game, by its words and buttons. */

import type { GameModule } from '../module'
import { face } from './face'
import Table from './Table.svelte'

export const game: GameModule = {
  ...face,
  Table,
  say(event, _before, _after, { name }) {
    return event.words && event.seat != null ? [`${name(event.seat)}: ${event.words}.`] : []
  },
}
