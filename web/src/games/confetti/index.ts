/** Confetti: everybody grabs at once, and a colour in three sizes is a set. */

import type { Confetti } from '../../net/views'
import type { GameModule } from '../module'
import End from './End.svelte'
import { face } from './face'
import { lesson } from './lesson'
import Review from './Review.svelte'
import { Phase } from './rules.gen'
import { say } from './say'
import { voice } from './sounds'
import { restoreStory, storyOf } from './story'
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
  waits: (view: Confetti.View) => view.phase === Phase.PLAY,
  voice,
  End,
  Review,
  story: { of: storyOf, restore: restoreStory },
}
