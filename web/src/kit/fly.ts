/**
 * Things travel from where they were to where they are (FLIP). Mark them `data-fly="some-id"`; in a watcher of the
 * table: `before() { from = measure(root) }`, `after() { travel(root, from) }`.
 */

import { calm } from './settings.svelte'

export const STAGGER_MS = 40 // between one card and the next
const STILL_PX = 2 // smaller movements are not animated
const MOVE_MS = 240
const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

export interface Flight {
  duration?: number // ms
  delay?: number
}

export type Places = Map<string, DOMRect>

/** The current positions of all marked elements. */
export function measure(root: ParentNode): Places {
  const places: Places = new Map()
  for (const element of root.querySelectorAll<HTMLElement>('[data-fly]')) {
    places.set(element.dataset.fly!, element.getBoundingClientRect())
  }
  return places
}

const middle = (rect: DOMRect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 })

/** Animates one element from `from` to its position. Its own transform is kept. */
export function fly(element: Element, from: DOMRect, flight: Flight = {}): Animation {
  const to = element.getBoundingClientRect()
  const a = middle(from)
  const b = middle(to)
  const size = to.width > 0 ? from.width / to.width : 1
  const timing = {
    duration: flight.duration ?? MOVE_MS,
    delay: flight.delay ?? 0,
    easing: EASE,
    fill: 'backwards' as const,
  }
  if (calm()) return element.animate([{ opacity: 0 }, { opacity: 1 }], { ...timing, duration: 160 })
  return element.animate(
    [
      { translate: `${a.x - b.x}px ${a.y - b.y}px`, scale: size, zIndex: 50 },
      { translate: '0 0', scale: 1, zIndex: 50 },
    ],
    timing,
  )
}

const skipped = new Set<() => void>()

/** Calls back when the player does not want to wait for what moves by itself; returns a function that ends that. */
export function onSkip(call: () => void): () => void {
  skipped.add(call)
  return () => void skipped.delete(call)
}

/** The player taps: everything that is on its way arrives now. Animations in style sheets go on, they are only decoration. */
export function skipAnimations(): void {
  for (const animation of document.getAnimations()) {
    const decoration = animation instanceof CSSAnimation || animation instanceof CSSTransition
    if (!decoration && Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  }
  for (const call of skipped) call()
}

/** Animates every marked element that has moved from its old position, one after another. */
export function travel(root: ParentNode, from: Places, stagger = 0): void {
  let leaving = 0
  for (const element of root.querySelectorAll<HTMLElement>('[data-fly]')) {
    const old = from.get(element.dataset.fly!)
    if (!old) continue
    const now = element.getBoundingClientRect()
    if (Math.abs(old.left - now.left) + Math.abs(old.top - now.top) < STILL_PX) continue
    fly(element, old, { delay: stagger * leaving })
    leaving += 1
  }
}

/**
 * A copy of `element` travels over the page from one place to another and disappears: for cards that end up in a pile,
 * where they have no element of their own.
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
