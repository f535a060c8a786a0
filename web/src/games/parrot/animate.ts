/** How Parrot's cards and its bird move. */

import { mount, unmount } from 'svelte'
import { fly, STAGGER_MS, type Places } from '../../kit/fly'
import { calm } from '../../kit/settings.svelte'
import { play } from '../../kit/sound'
import Bird from './Bird.svelte'
import { spot, type Journeys } from './journeys'
import { PLACES } from './rules.gen'

const DEAL_MS = 18 // between one dealt card and the next
const FLIGHT_MS = 900 // of the bird

const marked = (root: ParentNode, where: string) => root.querySelector<HTMLElement>(`[data-fly="${where}"]`)

/** Animates everything that an event moves, from its old position. */
export function animate(root: ParentNode, journeys: Journeys, from: Places, seats: number): void {
  if (journeys.dealt) deal(root, seats)
  journeys.flights.forEach((flight, number) => {
    const card = marked(root, flight.to)
    const start = from.get(flight.from)
    if (card && start) fly(card, start, { delay: number * STAGGER_MS })
  })
  if (journeys.flights.length) play('slide')
  journeys.turned.forEach((where, number) => {
    const card = marked(root, where)
    if (card) turnUp(card, number * STAGGER_MS)
  })
  if (journeys.turned.length) play('flip')
  if (journeys.bird) {
    const card = marked(root, journeys.bird.to)
    const start = from.get(journeys.bird.from)
    if (card && start) soar(start, card.getBoundingClientRect(), card)
  }
}

/** The bird leaves its card, crosses the Box in an arc and settles on the other. */
function soar(start: DOMRect, end: DOMRect, card: HTMLElement): void {
  if (calm()) return
  const air = document.createElement('div')
  const size = Math.max(start.width * 1.7, 70)
  Object.assign(air.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    width: `${size}px`,
    height: `${size * 0.78}px`,
    zIndex: '70',
    pointerEvents: 'none',
  })
  document.body.append(air)
  const bird = mount(Bird, { target: air })
  const middle = (rect: DOMRect) => ({
    x: rect.left + rect.width / 2 - size / 2,
    y: rect.top + rect.height / 2 - size * 0.39,
  })
  const [a, b] = [middle(start), middle(end)]
  const high = 50 + Math.hypot(b.x - a.x, b.y - a.y) * 0.35
  const side = b.x < a.x ? -1 : 1
  const frames = Array.from({ length: 13 }, (_, step) => {
    const t = step / 12
    const arc = 4 * t * (1 - t)
    const grown = 0.72 + 0.5 * arc
    return {
      transform: `translate(${a.x + (b.x - a.x) * t}px, ${a.y + (b.y - a.y) * t - high * arc}px) scale(${side * grown}, ${grown}) rotate(${(t - 0.5) * 26}deg)`,
    }
  })
  const flight = air.animate(frames, { duration: FLIGHT_MS, easing: 'cubic-bezier(0.4, 0.1, 0.3, 1)', fill: 'both' })
  for (const part of card.querySelectorAll('.bird, .tag')) {
    part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 90, delay: FLIGHT_MS - 90, fill: 'backwards' })
  }
  void flight.finished
    .catch(() => undefined)
    .then(() => {
      void unmount(bird)
      air.remove()
      play('set')
    })
}

function turnUp(element: HTMLElement, delay: number): void {
  const frames = calm()
    ? [{ opacity: 0.3 }, { opacity: 1 }]
    : [
        { translate: '0 -7%', scale: 1.13, rotate: '-3deg' },
        { translate: '0 0', scale: 1, rotate: '0deg' },
      ]
  element.animate(frames, { duration: 260, delay, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' })
}

function deal(root: ParentNode, seats: number): void {
  const pile = marked(root, 'pile')?.getBoundingClientRect()
  if (!pile) return
  for (let place = 0; place < PLACES; place += 1) {
    for (let seat = 0; seat < seats; seat += 1) {
      const card = marked(root, spot(seat, place))
      if (!card) continue
      const delay = (place * seats + seat) * DEAL_MS
      fly(card, pile, { delay })
      card.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1, delay, fill: 'backwards' }) // else their shadows pile up
    }
  }
  play('slide')
}
