import { expect, test } from 'vitest'
import { isAct } from './actions'

const Act = { DRAW: 0, PLACE: 1, PASS: 9, LEAVE: 10 } as const

test('an action belongs to the range that begins at or before it', () => {
  expect(isAct(Act, 'DRAW', 0)).toBe(true)
  expect(isAct(Act, 'DRAW', 1)).toBe(false)
  expect([1, 8].map((action) => isAct(Act, 'PLACE', action))).toEqual([true, true])
  expect([0, 9].map((action) => isAct(Act, 'PLACE', action))).toEqual([false, false])
  expect(isAct(Act, 'LEAVE', 10)).toBe(true)
})
