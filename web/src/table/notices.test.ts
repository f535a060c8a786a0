import { expect, test } from 'vitest'
import type { SeatNow, TableNow } from '../net/messages'
import { notices } from './notices'

const table = (...seats: SeatNow[]): TableNow => ({
  id: 't',
  game: 'g',
  status: 'playing',
  seats,
  options: {},
  public: false,
})
const ada = { name: 'Ada', here: true, host: true }
const bert = { name: 'Bert', here: true }

const said = (before: SeatNow, after: SeatNow) =>
  notices(table(ada, before), table(ada, after), [0]).map(({ kind }) => kind)

test('who leaves, is replaced by a bot, and comes back', () => {
  expect(said(bert, { ...bert, here: false })).toEqual(['offline'])
  expect(said({ ...bert, here: false }, { ...bert, here: false, bot: 'casual' })).toEqual(['away'])
  expect(said({ ...bert, here: false, bot: 'casual' }, bert)).toEqual(['back'])
  expect(said({ ...bert, here: false }, bert)).toEqual(['back'])
  expect(said(bert, { name: null, bot: 'casual', was: 'Bert' })).toEqual(['left'])
  expect(said(bert, { name: null })).toEqual(['left'])
})

test('who takes a seat, and whose it was', () => {
  expect(said({ name: null }, bert)).toEqual(['joined'])
  expect(notices(table(ada, { bot: 'casual', was: 'Cleo' }), table(ada, bert), [0])).toEqual([
    { kind: 'took over', seat: 1, name: 'Bert', from: 'Cleo' },
  ])
})

test('nobody is told about themselves, except that they are the host now', () => {
  const left = { name: null, bot: 'casual' }
  expect(notices(table(ada, bert), table(left, { ...bert, here: false, host: true }), [1])).toEqual([
    { kind: 'left', seat: 0, name: 'Ada' },
    { kind: 'host', seat: 1, name: 'Bert' },
  ])
})

test('a table that was just opened, or set up again, has no news', () => {
  expect(notices(null, table(ada, bert), [0])).toEqual([])
  expect(notices(table(ada), table(ada, bert), [0])).toEqual([])
  expect(notices(table(ada, bert), table(ada, bert), [0])).toEqual([])
})
