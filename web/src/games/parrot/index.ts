/** Parrot: eight cards in a Box, as few points as possible, and a bird that copies its mate. */

import type { GameModule } from '../module'
import End from './End.svelte'
import { face } from './face'
import { lesson } from './lesson'
import { say } from './say'
import { voice } from './sounds'
import Table from './Table.svelte'

export const game: GameModule = {
  ...face,
  get tagline() {
    return face.tagline
  },
  Table,
  drawsSeats: true,
  say,
  lesson,
  voice,
  End,
}
