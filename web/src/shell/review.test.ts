import { expect, test } from 'vitest'
import { percent, reviewPath, signed, splitOf } from './review'

test('the parts of a result add up as they are shown', () => {
  for (const [start, lost, end] of [
    [333_333, 12_349, 1_000_000],
    [250_000, 51, 0],
    [166_666, -449, 500_000],
  ] as const) {
    const split = splitOf(start, lost, end)
    expect(split.start + split.luck + split.skill).toBe(split.end)
  }
  expect(splitOf(250_000, 150_000, 0)).toEqual({ start: 250, luck: -100, skill: -150, end: 0 })
})

test('chances are shown in tenths of a percent', () => {
  expect(percent(34_957)).toBe('3.5\u00a0%')
  expect(percent(400)).toBe('less than 0.1\u00a0%')
  expect(percent(0)).toBe('0.0\u00a0%')
  expect(signed(-150)).toBe('−15.0\u00a0%')
  expect(signed(12)).toBe('+1.2\u00a0%')
})

test('without a seat, the address of a review asks for one', () => {
  expect(reviewPath('m1', 2)).toBe('#/review/m1/2')
  expect(reviewPath('m1', null)).toBe('#/review/m1')
})
