/** Piccolo: five of one fruit in view, and the first hand on the bell takes all that lies open. */

import { RING } from '../bell/common'
import { lessonOf } from '../bell/lesson'
import { sayer } from '../bell/say'
import type { GameModule } from '../module'
import End from './End.svelte'
import { face } from './face'
import { piccolo } from './game'
import Table from './Table.svelte'
import { words } from './words'

export const game: GameModule = {
  ...face,
  Table,
  drawsSeats: true,
  say: sayer(piccolo),
  raceAction: RING,
  lesson: lessonOf(piccolo, {
    title: words.title,
    five: words.five,
    ends: words.ends,
    rules: { flip: ['PIC-11', 'PIC-15'], five: ['PIC-17', 'PIC-18'], ring: ['PIC-22', 'PIC-23'], wrong: ['PIC-28', 'PIC-29'], ends: ['PIC-39', 'PIC-44'] },
  }),
  End,
}
