/** One round against a novice. The others move only while the learner does, so there is no hurry. */

import type { Confetti } from '../../net/views'
import type { TableState } from '../../table/table.svelte'
import type { Lesson } from '../module'
import { isDiscard, isHold, isTake, nearest, setsIn } from './cards'
import { Phase, type RuleId } from './rules.gen'
import { words } from './words'

const { lesson: says } = words

const view = (table: TableState): Confetti.View => table.view
const mine = (table: TableState): Confetti.PlayerView => view(table).players[table.you ?? 0]!
const names = (table: TableState): string[] => mine(table).cards.map((card) => card.name)
const sets = (table: TableState): number => setsIn(names(table)).length
const counted = (table: TableState): boolean => view(table).phase !== Phase.PLAY

const PAUSE_MS = 1300 // after a move of the learner the others go on for this long

/** True if the learner's last move, and whatever it led to, is over. */
function settled(table: TableState): boolean {
  const now = table.gameNow()
  if (view(table).tugs.some((tug) => tug.pullers.includes(table.you ?? -1))) return false
  return !table.history.some((heard) => heard.seat === table.you && heard.ms <= now && heard.ms > now - PAUSE_MS)
}

const hint = (table: TableState): string => {
  if (names(table).length >= view(table).limit) return says.full
  const begun = nearest(names(table))
  if (!begun) return says.more
  const black = view(table).side === 'black'
  return says.begun(says.and(begun.has), says.and(begun.wants), says.mark(words.kind(begun.kind, black), black))
}

export const lesson: Lesson<RuleId> = {
  seats: 2,
  level: 'novice',
  options: { round_seconds: 90 },
  yours: (table) => (counted(table) ? mine(table).to_keep > 0 : true),
  settled,
  steps: [
    { text: says.cards, rules: ['CON-04'], lit: '[data-part="heap"]', still: true },
    { text: says.sets, rules: ['CON-15', 'CON-47'], lit: '[data-part="heap"]', still: true },
    { text: says.take, rules: ['CON-18', 'CON-20', 'CON-24'], asks: isTake, lit: '[data-part="heap"]' },
    { text: says.hold, rules: ['CON-22', 'CON-25', 'CON-26', 'CON-27'], asks: isHold, lit: '[data-part="hold"]' },
    { text: says.held, rules: ['CON-42', 'CON-44'], lit: '[data-part="edge"]', still: true },
    {
      text: hint,
      rules: ['CON-47', 'CON-51'],
      until: (table) => sets(table) > 0 || counted(table),
      lit: '[data-part="edge"]',
    },
    { text: says.each, rules: ['CON-48', 'CON-49', 'CON-54'], still: true },
    { text: says.back, rules: ['CON-28', 'CON-57', 'CON-58'], asks: isDiscard, lit: '[data-part="edge"]' },
    { text: says.others, rules: ['CON-34', 'CON-37', 'CON-38'], still: true },
    { text: (table) => says.go(sets(table)), rules: ['CON-42', 'CON-45'], until: counted, ahead: says.timesUp },
    {
      text: (table) => says.keep(mine(table).to_keep),
      rules: ['CON-68', 'CON-70', 'CON-73'],
      until: (table) => counted(table) && mine(table).to_keep === 0,
    },
    { text: says.scored, rules: ['CON-57', 'CON-60', 'CON-75'], lit: '[data-part="result"]', still: true },
    { text: says.end, rules: ['CON-77', 'CON-78', 'CON-80', 'CON-95'], still: true },
  ],
}
