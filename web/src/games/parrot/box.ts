/** What a Box shows: its columns, its sets and their points, for the figures below it before a round is counted. */

import { COLUMNS, DOWN, PARROT, PLACES } from './rules.gen'
import * as rules from './scoring.gen'

/** The other place of the column. */
export const mate = (place: number): number => (place + COLUMNS) % PLACES

/** Where a card's mate lies, seen from the card. */
export const mateSide = (place: number): 'up' | 'down' => (place < COLUMNS ? 'down' : 'up')

export interface Column {
  /** 'open': something is still down. 'parrots': two of them, a Pair without a number (PAR-79). */
  kind: 'pair' | 'parrots' | 'sum' | 'open'
  /** Of a Pair. */
  number: number | null
  /** What is known to count here, before sets. */
  points: number
}

export interface SetOfPairs {
  number: number
  columns: number[]
  points: number
}

export const columnsOf = (box: readonly string[]): Column[] => rules.columnsOf(box)

/** The Quartets, Sextets and Octets. With `wild`, two Parrots join where they help most (PAR-79). */
export const setsOf = (box: readonly string[], wild = false): SetOfPairs[] => rules.setsOf(box, wild)

/** The points of all face-up cards. */
export const pointsOf = (box: readonly string[], wild = false): number => rules.pointsOf(box, wild)

export const downIn = (box: readonly string[]): number => box.filter((card) => card === DOWN).length

/** What a Parrot shows on that place: its mate's number, "?" while the mate is down, "…" if the mate is a Parrot. */
export function copied(box: readonly string[], place: number): string {
  const card = box[mate(place)]!
  return card === PARROT ? '…' : card
}

/** The Box after a card was put on a place. */
export const withCard = (box: readonly string[], place: number, card: string): string[] =>
  box.map((old, at) => (at === place ? card : old))
