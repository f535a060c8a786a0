import { describe, expect, it } from 'vitest'
import { inGrid, inHeap, layOut, neighbour, type Rect, type Spot, type Wanted } from './layout'
import { WHOLE } from './lens'
import { CARDS, CELL, COLUMNS, ROWS } from './rules.gen'

const field = { width: COLUMNS * CELL, height: ROWS * CELL }
const wanted = (more: Partial<Wanted>): Wanted => ({
  width: 1280,
  height: 748,
  others: 3,
  own: 6,
  theirs: 6,
  dense: false,
  leftHand: false,
  ...more,
})
const screens = [
  { width: 1280, height: 748 },
  { width: 390, height: 792 },
  { width: 844, height: 338 },
  { width: 820, height: 1128 },
]
const inside = ({ x, y, side }: Spot, rect: Rect, slack = 1) => {
  expect(x - side / 2).toBeGreaterThanOrEqual(rect.x - slack)
  expect(x + side / 2).toBeLessThanOrEqual(rect.x + rect.width + slack)
  expect(y - side / 2).toBeGreaterThanOrEqual(rect.y - slack)
  expect(y + side / 2).toBeLessThanOrEqual(rect.y + rect.height + slack)
}

describe('the table', () => {
  for (const screen of screens) {
    for (const others of [0, 1, 3, 6]) {
      for (const places of [6, 9]) {
        it(`fits ${others + 1} players with ${places} cards on ${screen.width} × ${screen.height}`, () => {
          const layout = layOut(wanted({ ...screen, others, own: places, theirs: places }))
          const whole = { x: 0, y: 0, ...screen }
          expect(layout.mats).toHaveLength(others)
          expect(layout.own).toHaveLength(places)
          for (const spot of layout.own) inside(spot, layout.rail)
          for (const mat of layout.mats) {
            expect(mat.spots).toHaveLength(places)
            for (const spot of mat.spots) {
              inside(spot, mat.rect, 2)
              inside(spot, whole)
              expect(spot.y + spot.side / 2).toBeLessThanOrEqual(layout.rail.y)
            }
          }
          expect(layout.heap.y + layout.heap.height).toBeLessThanOrEqual(layout.rail.y)
          expect(layout.heap.width).toBeGreaterThan(screen.width * 0.5)
          for (const x of [38, 1162])
            for (const y of [38, 662]) inside(inHeap(layout, WHOLE, { x, y, degrees: 0 }, field), layout.heap, 3)
          for (const place of [0, CARDS - 1]) inside(inGrid(layout, WHOLE, place, CARDS), layout.heap)
        })
      }
    }
  }

  it('keeps a corner of the heap free for buttons', () => {
    for (const screen of screens) {
      const { heap, corner, ...rest } = layOut(wanted(screen))
      const spot = inHeap({ heap, corner, ...rest }, WHOLE, { x: 1162, y: 662, degrees: 0 }, field)
      expect(spot.x + spot.side / 2).toBeLessThanOrEqual(heap.x + heap.width - corner.width)
    }
  })

  it('gives a thumb enough to touch on a phone', () => {
    const layout = layOut(wanted({ width: 390, height: 792 }))
    expect(layout.side).toBeGreaterThan(41)
    expect(inGrid(layout, WHOLE, 0, 42).side).toBeGreaterThan(50)
  })
})

describe('an arrow key', () => {
  const cards = [
    { x: 10, y: 0 },
    { x: 30, y: 2 },
    { x: 12, y: 20 },
  ]
  it('finds what lies that way', () => {
    const from = { x: 0, y: 0 }
    expect(neighbour(from, cards, 1, 0)).toBe(cards[0])
    expect(neighbour(from, cards, 0, 1)).toBe(cards[2])
    expect(neighbour(from, cards, -1, 0)).toBeNull()
  })
})
