/** Confetti's cards and actions. A card is named by the letters of its small, medium and big circle: "ROY". */

import { isAct } from '../../kit/actions'
import type { Confetti } from '../../net/views'
import { Act, COLOURS, LETTERS, SIZES, type Size } from './rules.gen'
import { viewSets } from './scoring.gen'

export const holding = (card: number): number => Act.HOLD + card
export const discarding = (card: number): number => Act.DISCARD + card
export const lettingGo = (card: number): number => Act.LET_GO + card
export const keeping = (card: number): number => Act.KEEP + card
export const isTake = (action: number): boolean => isAct(Act, 'TAKE', action)
export const isHold = (action: number): boolean => isAct(Act, 'HOLD', action) || action === Act.HOLD_ALL
export const isDiscard = (action: number): boolean => isAct(Act, 'DISCARD', action)
export const isGiveUp = (action: number): boolean => isAct(Act, 'GIVE_UP', action)

/** The three circles of a face in a square of 100: they overlap a little and never touch the edge. */
export const SPOTS = {
  small: { x: 76, y: 58.5, r: 12 },
  medium: { x: 71.5, y: 29.5, r: 20 },
  big: { x: 38, y: 60.5, r: 29 },
} as const satisfies Record<Size, { x: number; y: number; r: number }>

/** Which of the six kinds a card shows, by size. */
export const kindsOf = (name: string): number[] => [...name].map((letter) => LETTERS.indexOf(letter))

export const ink = (kind: number): string => `var(--${COLOURS[kind]})`
export const deepInk = (kind: number): string => `var(--${COLOURS[kind]}-deep)`
export const lightInk = (kind: number): string => `var(--${COLOURS[kind]}-light)`

export interface Found {
  kind: number
  cards: [string, string, string] // the cards with its small, medium and big circle
}

/** The sets among these cards, as the rules find them (CON-52). */
export function setsIn(names: readonly string[]): Found[] {
  const deck = { deck: names.map(kindsOf), side: 0 }
  return viewSets(deck, [...names.keys()]).map((set: Confetti.SetView) => ({
    kind: (COLOURS as readonly string[]).indexOf(set.kind),
    cards: [set.small, set.medium, set.big],
  }))
}

/** The colour that is closest to a set, and the sizes it has and needs; null without cards. For hints in the lesson. */
export function nearest(names: readonly string[]): { kind: number; has: Size[]; wants: Size[] } | null {
  let best: { kind: number; has: Size[]; wants: Size[] } | null = null
  for (let kind = 0; kind < LETTERS.length; kind += 1) {
    const counts = SIZES.map((_, size) => names.filter((name) => name[size] === LETTERS[kind]).length)
    const done = Math.min(...counts)
    const has = SIZES.filter((_, size) => counts[size]! > done)
    if (has.length && has.length > (best?.has.length ?? 0))
      best = { kind, has, wants: SIZES.filter((size) => !has.includes(size)) }
  }
  return best
}

/**
 * The place of each card at a player's edge. A card that has a place keeps it, a new one takes the first free place, so
 * that nothing moves away under a finger because another card came or went.
 */
export function placesAt(
  before: readonly (number | null)[],
  cards: readonly number[],
  least: number,
): (number | null)[] {
  const places = before.map((card) => (card !== null && cards.includes(card) ? card : null))
  for (const card of cards) {
    if (places.includes(card)) continue
    const free = places.indexOf(null)
    if (free < 0) places.push(card)
    else places[free] = card
  }
  while (places.length < least) places.push(null)
  while (places.length > least && places.at(-1) === null) places.pop()
  return places
}

/** A card becomes a tug when a second player reaches for it. */
export const isTug = (tug: Confetti.TugView): boolean => tug.pullers.length > 1
