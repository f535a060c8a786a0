import { expect, test } from 'vitest'
import { pick } from './pick'
import { newCard, tried, type Card } from './schedule'
import { exercisesOf, type Shipped } from './shipped'

const DAY = 24 * 3600_000
const NOW = new Date(2026, 2, 2, 12).getTime()
const SHIPPED: Shipped = {
  game: 'some',
  rules: 3,
  matches: [
    {
      seats: 2,
      seed: 5,
      log: [0, 1, 7, 20, 0, 8, 30, 1, 9],
      positions: [
        [1, 8, 0, 5000, [[9, 250, 12]]],
        [2, 9, 3, 3000, [[7, 100, -3]]],
      ],
    },
    { seats: 3, seed: 6, log: [0, 0, 1], positions: [[0, 1, 3, 4000, [[2, 400, 20]]]] },
  ],
}
const ALL = exercisesOf(SHIPPED)
const cardOf = (number: number, solved: boolean, at: number): Card => {
  const { id, level } = ALL[number]!
  return tried(newCard({ id, game: 'some', own: false, level }, at), solved, at)
}
const mistake = (at: number): Card => newCard({ id: 'own/m/0/5', game: 'some', own: true, level: null }, at)
const ids = (cards: Card[], wanted: number | 'own' | null, random = 0) => {
  const found = pick(ALL, cards, wanted, NOW, () => random)
  return found && ('repeats' in found ? found.repeats.id : found.fresh.id)
}

test('the file becomes logs and costs', () => {
  expect(ALL.map(({ id }) => id)).toEqual(['some/5/1', 'some/5/2', 'some/6/0'])
  const [first] = ALL
  expect(first).toMatchObject({ game: 'some', level: 0, entry: 1, best: 8, chance: 0.5 })
  expect(first!.log.entries).toEqual([
    [0, 1, 7],
    [20, 0, 8],
    [50, 1, 9],
  ])
  expect(first!.log.header).toMatchObject({ game: 'some', rules: 3, seats: 2, seed: 5n })
  expect(first!.costs.get(9)).toEqual({ loss: 0.025, points: 1.2 })
})

test('new exercises of the wanted level, in any order', () => {
  expect(ids([], 3, 0)).toBe('some/5/2')
  expect(ids([], 3, 0.99)).toBe('some/6/0')
  expect(ids([], 0, 0.99)).toBe('some/5/1')
  expect(ids([cardOf(1, true, NOW)], 3, 0)).toBe('some/6/0')
  expect(ids([], 1)).toBeNull()
})

test('what comes back today is first, your own mistakes before all', () => {
  const failed = cardOf(0, false, NOW - DAY)
  expect(ids([failed], 3)).toBe('some/5/1')
  expect(ids([failed, mistake(NOW - DAY)], 3)).toBe('own/m/0/5')
  expect(ids([failed, mistake(NOW)], 3)).toBe('some/5/1')
})

test('somebody who wants only their own mistakes gets no others', () => {
  expect(ids([cardOf(0, false, NOW - DAY), mistake(NOW - DAY)], 'own')).toBe('own/m/0/5')
  expect(ids([cardOf(0, false, NOW - DAY), mistake(NOW)], 'own')).toBeNull()
})

test('after all have been tried, the one that was solved longest ago; what waits for its day keeps waiting', () => {
  const cards = [cardOf(0, true, NOW - 5 * DAY), cardOf(1, true, NOW - 9 * DAY), cardOf(2, false, NOW)]
  expect(ids(cards, null)).toBe('some/5/2')
  expect(ids([cardOf(1, false, NOW), cardOf(2, false, NOW)], 3)).toBeNull()
})
