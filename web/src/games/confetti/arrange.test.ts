import { describe, expect, it } from 'vitest'
import { arranged, blockIn, columnsFor, lineLength } from './arrange'

const set = (small: string, medium: string, big: string) => ({ small, medium, big })

describe('a counted hand', () => {
  it('lies in a block', () => {
    expect([0, 1, 3, 4, 5, 6, 9, 12].map(columnsFor)).toEqual([1, 1, 3, 2, 3, 3, 3, 4])
  })

  it('lies in a wider block where its cards would be too small for a finger', () => {
    expect(blockIn(9, { width: 296, height: 150 }, 92)).toEqual({ columns: 3, side: 50 })
    expect(blockIn(9, { width: 296, height: 90 }, 92)).toEqual({ columns: 5, side: 45 })
    expect(blockIn(6, { width: 296, height: 60 }, 92)).toEqual({ columns: 6, side: 296 / 6 })
    expect(blockIn(2, { width: 1000, height: 800 }, 128)).toEqual({ columns: 2, side: 128 })
  })

  it('has every card once, spare ones last', () => {
    const cards = ['ROY', 'GBP', 'OYR', 'YRO']
    const order = arranged(cards, [set('ROY', 'YRO', 'OYR')], ['GBP'], 2)
    expect(order.toSorted()).toEqual(cards.toSorted())
    expect(order.at(-1)).toBe('GBP')
  })

  it('lies so that its lines are short, and no swap of two makes them shorter', () => {
    const cards = ['a', 'x', 'b', 'y', 'c', 'z']
    const sets = [set('a', 'b', 'c'), set('x', 'y', 'z')]
    const order = arranged(cards, sets, [], 3)
    const best = lineLength(order, sets, 3)
    expect(best).toBeLessThan(lineLength(cards, sets, 3))
    for (let a = 0; a < 6; a += 1) {
      for (let b = 0; b < a; b += 1) {
        const swapped = [...order]
        ;[swapped[a], swapped[b]] = [order[b]!, order[a]!]
        expect(lineLength(swapped, sets, 3)).toBeGreaterThan(best - 0.1)
      }
    }
  })
})
