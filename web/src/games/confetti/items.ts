/** Every card on the table as it is drawn: its position, its owner, and its label for screen readers. */

import type { Point } from '../../kit/roundTable'
import type { Confetti } from '../../net/views'
import { isTug, kindsOf, placesAt } from './cards'
import { inGrid, inHeap, inTug, type Layout, type Spot } from './layout'
import type { Lens } from './lens'
import { CardState, CELL, COLUMNS } from './rules.gen'
import { words } from './words'

export interface Item {
  number: number
  name: string
  state: string
  /** The seat at whose edge it lies; null in the heap. */
  seat: number | null
  label: string
  spot: Spot
  /** Several hands pull at it. */
  rivals: boolean
  /** Outside the visible part of the heap. */
  away: boolean
}

/** Which card lies on which place of each edge, by seat. Places are kept from one event to the next. */
export type Places = readonly (readonly (number | null)[])[]

/** Where each player's cards lie: those that they have, those that they reach for, and what this device has grabbed. */
export function placesOf(
  view: Confetti.View,
  before: Places,
  you: number | null,
  grabbed: readonly number[],
): (number | null)[][] {
  return view.players.map((player, seat) => {
    const coming = view.tugs.filter((tug) => !isTug(tug) && tug.pullers[0] === seat).map((tug) => tug.card.number)
    const cards = [...player.cards.map((card) => card.number), ...coming]
    if (seat === you) cards.push(...grabbed.filter((card) => !cards.includes(card)))
    return placesAt(before[seat] ?? [], cards, view.limit)
  })
}

/** The order of a round's cards in tidy rows, by card: as they lie, from the upper left to the lower right. */
export function tidyOrder(view: Confetti.View): Map<number, number> {
  const all = [...view.middle, ...view.tugs.map((tug) => tug.card), ...view.players.flatMap((player) => player.cards)]
  const cell = (card: Confetti.CardView) => Math.floor(card.y / CELL) * COLUMNS + Math.floor(card.x / CELL)
  return new Map(all.sort((a, b) => cell(a) - cell(b)).map((card, place) => [card.number, place]))
}

/** Where a player pulls from. */
export function anchorOf(layout: Layout, order: readonly number[], seat: number): Point {
  const mat = layout.mats[order.indexOf(seat) - 1]
  const rect = mat?.rect ?? layout.rail
  return { x: rect.x + rect.width / 2, y: rect.y + (mat ? rect.height / 2 : 20) }
}

export interface Shown {
  view: Confetti.View
  layout: Layout
  lens: Lens
  /** Seats, yours first. */
  order: readonly number[]
  you: number | null
  places: Places
  /** The tidy rows, where they are wanted. */
  rows: Map<number, number> | null
  /** Cards taken on this device whose outcome is not known yet. */
  grabbed: readonly number[]
  /** The card under the finger stays there. */
  finger: { card: number; spot: Spot } | null
  /** A player's name, and "You" where it is you. */
  name: (seat: number) => string
  called: (seat: number) => string
}

export function itemsOf(shown: Shown): Item[] {
  const { view, layout, lens, order, you, places, rows, grabbed, finger, name, called } = shown
  const black = view.side === 'black'
  const { heap } = layout

  const inMiddle = (card: Confetti.CardView): Spot => {
    const place = rows?.get(card.number)
    return rows && place !== undefined ? inGrid(layout, lens, place, rows.size) : inHeap(layout, lens, card, view)
  }
  const atEdge = (seat: number, card: number): Spot => {
    const place = places[seat]!.indexOf(card)
    const mat = order.indexOf(seat) - 1
    return (mat < 0 ? layout.own : layout.mats[mat]!.spots)[place] ?? layout.own.at(-1)!
  }
  const outside = ({ x, y }: Spot) => x < heap.x || x > heap.x + heap.width || y < heap.y || y > heap.y + heap.height

  const list: Item[] = []
  const add = (card: Confetti.CardView, seat: number | null, spot: Spot, where: string, rivals = false) =>
    list.push({
      number: card.number,
      name: card.name,
      state: card.state,
      seat,
      label: words.card(kindsOf(card.name), black, where),
      spot: finger?.card === card.number ? finger.spot : spot,
      rivals,
      away: seat === null && lens.zoom > 1 && outside(spot),
    })
  const addGrabbed = (card: Confetti.CardView, by: number) =>
    add(card, by, atEdge(by, card.number), words.where.reaching(called(by)))

  for (const card of view.middle) {
    if (you !== null && grabbed.includes(card.number)) addGrabbed(card, you)
    else add(card, null, inMiddle(card), words.where.middle)
  }
  let tugs = 0
  for (const { card, pullers, ...tug } of view.tugs) {
    if (isTug({ card, pullers, ...tug })) {
      const anchors = pullers.map((seat) => anchorOf(layout, order, seat))
      add(card, null, inTug(layout, anchors, tugs), words.where.tug, true)
      tugs += 1
    } else addGrabbed(card, pullers[0]!)
  }
  for (const { seat, cards } of view.players) {
    for (const card of cards) {
      if (you !== null && seat !== you && grabbed.includes(card.number)) addGrabbed(card, you)
      else
        add(
          card,
          seat,
          atEdge(seat, card.number),
          whereAtEdge(card, seat === you ? places[seat]!.indexOf(card.number) + 1 : null, name(seat)),
        )
    }
  }
  return list.sort((a, b) => a.number - b.number) // the DOM order never changes, only positions on the table
}

/** `place` is that of your own card, null for others'. */
function whereAtEdge(card: Confetti.CardView, place: number | null, name: string): string {
  const held = card.state === CardState.HELD
  if (place !== null) return (held ? words.where.yoursHeld : words.where.yoursLoose)(place)
  return (held ? words.where.held : words.where.loose)(name)
}

const alike = (a: Item, b: Item): boolean =>
  a.name === b.name &&
  a.state === b.state &&
  a.seat === b.seat &&
  a.label === b.label &&
  a.rivals === b.rivals &&
  a.away === b.away &&
  a.spot.x === b.spot.x &&
  a.spot.y === b.spot.y &&
  a.spot.side === b.spot.side &&
  a.spot.turn === b.spot.turn

/** The same items, but those that have not changed are the objects from before: then they are not drawn again. */
export function keepAlike(items: readonly Item[], before: readonly Item[]): Item[] {
  const known = new Map(before.map((item) => [item.number, item]))
  return items.map((item) => {
    const old = known.get(item.number)
    return old && alike(item, old) ? old : item
  })
}

export interface Rope {
  id: string
  seat: number
  from: Point
  to: Point
}

/** Ropes from the players who pull to the card. */
export function ropesOf(
  view: Confetti.View,
  layout: Layout,
  order: readonly number[],
  byNumber: ReadonlyMap<number, Item>,
): Rope[] {
  return view.tugs.filter(isTug).flatMap(({ card, pullers }) => {
    const spot = byNumber.get(card.number)?.spot
    return spot
      ? pullers.map((seat) => ({ id: `${card.number}-${seat}`, seat, from: anchorOf(layout, order, seat), to: spot }))
      : []
  })
}
