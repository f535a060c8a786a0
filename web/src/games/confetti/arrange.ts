/** How a counted hand is laid out: in a block, with the cards of a set close together, so that the lines are short. */

import { SPOTS } from './cards'
import { SIZES, type Size } from './rules.gen'

type SetOf = Readonly<Record<Size, string>>

/** The number of columns that makes the block closest to a square, never taller than wide. */
export function columnsFor(count: number): number {
  return count <= 3 ? Math.max(count, 1) : count === 4 ? 2 : count <= 9 ? 3 : 4
}

const FINGER = 44 // pixels, the smallest thing that a finger hits

/** The block of your own cards, which you choose from: the squarest whose cards a finger hits, or the one with the
 *  largest cards. */
export function blockIn(
  count: number,
  room: { width: number; height: number },
  largest: number,
): { columns: number; side: number } {
  let best = { columns: columnsFor(count), side: 0 }
  for (let columns = columnsFor(count); columns <= count; columns += 1) {
    const side = Math.min(largest, room.height / Math.ceil(count / columns), room.width / columns)
    if (side > best.side) best = { columns, side }
    if (best.side >= FINGER) break
  }
  return best
}

const PITCH = 114

/** The total length of the sets' lines in this order. */
export function lineLength(order: readonly string[], sets: readonly SetOf[], columns: number): number {
  const at = new Map(
    order.map((card, place) => [card, { x: (place % columns) * PITCH, y: Math.floor(place / columns) * PITCH }]),
  )
  let sum = 0
  for (const set of sets) {
    const points = SIZES.map((size) => ({
      x: at.get(set[size])!.x + SPOTS[size].x,
      y: at.get(set[size])!.y + SPOTS[size].y,
    }))
    for (let end = 1; end < points.length; end += 1)
      sum += Math.hypot(points[end]!.x - points[end - 1]!.x, points[end]!.y - points[end - 1]!.y)
  }
  return sum
}

/** The cards that are in sets, ordered so that the lines are short (two are swapped as long as that helps), then the spare ones. */
export function arranged(
  cards: readonly string[],
  sets: readonly SetOf[],
  spare: readonly string[],
  columns: number,
): string[] {
  const order = cards.filter((card) => !spare.includes(card))
  let least = lineLength(order, sets, columns)
  for (let better = true; better;) {
    better = false
    for (let a = 0; a < order.length; a += 1) {
      for (let b = a + 1; b < order.length; b += 1) {
        const swapped = [...order]
        ;[swapped[a], swapped[b]] = [order[b]!, order[a]!]
        const now = lineLength(swapped, sets, columns)
        if (now < least - 0.01) {
          order.splice(0, order.length, ...swapped)
          least = now
          better = true
        }
      }
    }
  }
  return [...order, ...spare]
}
