/** Touch and wheel on the heap. Zoomed out, a touch takes at once; zoomed in, a drag moves the heap and a tap takes. */

import { startDrag } from '../../kit/drag'
import type { Item } from './items'
import type { Rect } from './layout'
import { panned, WHOLE, zoomed, type Lens } from './lens'
import type { Play } from './play.svelte'
import { CardState } from './rules.gen'

const DRAG_PX = 7
const FLICK_PX = 26 // a card dragged up by this much goes back into the middle
const WHEEL = 500 // the larger, the slower the wheel zooms
const STEP = 1.3 // of a zoom by key

interface Finger {
  x: number
  y: number
}

/** What the gestures need to know about the table. */
export interface Ground {
  root(): HTMLElement
  heap(): Rect | null
  item(card: number): Item | undefined
  element(card: number): HTMLElement | null
  /** The card in the middle whose centre is nearest to a point of the page, within a thumb's reach. */
  nearest(x: number, y: number): Item | null
  /** Arrow keys continue from a pressed card. */
  pressed(card: number): void
}

export class Gestures {
  lens = $state.raw<Lens>(WHOLE)
  /** The heap follows the fingers, so cards must not be animated. */
  panning = $state(false)
  private fingers = new Map<number, Finger>()
  private pinch: { apart: number; lens: Lens; at: Finger } | null = null

  constructor(
    private readonly game: Play,
    private readonly ground: Ground,
  ) {}

  /** Listens on the page; returns a function that stops it. */
  listen(): () => void {
    const root = this.ground.root()
    const gone = (event: PointerEvent) => {
      this.fingers.delete(event.pointerId)
      if (this.fingers.size >= 2) return
      this.pinch = null
      this.panning = false
    }
    const wheeled = (event: WheelEvent) => {
      if (!this.game.playing) return
      event.preventDefault()
      this.zoom(this.lens.zoom * Math.exp(-event.deltaY / WHEEL), { x: event.clientX, y: event.clientY })
    }
    root.addEventListener('wheel', wheeled, { passive: false })
    addEventListener('pointerup', gone)
    addEventListener('pointercancel', gone)
    return () => {
      root.removeEventListener('wheel', wheeled)
      removeEventListener('pointerup', gone)
      removeEventListener('pointercancel', gone)
    }
  }

  /** A pointer that was lost must not block the heap. */
  forgetLost(): void {
    if (!this.panning && this.fingers.size > 2) this.fingers.clear()
  }

  /** A press on a card, or on the table between the cards. */
  press(event: PointerEvent, item: Item | null): void {
    if (event.button !== 0 || !this.ground.heap()) return
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (this.fingers.size === 2) return this.startPinch()
    if (this.fingers.size > 2) return
    const { game } = this
    const near = this.lens.zoom > 1
    // A finger that lands beside a small card means that card.
    if (!item && !near && event.pointerType !== 'mouse') item = this.ground.nearest(event.clientX, event.clientY)
    if (!item) return near ? this.pan(event, null) : undefined
    this.ground.pressed(item.number)
    const { you } = game.table
    if (item.seat === null && near && event.pointerType !== 'mouse') return this.pan(event, item)
    if (item.seat === null || item.seat !== you) {
      game.finger = { card: item.number, spot: item.spot }
      game.take(item, event)
    } else if (item.state === CardState.LOOSE) game.use(item, event)
    this.carry(event, item)
  }

  /** A tap takes the card after all. */
  private pan(event: PointerEvent, item: Item | null): void {
    const start = this.lens
    startDrag(event, {
      after: DRAG_PX,
      paused: () => this.pinch !== null,
      move: (x, y) => {
        const heap = this.ground.heap()
        if (!heap) return
        this.panning = true
        this.lens = panned(start, heap, x, y)
      },
      end: ({ dragged, cancelled }) => {
        const now = item && this.ground.item(item.number)
        if (now && !dragged && !cancelled && !this.pinch) this.game.take(now, event)
      },
    })
  }

  private carry(event: PointerEvent, item: Item): void {
    const { game } = this
    const own = item.seat !== null && item.seat === game.table.you
    const wasHeld = own && item.state === CardState.HELD
    startDrag(event, {
      carry: this.ground.element(item.number),
      after: DRAG_PX,
      paused: () => this.pinch !== null,
      end: ({ dragged, cancelled, y, event: release }) => {
        game.finger = null
        const now = this.ground.item(item.number)
        if (!now || cancelled || this.pinch) return
        if (own && dragged && -y > FLICK_PX) game.giveBack(item.number, release)
        else if (wasHeld && !dragged) game.use(now, release)
      },
    })
  }

  private startPinch(): void {
    const [a, b] = this.two()
    this.pinch = {
      apart: Math.hypot(a.x - b.x, a.y - b.y),
      lens: this.lens,
      at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    }
  }

  private two(): [Finger, Finger] {
    return [...this.fingers.values()] as [Finger, Finger]
  }

  /** A pointer moved over the table. */
  moved(event: PointerEvent): void {
    if (!this.fingers.has(event.pointerId)) return
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const { pinch } = this
    if (!pinch || this.fingers.size !== 2) return
    const [a, b] = this.two()
    this.panning = true
    this.zoom((pinch.lens.zoom * Math.hypot(a.x - b.x, a.y - b.y)) / Math.max(pinch.apart, 1), pinch.at, pinch.lens)
  }

  /** Zooms, keeping the same card under the given point of the page. */
  zoom(zoom: number, at?: Finger, from: Lens = this.lens): void {
    const heap = this.ground.heap()
    if (!heap) return
    const box = this.ground.root().getBoundingClientRect()
    this.lens = zoomed(from, heap, zoom, at && { x: at.x - box.left, y: at.y - box.top })
  }
  nearer(): void {
    this.zoom(this.lens.zoom * STEP)
  }
  farther(): void {
    this.zoom(this.lens.zoom / STEP)
  }
  whole(): void {
    this.lens = WHOLE
  }
}
