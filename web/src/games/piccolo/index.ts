/** Piccolo: when five of one fruit are in view, the first to ring takes all open cards. */

import { lessonOf } from '../bell/lesson'
import { sayer } from '../bell/say'
import { restoreStory, storyOf } from '../bell/story'
import { words as bell } from '../bell/words'
import type { GameModule } from '../module'
import Drill from './Drill.svelte'
import End from './End.svelte'
import { face } from './face'
import { piccolo } from './game'
import Review from './Review.svelte'
import { Act, type RuleId } from './rules.gen'
import { voice } from './sounds'
import Table from './Table.svelte'
import { words } from './words'

export const game: GameModule = {
  ...face,
  Table,
  drawsSeats: true,
  say: sayer(piccolo),
  raceAction: Act.RING,
  lesson: lessonOf<RuleId>(piccolo, {
    title: words.title,
    five: words.five,
    ends: words.ends,
    rules: {
      flip: ['PIC-11', 'PIC-15'],
      five: ['PIC-17', 'PIC-18'],
      ring: ['PIC-22', 'PIC-23'],
      wrong: ['PIC-28', 'PIC-29'],
      ends: ['PIC-39', 'PIC-44'],
    },
  }),
  voice,
  Drill,
  Review,
  End,
  story: { of: storyOf, restore: restoreStory },
  won: bell.end.won,
}
