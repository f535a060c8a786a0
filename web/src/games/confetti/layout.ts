/**
 * The layout of a table of a given size: your edge at the bottom, the others around it, the heap in between. All cards
 * are in one layer and only ever move within it, so that each travels from its old position to its new one.
 */

import { alongSides } from '../../kit/roundTable'
import type { Lens } from './lens'
import { CARD_SIDE, CELL, COLUMNS, JITTER, ROWS } from './rules.gen'

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** A card's centre, its side in pixels, and its rotation. */
export interface Spot {
  x: number
  y: number
  side: number
  turn: number
}

export interface Mat {
  rect: Rect
  name: Rect // for the name plate
  spots: Spot[]
}

export interface Layout {
  tall: boolean // portrait: the heap is turned by a quarter
  heap: Rect
  corner: { width: number; height: number; left: boolean } // a lower corner of the heap, kept free for buttons
  side: number // of a card in the heap
  rail: Rect
  own: Spot[]
  mats: Mat[] // of the others, in playing order after you
}

export interface Wanted {
  width: number
  height: number
  others: number
  own: number // places at your edge
  theirs: number // places at each other edge
  dense: boolean // more than half of the cells are full
  leftHand: boolean
}

const MARGIN = CELL / 2 - JITTER // a card's centre is never nearer to the edge of the rules' own field
const FILL = CARD_SIDE / CELL // a card's side in its cell, as in that field
const INSET = 0.56 // of its side: how far a card's centre stays from the edge of the heap
const GAP = 6
const THUMB = 44 // px
const REACH = 30 // px, from the centre of a card
const OVERLAP = 1.35 // at most, a card's side in that of the largest card that touches no other
const SHORT = 600 // px, the height of a small phone held upright

/** `count` cards in a row; they overlap where there is too little room. */
function row(count: number, from: number, room: number, side: number, y: number): Spot[] {
  const pitch = count > 1 ? Math.min(side + GAP, (room - side) / (count - 1)) : 0
  const start = from + (room - side - pitch * (count - 1)) / 2 + side / 2
  return Array.from({ length: count }, (_, place) => ({ x: start + place * pitch, y, side, turn: 0 }))
}

function rows(count: number, perRow: number, rect: Rect, side: number): Spot[] {
  const spots: Spot[] = []
  for (let done = 0, line = 0; done < count; done += perRow, line += 1) {
    const y = rect.y + side / 2 + line * (side + 4)
    const full = row(perRow, rect.x, rect.width, side, y)
    spots.push(...full.slice(0, Math.min(perRow, count - done)))
  }
  return spots
}

export function layOut(wanted: Wanted): Layout {
  return wanted.width < wanted.height ? layTall(wanted) : layWide(wanted)
}

function cardSide(heap: Rect, tall: boolean, dense: boolean): number {
  const fill = FILL * (dense ? 1.02 : 1.16) // half of the cells are empty: there is room
  const fits = (room: number, cells: number) => (fill * room) / (cells - (2 * MARGIN) / CELL + 2 * INSET * fill)
  const across = fits(heap.width, tall ? ROWS : COLUMNS)
  const down = fits(heap.height, tall ? COLUMNS : ROWS)
  const apart = Math.min(across, down)
  // On a small screen neighbours rather overlap a little than become too small to be seen and hit.
  return Math.max(apart, Math.min(THUMB, OVERLAP * apart, Math.sqrt(across * down)))
}

