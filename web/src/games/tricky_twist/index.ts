/** Tricky Twist: tricks and false tricks in balance, a reserve to draw on, and tickets for the sevens. */

import type { GameModule } from '../module'
import End from './End.svelte'
import { face } from './face'
import { lesson } from './lesson'
import { say } from './say'
import { voice } from './sounds'
import Table from './Table.svelte'
import { words } from './words'

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
  won: words.end.won,
}
