/** Piccolo Twist: five of one colour or of one thing, a last chance, and a last round. */

import { lessonOf } from '../bell/lesson'
import { sayer } from '../bell/say'
import { restoreStory, storyOf } from '../bell/story'
import { words as bell } from '../bell/words'
import type { GameModule } from '../module'
import Drill from './Drill.svelte'
import End from './End.svelte'
import { face } from './face'
import { piccoloTwist } from './game'
import Review from './Review.svelte'
import { Act, type RuleId } from './rules.gen'
import { voice } from './sounds'
import Table from './Table.svelte'
import { words } from './words'

export const game: GameModule = {
  ...face,
  Table,
  drawsSeats: true,
  say: sayer(piccoloTwist),
  raceAction: Act.RING,
  lesson: lessonOf<RuleId>(piccoloTwist, {
    title: words.title,
    five: words.five,
    ends: words.ends,
    rules: {
      flip: ['TWI-10', 'TWI-14'],
      five: ['TWI-16', 'TWI-17', 'TWI-18'],
      ring: ['TWI-22', 'TWI-23'],
      wrong: ['TWI-29', 'TWI-30'],
      ends: ['TWI-38', 'TWI-46'],
    },
  }),
  voice,
  Drill,
  Review,
  End,
  story: { of: storyOf, restore: restoreStory },
  won: bell.end.won,
}
