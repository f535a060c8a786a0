import { expect, it } from 'vitest'
import { summary, thisSession, type OwnRing } from './reactions'

const HOUR = 3600_000
const ring = (at: number, ms: number, right = true, first = right): OwnRing => ({ at, ms, right, first })

it('a session ends with a long break', () => {
  const rings = [ring(0, 500), ring(HOUR, 600), ring(9 * HOUR, 700), ring(12 * HOUR, 800)]
  expect(thisSession(rings, 13 * HOUR).map(({ ms }) => ms)).toEqual([700, 800])
  expect(thisSession(rings, 20 * HOUR)).toEqual([])
  expect(thisSession([], 5)).toEqual([])
})

it('sums up a session by its right rings', () => {
  expect(summary([ring(1, 700), ring(2, 300, false), ring(3, 500), ring(4, 900, true, false)])).toEqual({
    rings: 4,
    won: 2,
    wrong: 1,
    best: 500,
    usual: 700,
  })
  expect(summary([])).toEqual({ rings: 0, won: 0, wrong: 0, best: null, usual: null })
})