function layTall({ width, height, others, own, theirs, dense }: Wanted): Layout {
  const perLine = others > 3 ? 3 : Math.max(others, 1)
  const lines = Math.ceil(others / perLine)
  const matWidth = (width - GAP * (perLine + 1)) / perLine
  const short = height < SHORT
  const side = (others > 3 ? 27 : others > 1 ? 33 : 42) - (short ? 6 : 0)
  const perRow = others === 1 ? theirs : Math.ceil(theirs / 2)
  const cardRows = others === 1 ? 1 : 2
  const nameHeight = short ? 36 : 40
  const matHeight = nameHeight + cardRows * (side + 4) + 2
  const mats = Array.from({ length: others }, (_, number): Mat => {
    const x = GAP + (number % perLine) * (matWidth + GAP)
    const y = Math.floor(number / perLine) * (matHeight + GAP)
    const rect = { x, y, width: matWidth, height: matHeight }
    return {
      rect,
      name: { ...rect, height: nameHeight },
      spots: rows(theirs, perRow, { ...rect, x: x + 2, width: matWidth - 4, y: y + nameHeight }, side),
    }
  })
  const top = lines * (matHeight + GAP)
  const ownSide = Math.min(62, Math.max(46, (width - 2 * GAP) / own - GAP))
  const railHeight = 64 + ownSide + 14
  const rail = { x: 0, y: height - railHeight, width, height: railHeight }
  const heap = { x: GAP, y: top, width: width - 2 * GAP, height: rail.y - top - GAP }
  return {
    tall: true,
    heap,
    corner: { width: 52, height: 50, left: false },
    side: cardSide(heap, true, dense),
    rail,
    own: row(own, 10, width - 20, ownSide, rail.y + 64 + ownSide / 2),
    mats,
  }
}

function layWide({ width, height, others, own, theirs, dense, leftHand }: Wanted): Layout {
  const low = height < 480
  const railHeight = low ? 78 : Math.min(150, Math.max(104, height * 0.19))
  const rail = { x: 0, y: height - railHeight, width, height: railHeight }
  const sides = alongSides(others)
  const left = sides.filter(({ side }) => side === 'left').length
  const right = others - left
  const most = Math.max(left, right, 1)
  const columns = low && theirs > 6 ? 5 : 3
  const lines = Math.ceil(theirs / columns)
  const sideWidth = Math.min(190, Math.max(112, width * 0.122))
  const room = rail.y - GAP
  const nameHeight = low ? 38 : 46
  const matHeight = Math.min(room / most, nameHeight + lines * 62)
  const side = Math.min(58, (sideWidth - 10) / Math.min(columns, 3.4) - 3, (matHeight - nameHeight) / lines - 5)
  const mats = sides.map(({ side: at, row: step, of }): Mat => {
    const slack = room - of * matHeight
    const y = slack / 2 + step * matHeight
    const x = at === 'left' ? 8 : width - sideWidth - 8
    const rect = { x, y, width: sideWidth, height: matHeight }
    return {
      rect,
      name: { ...rect, height: nameHeight },
      spots: rows(theirs, columns, { ...rect, y: y + nameHeight, x: x + 4, width: sideWidth - 8 }, side),
    }
  })
  const edge = (taken: number) => (taken ? sideWidth + 12 : 12)
  const heap = { x: edge(left), y: GAP, width: width - edge(left) - edge(right), height: rail.y - 2 * GAP }
  const start = low ? 246 : 300
  const end = low ? 96 : 150
  const [before, after] = leftHand ? [end, start] : [start, end]
  const space = width - before - after
  const ownSide = Math.min(railHeight - (low ? 16 : 34), 108, Math.max(46, (space - own * GAP) / own))
  return {
    tall: false,
    heap,
    corner: { width: 100, height: 50, left: leftHand },
    side: cardSide(heap, false, dense),
    rail,
    own: row(own, before, space, ownSide, rail.y + railHeight / 2 + (low ? 1 : 3)),
    mats,
  }
}

function through(lens: Lens, heap: Rect, side: number, x: number, y: number, turn: number): Spot {
  return {
    x: heap.x + heap.width * (0.5 + (x - lens.x) * lens.zoom),
    y: heap.y + heap.height * (0.5 + (y - lens.y) * lens.zoom),
    side: side * lens.zoom,
    turn,
  }
}

