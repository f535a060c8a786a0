/** Positions of the players' piles and the bell on a table of any size. */

const RATIO = 7 / 5
const PLATE = 46 // px under (or over) the piles, for the name, at the usual size of type
const NAME = 116 // px, the least width of that room: short names can be read, long ones begin
const GAP = 10
const MOST = 158 // px, a card's width on a very large table
const LEAST = 40
const BELL = 300 // px, the largest
const CAPTION = 36 // px under the bell
const WORDS = 90 // px, half of the caption's least width
const TUCKED = 1.34 // in card widths: the bank sticks out from behind the stack
const BESIDE = 2.1
const LOW_TABLE = 460 // px

export interface Spot {
  x: number // middle of the piles with their name, px from the left
  y: number
  wide: number // of the piles, px
  room: number // for the name under them, px
  /** The bank is next to the stack; otherwise it sticks out from behind it. */
  beside: boolean
  /** Which side of the table: names and tucked banks lie outwards. */
  side: 'left' | 'middle' | 'right'
}

export interface Layout {
  card: number // width of a card, px
  plate: number // height of the room for a name, px
  high: number // of a seat with its name
  bell: { x: number; y: number; size: number }
  seats: Spot[]
}

type At = [x: number, y: number] // 0 to 1 of the room that is left; y may be SECOND: right under the first row
const SECOND = -1

interface Plan {
  at: At[]
  beside: boolean // others' piles; yours always are
  most: number // widest use of the table, in heights: on a very wide table the players would sit too far apart
  bellX: number[] // where the bell may be, 0 to 1 of the width
}

