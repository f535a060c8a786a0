/** Views to test with: three at a table, the first with two cards in hand and about to lead. */

import type { TrickyTwist } from '../../net/views'

export const player = (seat: number, more: Partial<TrickyTwist.Player> = {}): TrickyTwist.Player => ({
  seat,
  hand: 5,
  reserve: 3,
  reserve_laid: true,
  tricks: [],
  false_tricks: [],
  bonus: [],
  declared: [],
  waiting: false,
  left: false,
  score: 0,
  ...more,
})
export const view = (more: Partial<TrickyTwist.View> = {}): TrickyTwist.View => ({
  game: 'tricky_twist',
  seat: 0,
  phase: 'play',
  round: 1,
  rounds: 3,
  turn: 1,
  to_act: 0,
  starter: 0,
  leader: 0,
  scoring_card: { name: 'ODD', says: '', suits: [], stars: [1] },
  variable_side: 'value',
  display: [],
  players: [player(0), player(1), player(2)],
  table: [null, null, null],
  table_is_last_turn: false,
  hand: ['3 Moon', '5 Sun'],
  reserve: [],
  own_tricks: [],
  declaring: null,
  results: [],
  clock: 0,
  decide_by: null,
  ...more,
})
