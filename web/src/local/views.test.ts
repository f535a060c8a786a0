import { expect, test } from 'vitest'
import { applyDiff } from '../table/viewDiff'
import { viewDiff } from './views'

const OLD = { a: 1, list: [1, 2, { b: 3 }], rest: { x: null as unknown, y: [] as number[] }, flag: 1 as unknown }

test.each([
  [OLD, []],
  [{ ...OLD, a: 2 }, [[['a'], 2]]],
  [{ ...OLD, flag: true }, [[['flag'], true]]], // in JSON, 1 is not true
  [{ ...OLD, list: [1, 2, { b: 4 }] }, [[['list', 2, 'b'], 4]]],
  [{ ...OLD, list: [1] }, [[['list'], [1]]]],
  [{ ...OLD, rest: { x: { z: 1 }, y: [] } }, [[['rest', 'x'], { z: 1 }]]],
  [{ ...OLD, rest: { other: 1 } }, [[['rest'], { other: 1 }]]],
])('%o', (now, change) => {
  const before = JSON.parse(JSON.stringify(OLD)) as typeof OLD
  expect(viewDiff(before, now)).toEqual(change)
  expect(applyDiff(before as unknown, viewDiff(before, now))).toEqual(now)
})

test('the first view is whole', () => expect(viewDiff(undefined, OLD)).toEqual([[[], OLD]]))
