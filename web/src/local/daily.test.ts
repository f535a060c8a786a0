import { expect, test } from 'vitest'
import { dateOf, daySeed, gameOfDay } from './daily'

test('the deals of some days, which must never change', () => {
  expect(daySeed('2026-11-16', 'one')).toBe(7768217938937199900n)
  expect(daySeed('2026-11-17', 'one')).toBe(3767060176926344453n)
  expect(daySeed('2026-11-16', 'another')).toBe(2723306803064052881n)
  expect(daySeed('2028-02-29', 'one')).toBe(7209879719083778408n)
})

test('every seed fits into 63 bits, and no two are equal', () => {
  const seeds = Array.from({ length: 400 }, (_, day) =>
    daySeed(dateOf(new Date(2027, 0, 1 + day)), day % 2 ? 'one' : 'another'),
  )
  expect(seeds.every((seed) => seed >= 0n && seed < 2n ** 63n)).toBe(true)
  expect(new Set(seeds).size).toBe(seeds.length)
})

test('the date is that of the calendar on the wall', () => {
  expect(dateOf(new Date(2026, 10, 6, 0, 0, 1))).toBe('2026-11-06')
  expect(dateOf(new Date(2026, 10, 6, 23, 59, 59))).toBe('2026-11-06')
})

test('all games take turns, whatever order they are listed in', () => {
  const games = ['c', 'a', 'b']
  const days = ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']
  const found = days.map((day) => gameOfDay(day, games))
  expect(new Set(found.slice(0, 3)).size).toBe(3)
  expect(found[3]).toBe(found[0])
  expect(days.map((day) => gameOfDay(day, ['b', 'c', 'a']))).toEqual(found)
})
