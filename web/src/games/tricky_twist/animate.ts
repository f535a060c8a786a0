/** How Tricky Twist's cards move: played, collected, drawn and dealt. */

import { fly, ghost, STAGGER_MS, travel, type Places } from '../../kit/fly'
import { play } from '../../kit/sound'
import type { TrickyTwist } from '../../net/views'
import { suitOf } from './cards'

const DEAL_MS = 18 // between one dealt card and the next

const marked = (root: ParentNode, where: string) => root.querySelector<HTMLElement>(`[data-fly="${CSS.escape(where)}"]`)

/** The cards in the middle, as pictures that can still fly when they are gone from there. */
export const printsOf = (root: ParentNode, table: TrickyTwist.View['table']): Map<string, HTMLElement> =>
  new Map(
    table.flatMap((card) => (card && marked(root, `card-${card}`) ? [[card, marked(root, `card-${card}`)!]] : [])),
  )

/** The finished turn goes to the player who has won it; the page already shows it there. */
export function collect(
  root: ParentNode,
  { table, leader, players }: TrickyTwist.View,
  prints: Map<string, HTMLElement>,
  from: Places,
): void {
  travel(root, from, STAGGER_MS)
  const best = table[leader]
  const pile = marked(root, `trick-${leader}-${(players[leader]?.tricks.length ?? 0) - 1}`)
  const start = best ? from.get(`card-${best}`) : undefined
  if (best && pile && start) {
    fly(pile, start)
    const end = pile.getBoundingClientRect()
    let leaving = 1
    for (const card of table) {
      const print = card ? prints.get(card) : undefined
      const place = from.get(`card-${card}`)
      if (!card || card === best || suitOf(card) !== suitOf(best) || !print || !place) continue
      void ghost(print, place, end, { delay: leaving * STAGGER_MS })
      leaving += 1
    }
  }
  play('slide')
}

/** Cards that have just been played come from their player's hand. */
export function playCards(root: ParentNode, before: TrickyTwist.View, after: TrickyTwist.View, from: Places): void {
  after.table.forEach((card, seat) => {
    if (!card || card === before.table[seat]) return
    const element = marked(root, `card-${card}`)
    const start = from.get(`hand-${seat}`)
    if (element && !from.has(`card-${card}`) && start) fly(element, start)
    play('flip')
  })
}

/** Cards that were drawn from a reserve go to the hand: your own as itself, those of others face down. */
export function drawCards(
  root: ParentNode,
  before: TrickyTwist.View,
  after: TrickyTwist.View,
  from: Places,
  own: number,
): void {
  after.players.forEach((player, seat) => {
    const was = before.players[seat]!
    if (player.reserve >= was.reserve || was.reserve === 0) return
    play('slide')
    const start = from.get(`reserve-${seat}`)
    if (seat === own) {
      const card = after.hand.find((name) => !before.hand.includes(name))
      const element = card && marked(root, `card-${card}`)
      if (element && start) fly(element, start)
    } else {
      const element = marked(root, `reserve-${seat}`)
      const end = from.get(`hand-${seat}`)
      if (element && start && end) void ghost(element, start, end)
    }
  })
}

/** Your hand is dealt from the middle. */
export function deal(root: ParentNode): void {
  const middle = root.querySelector('[data-part="trick"]')?.getBoundingClientRect()
  if (!middle) return
  const start = new DOMRect(middle.left + middle.width / 2 - 20, middle.top + middle.height / 2 - 28, 40, 56)
  root.querySelectorAll<HTMLElement>('[data-part="hand"] [data-fly]').forEach((card, number) => {
    fly(card, start, { delay: number * DEAL_MS })
    card.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1, delay: number * DEAL_MS, fill: 'backwards' })
  })
  play('slide')
}