/** Where a card lies in the heap; `x` and `y` are those of the rules, on a field of that size. */
export function inHeap(
  layout: Layout,
  lens: Lens,
  card: { x: number; y: number; degrees: number },
  field: { width: number; height: number },
): Spot {
  const { heap, side, tall } = layout
  // A card must not hang over the edge, however the heap is stretched.
  const part = (value: number, whole: number) => (value - MARGIN) / (whole - 2 * MARGIN)
  const across = tall ? part(card.y, field.height) : part(card.x, field.width)
  const down = tall ? part(card.x, field.width) : part(card.y, field.height)
  const inset = side * INSET
  const y = inset + down * (heap.height - 2 * inset)
  const { corner } = layout
  const beside = y + side / 2 > heap.height - corner.height // the lowest row makes room for the buttons
  const width = heap.width - 2 * inset - (beside ? corner.width : 0)
  const x = inset + across * width + (beside && corner.left ? corner.width : 0)
  return through(lens, heap, side, x / heap.width, y / heap.height, card.degrees)
}

/** The same heap, tidied up: the `place`-th of `count` cards. */
export function inGrid(layout: Layout, lens: Lens, place: number, count: number): Spot {
  const { heap, corner } = layout
  const height = heap.height - corner.height
  let best = { columns: 1, side: 0 }
  for (let columns = 1; columns <= count; columns += 1) {
    const side = Math.min(heap.width / columns, height / Math.ceil(count / columns))
    if (side > best.side) best = { columns, side }
  }
  const lines = Math.ceil(count / best.columns)
  const column = place % best.columns
  const line = Math.floor(place / best.columns)
  const pitch = {
    x: Math.min(heap.width / best.columns, best.side * 1.25),
    y: Math.min(height / lines, best.side * 1.25),
  }
  const x = 0.5 + ((column - (best.columns - 1) / 2) * pitch.x) / heap.width
  const y = (height / 2 + (line - (lines - 1) / 2) * pitch.y) / heap.height
  return through(lens, heap, Math.min(best.side * 0.92, 96), x, y, 0)
}

/** Where a card in a tug hangs: between the players who pull, over the heap. */
export function inTug(layout: Layout, anchors: readonly { x: number; y: number }[], number: number): Spot {
  const { heap } = layout
  const mean = (pick: (point: { x: number; y: number }) => number) =>
    anchors.reduce((sum, point) => sum + pick(point), 0) / anchors.length
  const middle = { x: heap.x + heap.width / 2, y: heap.y + heap.height / 2 }
  const side = Math.min(110, Math.max(74, layout.own[0]?.side ?? 74))
  return {
    x: (mean((point) => point.x) + middle.x) / 2 + number * side * 1.2,
    y: (mean((point) => point.y) + middle.y) / 2,
    side,
    turn: -6,
  }
}

/** The card whose centre is nearest to a point, within a thumb's reach. */
export function nearestTo<T extends { spot: Spot }>(point: { x: number; y: number }, all: readonly T[]): T | null {
  let best: T | null = null
  let least = REACH
  for (const each of all) {
    const away = Math.hypot(each.spot.x - point.x, each.spot.y - point.y)
    if (away < least) [best, least] = [each, away]
  }
  return best
}

/** The card that an arrow key moves to: near, and roughly in that direction. */
export function neighbour<T extends { x: number; y: number }>(
  from: { x: number; y: number },
  all: readonly T[],
  dx: number,
  dy: number,
): T | null {
  let best: T | null = null
  let least = Infinity
  for (const each of all) {
    const [x, y] = [each.x - from.x, each.y - from.y]
    const ahead = x * dx + y * dy
    const aside = Math.abs(x * dy) + Math.abs(y * dx)
    if (ahead <= 4) continue
    const cost = ahead + 2.2 * aside
    if (cost < least) [best, least] = [each, cost]
  }
  return best
}
