/** Views to test with: two at a table, the first with a 5 in hand. */

import type { Parrot } from '../../net/views'
import { DOWN } from './rules.gen'

export const seat = (box: string, total = 0, rounds: number[] = []): Parrot.SeatView => {
  const cards = box.split(' ')
  return { box: cards, down: cards.filter((card) => card === DOWN).length, ready: true, left: false, rounds, total }
}

export const view = (change: Partial<Parrot.View> = {}): Parrot.View => ({
  phase: 'use',
  round: 1,
  rounds: 5,
  turn: 0,
  ender: null,
  pile: 80,
  discards: 1,
  discard: '9',
  hand: '5',
  from_pile: true,
  opening: null,
  deadline: null,
  clock: 0,
  seats: [seat('5 ? 8 ? P 3 ? 1'), seat('1 ? ? ? 2 ? ? ?')],
  ...change,
})
