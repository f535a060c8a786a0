/** One round table for every game: you sit at the bottom, the others follow clockwise, up the left side and down the right one. */

import type { TableState } from '../table/table.svelte'

/** The seats in playing order, beginning with yours; for a spectator, with the first. */
export function fromYou(table: Pick<TableState, 'seats' | 'you'>): number[] {
  const count = table.seats.length
  const first = table.you ?? 0
  return Array.from({ length: count }, (_, step) => (first + step) % count)
}

export interface Point {
  x: number
  y: number
}

/** For each seat of `fromYou`, its place on an ellipse: x to the right and y downwards, from 0 to 1 by default. */
export function around(count: number, radius: Point = { x: 0.5, y: 0.5 }, middle: Point = { x: 0.5, y: 0.5 }): Point[] {
  return Array.from({ length: count }, (_, step) => {
    const angle = Math.PI / 2 + (2 * Math.PI * step) / count
    return { x: middle.x + radius.x * Math.cos(angle), y: middle.y + radius.y * Math.sin(angle) }
  })
}

export interface Side {
  side: 'left' | 'right'
  /** Counted from the top of that side. */
  row: number
  /** The number of players on that side. */
  of: number
}

/** For each of the others, in playing order after you, its place when they sit along the left and the right side. */
export function alongSides(others: number): Side[] {
  const left = Math.ceil(others / 2)
  return Array.from({ length: others }, (_, number): Side => {
    if (number < left) return { side: 'left', row: left - 1 - number, of: left }
    return { side: 'right', row: number - left, of: others - left }
  })
}
