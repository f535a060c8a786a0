import { expect, it } from 'vitest'
import type { BellCard, BellGame, BellSeat, BellView } from './common'
import { rulingOf } from './ruling'
import { sayer } from './say'

const game = {
  read: (view: BellView) => view,
  kinds: (card: BellCard) => [(card as BellCard & { fruit: string }).fruit],
  counted: (kind: string, amount: number) => `${amount} ${kind}`,
  called: (card: BellCard) => `${card.amount}`,
} as unknown as BellGame

const seat = (bank: number, stack: number, fruit?: string, amount = 0): BellSeat => ({
  playing: true,
  bank,
  stack,
  top: fruit ? ({ fruit, amount } as BellCard) : null,
  locked: false,
  barred: false,
  lastChance: false,
  votes: false,
  handicap: 0,
  score: bank + stack,
})
const view = (seats: BellSeat[], result: BellView['result'] = null, shown = 0): BellView => ({
  turn: 0,
  seats,
  pace: {
    clock: 100,
    flips: 9,
    last_flip: 50,
    may_flip_at: 0,
    flips_itself_at: null,
    verdict_at: null,
    shown_until: shown,
    handicap_ms: [0, 0, 0],
  },
  result,
  notice: null,
  ending: null,
})
const speaking = { you: 0, name: (number: number) => ['You', 'Mia', 'Ben'][number]! }

it('a right ring: the five lit, the heap to the ringer (PIC-65)', () => {
  const was = view([seat(20, 3, 'lime', 2), seat(15, 4, 'lime', 3), seat(11, 2, 'plum', 1)])
  const is = view([seat(29, 0), seat(15, 0), seat(11, 0)], { seat: 0, right: true }, 1600)
  expect(rulingOf(game, 7, was, is, [])).toMatchObject({
    seat: 0,
    right: true,
    lit: [0, 1],
    taker: 0,
    won: 9,
    paid: 0,
    grace: false,
  })
  expect(sayer(game)({} as never, was, is, speaking)).toEqual(['You win the bell: 5 lime.', 'You take 9 cards.'])
})

it('a right ring for the five that was covered a moment ago', () => {
  const left = seat(20, 3, 'lime', 2)
  const was = view([left, seat(15, 4, 'plum', 1)])
  const is = view([seat(20, 0), seat(22, 0)], { seat: 1, right: true }, 1600)
  const earlier = [left.top, { fruit: 'lime', amount: 3 } as BellCard]
  expect(rulingOf(game, 7, was, is, earlier)).toMatchObject({ grace: true, lit: [0], sums: [{ kind: 'lime' }] })
})

it('a wrong ring pays one card to each (PIC-66)', () => {
  const was = view([seat(9, 1, 'lime', 4), seat(7, 1, 'plum', 1), seat(5, 0)])
  const is = view([seat(7, 1, 'lime', 4), seat(8, 1, 'plum', 1), seat(6, 0)], { seat: 0, right: false }, 1600)
  expect(rulingOf(game, 7, was, is, [])).toMatchObject({ right: false, taker: null, paid: 2, lit: [] })
  expect(sayer(game)({} as never, was, is, speaking)).toEqual([
    'You rang, but there was no five. 4 lime, 1 plum.',
    'You pay 2 cards.',
  ])
})

it('of two, the other takes the open cards (PIC-68)', () => {
  const was = view([seat(12, 3, 'lime', 4), seat(36, 4, 'plum', 1)])
  const is = view([seat(12, 0), seat(43, 0)], { seat: 0, right: false }, 1600)
  expect(rulingOf(game, 7, was, is, [])).toMatchObject({ right: false, taker: 1, won: 7, paid: 0 })
})
