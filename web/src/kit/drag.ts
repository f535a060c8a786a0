/** Dragging, for every game: one pointer, from the press to the release. */

/** Movements shorter than this are still a press. */
const DRAG_PX = 8

export interface Drag {
  /** Follows the pointer while it is dragged, with the class `dragged`. */
  carry?: HTMLElement | null
  /** The dragged element keeps receiving pointer events when the pointer leaves it or the window. */
  capture?: boolean
  /** Pixels after which a press becomes a drag. */
  after?: number
  /** While this is true the drag is suspended, as during a pinch. */
  paused?: () => boolean
  /** How far the pointer is from where it was pressed; called from the first movement that counts as a drag. */
  move?: (x: number, y: number, event: PointerEvent) => void
  /** Released. The dragged element stays where it was dropped until `end` returns. */
  end?: (release: Release) => void
}

export interface Release {
  /** It was a drag, not just a press. */
  dragged: boolean
  /** The browser took the pointer away. */
  cancelled: boolean
  /** From the press to the release, px. */
  x: number
  y: number
  event: PointerEvent
}

/** Follows the pointer of a `pointerdown` until it is released. */
export function startDrag(
  down: PointerEvent,
  { carry, capture = false, after = DRAG_PX, paused, move, end }: Drag,
  page: EventTarget = window,
): void {
  let dragged = false
  const offset = (event: PointerEvent): [number, number] => [event.clientX - down.clientX, event.clientY - down.clientY]

  const moved = (event: Event) => {
    const now = event as PointerEvent
    if (now.pointerId !== down.pointerId || paused?.()) return
    const [x, y] = offset(now)
    if (!dragged && Math.hypot(x, y) < after) return
    dragged = true
    if (carry) {
      carry.classList.add('dragged')
      carry.style.translate = `${x}px ${y}px`
    }
    move?.(x, y, now)
  }
  const released = (event: Event) => {
    const now = event as PointerEvent
    if (now.pointerId !== down.pointerId) return
    page.removeEventListener('pointermove', moved)
    page.removeEventListener('pointerup', released)
    page.removeEventListener('pointercancel', released)
    const [x, y] = offset(now)
    end?.({ dragged, cancelled: now.type === 'pointercancel', x, y, event: now })
    if (!carry) return
    carry.classList.remove('dragged')
    carry.style.translate = ''
  }
  if (capture) carry?.setPointerCapture(down.pointerId)
  page.addEventListener('pointermove', moved)
  page.addEventListener('pointerup', released)
  page.addEventListener('pointercancel', released)
}

/** The drop target (`data-drop`) under the pointer, below the dragged element. */
export function dropTarget(event: PointerEvent, carried: Element): HTMLElement | null {
  const below = document.elementsFromPoint(event.clientX, event.clientY).find((element) => !carried.contains(element))
  return below?.closest<HTMLElement>('[data-drop]') ?? null
}
