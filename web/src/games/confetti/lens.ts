/** A lens over the heap: its zoom and its position. */

import type { Point } from '../../kit/roundTable'
import type { Rect } from './layout'

export interface Lens {
  zoom: number
  x: number // what the middle of the heap shows, from 0 to 1
  y: number
}

export const WHOLE: Lens = { zoom: 1, x: 0.5, y: 0.5 }
export const MOST_ZOOM = 3

/** The lens shows nothing beyond the heap. */
export function kept({ zoom, x, y }: Lens): Lens {
  const near = Math.min(MOST_ZOOM, Math.max(1, zoom))
  const half = 0.5 / near
  const within = (value: number) => Math.min(1 - half, Math.max(half, value))
  return { zoom: near, x: within(x), y: within(y) }
}

/** Zooms, keeping the same card under the point `at` of the table; by default, under the middle. */
export function zoomed(lens: Lens, heap: Rect, zoom: number, at?: Point): Lens {
  const [x, y] = at ? [(at.x - heap.x) / heap.width - 0.5, (at.y - heap.y) / heap.height - 0.5] : [0, 0]
  const next = Math.min(MOST_ZOOM, Math.max(1, zoom))
  return kept({ zoom: next, x: lens.x + x / lens.zoom - x / next, y: lens.y + y / lens.zoom - y / next })
}

/** Moves the heap by as many pixels as the finger moved. */
export const panned = (lens: Lens, heap: Rect, x: number, y: number): Lens =>
  kept({ ...lens, x: lens.x - x / heap.width / lens.zoom, y: lens.y - y / heap.height / lens.zoom })
