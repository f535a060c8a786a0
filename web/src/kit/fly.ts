/**
 * Things travel from where they were to where they are (FLIP). Mark them `data-fly="some-id"`; in a watcher of the
 * table: `before() { from = measure(root) }`, `after() { travel(root, from) }`.
 */

import { calm } from './settings.svelte'

export const STAGGER_MS = 40
const MOVE_MS = 240
const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

export interface Flight {
  duration?: number // ms
  delay?: number
  stagger?: number // between one and the next
  /** Which of them leaves first; the order in the page, unless told. */
  order?: (id: string) => number
}

export type Places = Map<string, DOMRect>

/** Where everything marked lies now. */
export function measure(root: ParentNode): Places {
  const places: Places = new Map()
  for (const element of root.querySelectorAll<HTMLElement>('[data-fly]')) {
    places.set(element.dataset.fly!, element.getBoundingClientRect())
  }
  return places
}

const middle = (rect: DOMRect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 })

/** Lets one element come from `from`. Its own transform stays as it is. */
export function fly(element: Element, from: DOMRect, flight: Flight = {}): Animation {
  const to = element.getBoundingClientRect()
  const a = middle(from)
  const b = middle(to)
  const size = to.width > 0 ? from.width / to.width : 1
  const timing = { duration: flight.duration ?? MOVE_MS, delay: flight.delay ?? 0, easing: EASE, fill: 'backwards' as const }
  if (calm()) return element.animate([{ opacity: 0 }, { opacity: 1 }], { ...timing, duration: 160 })
  return element.animate(
    [{ translate: `${a.x - b.x}px ${a.y - b.y}px`, scale: size, zIndex: 50 }, { translate: '0 0', scale: 1, zIndex: 50 }],
    timing,
  )
}

/** All marked things that lie elsewhere now come from where they were; what is new fades in. */
export function travel(root: ParentNode, from: Places, flight: Flight = {}): Animation[] {
  const moved: [HTMLElement, DOMRect][] = []
  for (const element of root.querySelectorAll<HTMLElement>('[data-fly]')) {
    const old = from.get(element.dataset.fly!)
    if (!old) continue
    const now = element.getBoundingClientRect()
    if (Math.abs(old.left - now.left) + Math.abs(old.top - now.top) > 1) moved.push([element, old])
  }
  const { order } = flight
  if (order) moved.sort(([a], [b]) => order(a.dataset.fly!) - order(b.dataset.fly!))
  return moved.map(([element, old], place) =>
    fly(element, old, { ...flight, delay: (flight.delay ?? 0) + place * (flight.stagger ?? STAGGER_MS) }),
  )
}

/**
 * A copy of `element` travels over the page from one place to another and is gone: for cards that end up in a pile,
 * where they are no longer themselves.
 */
export async function ghost(element: Element, from: DOMRect, to: DOMRect, flight: Flight = {}): Promise<void> {
  if (calm()) return
  const copy = element.cloneNode(true) as HTMLElement
  copy.removeAttribute('data-fly')
  copy.setAttribute('aria-hidden', 'true')
  Object.assign(copy.style, {
    position: 'fixed',
    insetInlineStart: 'auto',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    margin: '0',
    zIndex: '60',
    pointerEvents: 'none',
  })
  document.body.append(copy)
  const a = middle(from)
  const b = middle(to)
  const animation = copy.animate(
    [
      { translate: '0 0', scale: 1, opacity: 1 },
      { translate: `${b.x - a.x}px ${b.y - a.y}px`, scale: to.width / from.width, opacity: 1, offset: 0.9 },
      { translate: `${b.x - a.x}px ${b.y - a.y}px`, scale: to.width / from.width, opacity: 0 },
    ],
    { duration: flight.duration ?? MOVE_MS, delay: flight.delay ?? 0, easing: EASE, fill: 'both' },
  )
  await animation.finished.catch(() => undefined)
  copy.remove()
}
