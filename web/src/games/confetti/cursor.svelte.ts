/** Confetti by keyboard: arrows move from card to card, letters find one, Enter uses it. */

import type { Item } from './items'
import { neighbour } from './layout'
import type { Play } from './play.svelte'
import { LETTERS } from './rules.gen'

const FIND_MS = 900 // letters that follow each other within this time are one name
const NAME = 3 // letters of a card's name

export class Cursor {
  /** The card under the keyboard cursor. */
  card = $state<number | null>(null)
  private typed = ''
  private typedAt = 0

  constructor(
    private readonly game: Play,
    private readonly items: () => readonly Item[],
    private readonly element: (card: number) => HTMLElement | null,
  ) {}

  private find(card: number | null): Item | undefined {
    return card === null ? undefined : this.items().find((item) => item.number === card)
  }

  /** The one card that the tab key stops at. */
  readonly tabbable = $derived.by((): number | null => {
    const items = this.items()
    if (this.find(this.card)) return this.card
    return items.find((item) => item.seat === null)?.number ?? items[0]?.number ?? null
  })

  private focus(item: Item | null | undefined): void {
    if (!item) return
    this.card = item.number
    this.element(item.number)?.focus()
  }

  move(dx: number, dy: number): void {
    const from = this.find(this.card)
    if (!from || document.activeElement !== this.element(from.number)) return this.focus(this.find(this.tabbable))
    const points = this.items().flatMap((item) => (item.away ? [] : [{ item, x: item.spot.x, y: item.spot.y }]))
    this.focus(neighbour(from.spot, points, dx, dy)?.item)
  }

  /** Up to three letters name a card, from small to big. */
  type(letter: string): void {
    const now = performance.now()
    const longer = now - this.typedAt < FIND_MS && this.typed.length < NAME ? this.typed + letter : letter
    this.typedAt = now
    const heap = this.items().filter((item) => item.seat === null)
    const found = heap.find((item) => item.name.startsWith(longer))
    this.typed = found ? longer : letter
    this.focus(found ?? heap.find((item) => item.name.startsWith(letter)))
  }

  /** A key on a card. */
  key(event: KeyboardEvent, item: Item): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { game } = this
    const letter = event.key.toUpperCase()
    if (event.key === 'Enter' && !event.repeat) {
      event.preventDefault()
      this.use(event, item)
    } else if (
      (event.key === 'Delete' || event.key === 'Backspace') &&
      item.seat === game.table.you &&
      item.seat !== null
    ) {
      event.preventDefault()
      game.giveBack(item.number, event)
    } else if (LETTERS.includes(letter) && event.key.length === 1) {
      event.stopPropagation()
      event.preventDefault()
      this.type(letter)
    }
  }

  private use(event: KeyboardEvent, item: Item): void {
    // The focus stays in the heap, where the player looks for the next card.
    const next = item.seat === null ? this.nearestInHeap(item) : undefined
    this.game.use(item, event)
    this.focus(next)
  }

  private nearestInHeap(item: Item): Item | undefined {
    const far = (other: Item) => Math.hypot(other.spot.x - item.spot.x, other.spot.y - item.spot.y)
    const near = this.items().filter((other) => other.seat === null && other !== item && !other.rivals)
    return near.sort((a, b) => far(a) - far(b))[0]
  }
}
