/** How Confetti's cards move where they leave the layer of cards. */

import { ghost } from '../../kit/fly'
import { calm } from '../../kit/settings.svelte'

/** Where cards lay a moment ago, by name. */
export type Lain = Map<string, { element: Element; rect: DOMRect }>

/** A card that cannot be taken shakes its head. */
export function shake(card: HTMLElement | null): void {
  const stock = card?.firstElementChild
  if (calm() || !stock) return
  stock.animate(
    [{ translate: '0' }, { translate: '-7px' }, { translate: '6px' }, { translate: '-4px' }, { translate: '0' }],
    { duration: 260 },
  )
}

/** Time is up: everybody's cards come together to be counted. */
export function gather(root: ParentNode, lain: Lain): void {
  if (calm()) return
  for (const paper of root.querySelectorAll<SVGGElement>('[data-paper]')) {
    const from = lain.get(paper.dataset.paper!)?.rect
    if (!from) continue
    const to = paper.getBoundingClientRect()
    const unit = 100 / Math.max(to.width, 1) // drawing units per pixel
    const x = (from.x + from.width / 2 - to.x - to.width / 2) * unit
    const y = (from.y + from.height / 2 - to.y - to.height / 2) * unit
    paper.animate(
      [
        { translate: `${x}px ${y}px`, scale: from.width / Math.max(to.width, 1) },
        { translate: '0 0', scale: 1 },
      ],
      {
        duration: 280,
        easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
      },
    )
  }
}

/** A card leaves the game over the upper edge. */
export function leave({ element, rect }: { element: Element; rect: DOMRect }, table: DOMRect): void {
  void ghost(element, rect, new DOMRect(rect.x, table.top - rect.height, rect.width * 0.6, rect.height * 0.6), {
    duration: 420,
  })
}
