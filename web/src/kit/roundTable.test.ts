import { describe, expect, test } from 'vitest'
import type { TableState } from '../table/table.svelte'
import { alongSides, around, fromYou } from './roundTable'

const table = (seats: number, you: number | null) =>
  ({ seats: Array.from({ length: seats }), you }) as unknown as TableState

test('the order begins with you, and with the first seat for a spectator', () => {
  expect(fromYou(table(4, 2))).toEqual([2, 3, 0, 1])
  expect(fromYou(table(3, null))).toEqual([0, 1, 2])
})

describe('around', () => {
  test('you are at the bottom and the next player is to your left', () => {
    const [you, next, across, last] = around(4, { x: 2, y: 1 }, { x: 0, y: 0 })
    expect(you!.x).toBeCloseTo(0)
    expect(you!.y).toBeCloseTo(1)
    expect(next!.x).toBeCloseTo(-2)
    expect(across!.y).toBeCloseTo(-1)
    expect(last!.x).toBeCloseTo(2)
  })
})

describe('alongSides', () => {
  test('up the left side, then down the right one', () => {
    expect(alongSides(3)).toEqual([
      { side: 'left', row: 1, of: 2 },
      { side: 'left', row: 0, of: 2 },
      { side: 'right', row: 0, of: 1 },
    ])
  })
  test('nobody and one', () => {
    expect(alongSides(0)).toEqual([])
    expect(alongSides(1)).toEqual([{ side: 'left', row: 0, of: 1 }])
  })
})
