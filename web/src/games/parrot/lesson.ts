/** One round against one bot, two to four minutes. */

import type { Parrot } from '../../net/views'
import type { TableState } from '../../table/table.svelte'
import type { Lesson } from '../module'
import { isFloat, isPlace, isReveal } from './moves'
import { Act, Phase, type RuleId } from './rules.gen'
import { words } from './words'

const { lesson: says } = words

const view = (table: TableState): Parrot.View => table.view
const over = (table: TableState): boolean => view(table).phase === Phase.COUNTING || view(table).phase === Phase.OVER
const yours = (table: TableState): boolean => view(table).turn === table.you
const gains = (action: number): boolean => action === Act.DRAW || action === Act.TAKE
const uses = (action: number): boolean => isPlace(action) || isReveal(action) || action === Act.PASS || isFloat(action)

const gain = (table: TableState): string => says.gain(view(table).discard)
const use = (table: TableState): string => {
  const { hand, from_pile } = view(table)
  return hand === null ? gain(table) : from_pile ? says.useDrawn(hand) : says.useTaken(hand)
}

export const lesson: Lesson<RuleId> = {
  seats: 2,
  level: 'novice',
  options: { rounds: 1 },
  yours: (table) => table.legal.size > 0,
  steps: [
    { text: says.box, rules: ['PAR-05', 'PAR-09', 'PAR-60'], lit: '[data-part="box"]', still: true },
    {
      text: says.open,
      rules: ['PAR-14', 'PAR-15'],
      lit: '[data-part="box"]',
      until: (table) => view(table).opening !== null || view(table).phase !== Phase.OPENING,
    },
    {
      text: (table) => (yours(table) ? gain(table) : says.first),
      rules: ['PAR-16', 'PAR-22', 'PAR-23'],
      asks: gains,
      lit: '[data-part="piles"]',
    },
    { text: use, rules: ['PAR-24', 'PAR-25', 'PAR-27', 'PAR-28'], asks: uses, lit: '[data-part="box"]' },
    { text: says.pairs, rules: ['PAR-61', 'PAR-62'], lit: '[data-part="box"]', still: true },
    { text: says.sets, rules: ['PAR-63', 'PAR-64', 'PAR-65'], still: true },
    {
      text: (table) => (yours(table) ? says.again : says.other),
      rules: ['PAR-21', 'PAR-22', 'PAR-35'],
      asks: gains,
      lit: '[data-part="piles"]',
    },
    { text: use, rules: ['PAR-24', 'PAR-25', 'PAR-27'], asks: uses, lit: '[data-part="box"]' },
    { text: says.parrot, rules: ['PAR-74', 'PAR-86', 'PAR-87', 'PAR-88'], still: true },
    { text: says.last, rules: ['PAR-39', 'PAR-40', 'PAR-47'], still: true },
    {
      text: (table) => (table.you !== null && view(table).seats[table.you]?.down === 1 ? says.finishLast : says.finish),
      rules: ['PAR-34', 'PAR-46'],
      until: over,
    },
    {
      text: (table) => {
        const points = over(table) && table.you !== null ? view(table).seats[table.you]?.rounds.at(-1) : undefined
        return points === undefined ? says.rounds : says.counted(points)
      },
      rules: ['PAR-69', 'PAR-99'],
    },
  ],
}
