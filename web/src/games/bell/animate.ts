/** How the bell games' cards move. They are found by their marks: `data-stack` (open cards) and `data-bank` (face down), by seat. */

import { ghost, STAGGER_MS } from '../../kit/fly'
import { calm } from '../../kit/settings.svelte'
import { play } from '../../kit/sound'

type Root = ParentNode | undefined

const MOVE_MS = 280

const rectOf = (root: Root, selector: string): DOMRect | undefined =>
  root?.querySelector(selector)?.getBoundingClientRect()

/** The face is visible at once; only the settling of the card is animated. */
export function flipped(root: Root, seat: number | null): void {
  const card = root?.querySelector(`[data-stack="${seat}"] .top`)
  if (!calm()) card?.animate([{ scale: 1.13 }, { scale: 1 }], { duration: 200, easing: 'ease-out' })
}

/** All open cards go to one player, within `room` ms. */
export function gather(root: Root, taker: number, room: number): void {
  const to = rectOf(root, `[data-bank="${taker}"]`)
  if (!to) return
  play('slide')
  for (const [place, card] of [...(root?.querySelectorAll('[data-stack] .top > *') ?? [])].entries()) {
    void ghost(card, card.getBoundingClientRect(), to, {
      duration: Math.min(MOVE_MS, room * 0.3),
      delay: place * Math.min(STAGGER_MS, room / 30),
    })
  }
}

/** One card goes from a player to each of the others. */
export function pay(root: Root, payer: number, receivers: readonly number[], room: number): void {
  const from = root?.querySelector(`[data-bank="${payer}"]`)
  const card = from?.querySelector('.card') ?? root?.querySelector('[data-bank] .card')
  if (!from || !card) return
  play('slide')
  for (const [place, receiver] of receivers.entries()) {
    const to = rectOf(root, `[data-bank="${receiver}"]`)
    if (to)
      void ghost(card, from.getBoundingClientRect(), to, {
        duration: Math.min(MOVE_MS, room * 0.3),
        delay: place * STAGGER_MS,
      })
  }
}

/** Draws attention to the line under the bell, which says why a ring was refused. */
export function nudge(root: Root): void {
  const frames = calm()
    ? [{ opacity: 0.3 }, { opacity: 1 }]
    : [{ translate: '0 0' }, { translate: '-5px 0' }, { translate: '5px 0' }, { translate: '0 0' }]
  root?.querySelector('.caption')?.animate(frames, { duration: 220 })
}
