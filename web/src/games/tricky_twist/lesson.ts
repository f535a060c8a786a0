/** A few minutes with two bots: one round, from the reserve to the stars. */

import type { TrickyTwist } from '../../net/views'
import type { TableState } from '../../table/table.svelte'
import type { Lesson } from '../module'
import { isPlay } from './cards'
import { Act, Phase, type RuleId } from './rules.gen'
import { ledSuit } from './turns'
import { words } from './words'

const { lesson: says } = words

const view = (table: TableState): TrickyTwist.View => table.view
const yours = (table: TableState): boolean => view(table).to_act === table.you
const counted = (table: TableState): boolean => view(table).results.length > 0
const between = (table: TableState): boolean => view(table).phase !== Phase.PLAY || view(table).table_is_last_turn

/** Somebody who skipped the step about the reserve still has to lay it aside. */
const wait = (table: TableState): string =>
  view(table).phase === Phase.RESERVE && table.legal.size > 0 ? says.reserve : says.wait

function turn(table: TableState): string {
  const now = view(table)
  if (!yours(table)) return wait(table)
  if (now.phase === Phase.DRAW) return says.draw
  if (now.phase !== Phase.PLAY) return words.prompt.bonus
  const led = ledSuit(now)
  if (led === null) return says.play(says.lead)
  return says.play(now.hand.some((card) => card.endsWith(led)) ? says.follow(led) : says.free(led))
}

export const lesson: Lesson<RuleId> = {
  seats: 3,
  level: 'novice',
  yours: (table) => table.legal.size > 0,
  steps: [
    { text: says.hand, rules: ['TRK-03', 'TRK-04', 'TRK-84'], lit: '[data-part="hand"]', still: true },
    {
      text: (table) =>
        says.poster(words.kindName(view(table).scoring_card.name), words.kindSays(view(table).scoring_card.name)),
      rules: ['TRK-87', 'TRK-99'],
      lit: '[data-part="poster"]',
      still: true,
    },
    { text: says.reserveHint, rules: ['TRK-35', 'TRK-38'], lit: '[data-part="hand"]', still: true },
    {
      text: says.reserve,
      rules: ['TRK-24', 'TRK-26', 'TRK-27'],
      lit: '[data-part="hand"]',
      until: (table) => table.you === null || view(table).players[table.you]!.reserve_laid,
    },
    {
      text: (table) => (yours(table) && view(table).phase === Phase.DRAW ? says.draw : wait(table)),
      rules: ['TRK-28', 'TRK-29', 'TRK-31'],
      asks: (action) => action === Act.DRAW || action === Act.STAY,
      lit: '[data-part="reserve"]',
    },
    { text: turn, rules: ['TRK-32', 'TRK-34', 'TRK-35', 'TRK-38'], asks: isPlay, lit: '[data-part="hand"]' },
    { text: wait, until: between },
    { text: says.trick, rules: ['TRK-40', 'TRK-41', 'TRK-42'], lit: '[data-part="trick"]', still: true },
    { text: says.balance, rules: ['TRK-82', 'TRK-83', 'TRK-84', 'TRK-85'], lit: '[data-part="scales"]', still: true },
    { text: says.sevens, rules: ['TRK-05', 'TRK-45', 'TRK-46', 'TRK-49'], lit: '[data-part="display"]', still: true },
    { text: turn, rules: ['TRK-34', 'TRK-44'], asks: isPlay, lit: '[data-part="hand"]' },
    { text: turn, rules: ['TRK-34', 'TRK-45'], asks: isPlay },
    { text: says.goal, rules: ['TRK-76', 'TRK-79', 'TRK-80'], until: counted, ahead: says.ahead },
    {
      text: (table) => {
        const result = table.you === null ? null : view(table).results[0]?.seats[table.you]
        return result ? says.scored(result.base + result.card + result.star) : says.rounds
      },
      rules: ['TRK-101', 'TRK-104'],
    },
  ],
}
