import { expect, test } from 'vitest'
import type { RoundReview } from './review.gen'
import { areaOf, lowest, said, stepsOf } from './reviewCurve'

const round = {
  ms: 60000,
  limit: 6,
  curve: [
    { ms: 0, points: 0, best: 6 },
    { ms: 3000, points: -1, best: 6 },
    { ms: 30000, points: 3, best: 5 },
    { ms: 60000, points: 3, best: 3 },
  ],
} as unknown as RoundReview
const x = (ms: number) => ms / 600
const y = (points: number) => 6 - points

test('a value holds until it changes', () => {
  expect(stepsOf(round, 'best', x, y)).toBe(
    'M0.00 0.00L5.00 0.00L5.00 0.00L50.00 0.00L50.00 1.00L100.00 1.00L100.00 3.00L100.00 3.00',
  )
  expect(lowest(round)).toBe(-1)
})

test('the area between the curves is closed', () => {
  expect(areaOf(round, x, y)).toMatch(/^M0\.00 0\.00L.*L0\.00 6\.00Z$/)
})

test('the curve is also told in words', () => {
  expect(said(round)).toBe(
    'Points, and the best hand within reach. At 0:00: 0 of 6. At 0:15: −1 of 6. At 0:30: 3 of 5. At 0:45: 3 of 5. At 1:00: 3 of 3.',
  )
})

test('a round that was left at once has a curve, too', () => {
  const short = { ...round, ms: 0, curve: round.curve.slice(0, 1) }
  expect(stepsOf(short, 'points', () => 0, y)).toBe('M0.00 6.00L0.00 6.00')
  expect(said(short)).toContain('At 0:00: 0 of 6.')
})
