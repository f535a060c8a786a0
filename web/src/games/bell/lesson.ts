/** The lesson of both bell games: flip, look, ring, and what a false ring costs. A real match with slow bots. */

import type { TableState } from '../../table/table.svelte'
import type { Lesson } from '../module'
import { isShowing, topsOf, type BellGame, type BellView } from './common'
import { fives, sums } from './five'
import { teachAt } from './teach'
import { words } from './words'

const GAP_MS = 1800 // between two flips
const LOOK_MS = 600 // from a five to the moment at which the clock waits for the learner's ring

export interface Teaching<RuleId extends string> {
  title: string
  five: string // what makes a five
  ends: string // how it ends
  rules: Record<'flip' | 'five' | 'ring' | 'wrong' | 'ends', RuleId[]>
}

export function lessonOf<RuleId extends string>(
  game: BellGame,
  { title, five, ends, rules }: Teaching<RuleId>,
): Lesson<RuleId> {
  const read = (table: TableState): BellView | null => (table.view ? game.read(table.view) : null)
  const fivesNow = (table: TableState) => {
    const view = read(table)
    return view && !isShowing(view) ? fives(topsOf(view), game.kinds) : []
  }
  const told = (found: { kind: string; amount: number }[]) =>
    found.map((sum) => game.counted(sum.kind, sum.amount)).join(', ')
  const myTurn = (table: TableState) => read(table)?.turn === table.you
  const mayFlip = (table: TableState) => (read(table)?.pace.may_flip_at ?? 0) - table.gameNow()

  return {
    seats: 3,
    level: 'novice',
    // Bots ring a second and a half late, so that nobody misses their first five.
    options: { handicap_ms: [0, 1500, 1500], min_flip_gap_ms: GAP_MS, auto_flip_ms: 15000 },
    yours: myTurn,
    settled: (table) => mayFlip(table) <= (fivesNow(table).length > 0 ? GAP_MS - LOOK_MS : 0),
    steps: [
      {
        text(table) {
          teachAt(table)
          return words.lesson.welcome(title)
        },
        still: true,
      },
      { text: words.lesson.bank, rules: rules.flip, still: true, lit: '[data-own-bank]' },
      {
        text: (table) => (myTurn(table) ? words.lesson.flip : words.lesson.wait),
        rules: rules.flip,
        asks: (action) => action === game.act.FLIP,
        lit: '[data-own-bank]',
      },
      { text: `${words.lesson.look} ${five}`, rules: rules.five, still: true, lit: '[data-stack]' },
      {
        text(table) {
          const found = fivesNow(table)
          if (found.length) return words.lesson.now(told(found))
          const view = read(table)
          const seen = view ? told(sums(topsOf(view), game.kinds)) : ''
          return words.lesson.notYet(seen, myTurn(table))
        },
        rules: rules.ring,
        asks: (action, table) => action === game.act.RING && fivesNow(table).length > 0,
        yours: (table) => myTurn(table) || fivesNow(table).length > 0,
        lit: 'button.bell',
      },
      {
        text(table) {
          const result = read(table)?.result
          if (!result) return words.lesson.after
          return result.right && result.seat === table.you ? words.lesson.yours : words.lesson.after
        },
        rules: rules.ring,
        still: true,
      },
      { text: words.lesson.wrong, rules: rules.wrong, still: true, lit: 'button.bell' },
      { text: words.lesson.fair, still: true },
      { text: ends, rules: rules.ends, still: true },
    ],
  }
}