/** You first, then clockwise: up the left side and down the right one. */
const TALL: Record<number, At[]> = {
  2: [
    [0.5, 1],
    [0.5, 0],
  ],
  3: [
    [0.5, 1],
    [0, 0.1],
    [1, 0.1],
  ],
  4: [
    [0.5, 1],
    [0, SECOND],
    [0.5, 0],
    [1, SECOND],
  ],
  5: [
    [0.5, 1],
    [0, SECOND],
    [0, 0],
    [1, 0],
    [1, SECOND],
  ],
}
const WIDE: Record<number, At[]> = {
  2: [
    [0.5, 1],
    [0.5, 0],
  ],
  3: [
    [0.5, 1],
    [0.06, 0.26],
    [0.94, 0.26],
  ],
  4: [
    [0.5, 1],
    [0.02, 0.42],
    [0.5, 0],
    [0.98, 0.42],
  ],
  5: [
    [0.5, 1],
    [0, 0.72],
    [0.15, 0],
    [0.85, 0],
    [1, 0.72],
  ],
}
/** A phone on its side: all others above, you and the bell side by side below. */
const LOW: Record<number, At[]> = {
  2: [
    [0.3, 1],
    [0.5, 0],
  ],
  3: [
    [0.3, 1],
    [0.1, 0],
    [0.9, 0],
  ],
  4: [
    [0.3, 1],
    [0, 0],
    [0.5, 0],
    [1, 0],
  ],
  5: [
    [0.3, 1],
    [0, 0],
    [0.33, 0],
    [0.67, 0],
    [1, 0],
  ],
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const apart = (a: Box, b: Box): boolean =>
  a.right + GAP <= b.left || b.right + GAP <= a.left || a.bottom + GAP <= b.top || b.bottom + GAP <= a.top

const overlaps = (a: Box, b: Box): boolean =>
  a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top

const boxOf = (spot: Spot, high: number): Box => ({
  left: spot.x - spot.room / 2,
  right: spot.x + spot.room / 2,
  top: spot.y - high / 2,
  bottom: spot.y + high / 2,
})

/** The size of the largest bell at a point that touches nobody's cards. */
function bellAround(x: number, y: number, boxes: Box[], width: number, height: number): number {
  let half = Math.min(x - GAP, width - x - GAP, y - GAP, height - CAPTION - y)
  for (const box of boxes) {
    const dx = Math.max(box.left - x, x - box.right, 0) - GAP
    const dy = Math.max(box.top - (y + CAPTION), y - box.bottom, 0) - GAP
    half = Math.min(half, Math.max(dx, dy))
  }
  const caption: Box = { left: x - WORDS, right: x + WORDS, top: y + half, bottom: y + half + CAPTION }
  return boxes.some((box) => overlaps(box, caption)) ? 0 : half * 2
}

function tried(plan: Plan, card: number, type: number, width: number, height: number): Layout | null {
  const plate = PLATE * type
  const high = card * RATIO + plate
  const across = Math.min(width, height * plan.most) - 2 * GAP
  const start = (width - across) / 2
  const seats = plan.at.map(([x, y], step): Spot => {
    const beside = step === 0 || plan.beside
    const wide = card * (beside ? BESIDE : TUCKED)
    const room = Math.max(wide, NAME * type)
    return {
      x: start + room / 2 + x * (across - room),
      y: GAP / 2 + high / 2 + (y === SECOND ? high + GAP : y * (height - high - GAP)),
      wide,
      room,
      beside,
      side: x < 0.3 && step > 0 ? 'left' : x > 0.7 ? 'right' : 'middle',
    }
  })
  const boxes = seats.map((spot) => boxOf(spot, high))
  if (boxes.some((box) => box.top < 0 || box.bottom > height || box.left < 0 || box.right > width)) return null
  if (boxes.some((a, i) => boxes.some((b, j) => i < j && !apart(a, b)))) return null
  const cap = Math.min(card * 2.3, BELL)
  let bell = { x: 0, y: 0, size: 0 }
  for (const share of plan.bellX) {
    let from = 0 // from here on the bell has its largest size; it is placed in that range, closer to you
    for (let y = height; y > 0; y -= 4) {
      const size = Math.min(cap, bellAround(width * share, y, boxes, width, height))
      if (size > bell.size) {
        from = y
        bell = { x: width * share, y, size }
      } else if (size === bell.size && from > 0) bell.y = from + (y - from) * 0.3
      else if (size < bell.size && bell.size === cap) break
    }
  }
  if (bell.size < Math.max(84, card * 1.15)) return null
  return { card, plate, high, seats, bell }
}

/**
 * The plan with the largest cards and bell. `hand`: the side of the bell, if it has to be next to you. `type`: how much
 * larger than usual the page's type is.
 */
export function layOut(
  count: number,
  width: number,
  height: number,
  hand: 'left' | 'right' = 'right',
  type = 1,
): Layout {
  const mirrored = (at: At[]): At[] => at.map(([x, y], step) => (step === 0 ? [1 - x, y] : [x, y]))
  const low = hand === 'right' ? LOW[count]! : mirrored(LOW[count]!)
  const plans: Plan[] = []
  if (width > height * 0.9) plans.push({ at: WIDE[count]!, beside: true, most: 1.6, bellX: [0.5] })
  if (height > width * 0.9) {
    const tall = { at: TALL[count]!, most: 1, bellX: [0.5] }
    plans.push({ ...tall, beside: true }, { ...tall, beside: false })
  }
  if (height < LOW_TABLE) {
    const aside = { at: low, most: 2.2, bellX: hand === 'right' ? [0.68, 0.74, 0.8] : [0.32, 0.26, 0.2] }
    plans.push({ ...aside, beside: true }, { ...aside, beside: false })
  }
  let best: Layout | null = null
  let most = 0
  for (const plan of plans) {
    for (let card = MOST; card >= LEAST; card -= 2) {
      const found = tried(plan, card, type, width, height)
      if (!found) continue
      const worth = found.card * found.bell.size ** 0.9
      if (worth > most) [best, most] = [found, worth]
    }
  }
  return best ?? cramped(TALL[count]!, width, height)
}

/** A table too small for cards: everything is there, but it overlaps. */
function cramped(at: At[], width: number, height: number): Layout {
  const seats = at.map(([x, y]): Spot => ({
    x: 30 + x * Math.max(0, width - 60),
    y: 40 + (y === SECOND ? 0.3 : y) * Math.max(0, height - 80),
    wide: LEAST * TUCKED,
    room: NAME,
    beside: false,
    side: 'middle',
  }))
  return {
    card: LEAST,
    plate: PLATE,
    high: LEAST * RATIO + PLATE,
    seats,
    bell: { x: width / 2, y: height / 2, size: 84 },
  }
}

/** Several players on one device use the corners (shell/RacePads), so the cards avoid them. All in px. */
export function insetFor(players: number, width: number, height: number): { x: number; top: number; bottom: number } {
  if (players < 2) return { x: 0, top: 0, bottom: 0 }
  const pad = Math.min(width * 0.26, 150)
  return width > height ? { x: pad, top: 0, bottom: players > 4 ? pad * 0.67 : 0 } : { x: 0, top: pad, bottom: pad }
}

/** True if the two lower corners are free of cards for something of this size. */
export function freeCorner(layout: Layout, width: number, height: number, wide: number, high: number): boolean {
  const left: Box = { left: 0, right: wide, top: height - high, bottom: height }
  const right: Box = { ...left, left: width - wide, right: width }
  const half = layout.bell.size / 2
  const bell: Box = {
    left: layout.bell.x - half,
    right: layout.bell.x + half,
    top: layout.bell.y - half,
    bottom: layout.bell.y + half + CAPTION,
  }
  const boxes = [bell, ...layout.seats.map((spot) => boxOf(spot, layout.high))]
  return boxes.every((box) => apart(box, left) && apart(box, right))
}
