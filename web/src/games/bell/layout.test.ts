import { describe, expect, it } from 'vitest'
import { insetFor, layOut, type Layout } from './layout'

const sizes: [string, number, number, number][] = [
  ['desk', 1280, 748, 96],
  ['large desk', 1920, 1028, 120],
  ['tablet', 820, 1128, 96],
  ['phone', 390, 792, 70],
  ['small phone', 320, 516, 44],
  ['phone on its side', 844, 338, 58],
]

function boxes({ seats, high }: Layout) {
  return seats.map(({ x, y, wide }) => ({
    left: x - wide / 2,
    right: x + wide / 2,
    top: y - high / 2,
    bottom: y + high / 2,
  }))
}

describe.each(sizes)('the table on a %s', (_, width, height, least) => {
  it.each([2, 3, 4, 5])('seats %i players without overlap', (count) => {
    const layout = layOut(count, width, height)
    const all = boxes(layout)
    expect(layout.seats).toHaveLength(count)
    expect(layout.card).toBeGreaterThanOrEqual(least)
    for (const [place, box] of all.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(0)
      expect(box.right).toBeLessThanOrEqual(width)
      expect(box.top).toBeGreaterThanOrEqual(0)
      expect(box.bottom).toBeLessThanOrEqual(height)
      for (const other of all.slice(place + 1)) {
        expect(
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top,
        ).toBe(true)
      }
    }
    const { x, y, size } = layout.bell
    expect(size).toBeGreaterThanOrEqual(84)
    for (const box of all) {
      const inside =
        x + size / 2 > box.left && x - size / 2 < box.right && y + size / 2 > box.top && y - size / 2 < box.bottom
      expect(inside).toBe(false)
    }
  })

  it('puts you at the bottom and the others clockwise, up the left side', () => {
    const layout = layOut(4, width, height)
    const [you, second, , fourth] = layout.seats
    expect(you!.y).toBeGreaterThan(second!.y)
    expect(second!.x).toBeLessThan(fourth!.x)
  })
})

it('keeps the bell on the side of the hand where it has to stand aside', () => {
  expect(layOut(4, 844, 338, 'right').bell.x).toBeGreaterThan(422)
  expect(layOut(4, 844, 338, 'left').bell.x).toBeLessThan(422)
})

describe('insetFor', () => {
  it('keeps the corners free for several players at one device', () => {
    expect(insetFor(1, 1280, 800)).toEqual({ x: 0, top: 0, bottom: 0 })
    expect(insetFor(3, 1280, 800)).toEqual({ x: 150, top: 0, bottom: 0 })
    expect(insetFor(5, 1280, 800).bottom).toBeGreaterThan(0)
    const tall = insetFor(2, 390, 844)
    expect(tall.x).toBe(0)
    expect(tall.top).toBe(tall.bottom)
  })
})
