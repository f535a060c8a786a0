/** What a Box shows: its columns, its sets and their points, for the figures below it before a round is counted. */

import { COLUMNS, DOWN, HIGHEST, PARROT, PLACES, SET_POINTS } from './rules.gen'

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

const value = (card: string): number => (card === PARROT || card === DOWN ? 0 : Number(card))

export function columnsOf(box: readonly string[]): Column[] {
  return Array.from({ length: COLUMNS }, (_, column): Column => {
    const a = box[column]!
    const b = box[column + COLUMNS]!
    if (a === DOWN || b === DOWN) return { kind: 'open', number: null, points: value(a) + value(b) }
    if (a === PARROT && b === PARROT) return { kind: 'parrots', number: null, points: 0 }
    if (a === b || a === PARROT || b === PARROT)
      return { kind: 'pair', number: Number(a === PARROT ? b : a), points: 0 }
    return { kind: 'sum', number: null, points: value(a) + value(b) }
  })
}

/** The Quartets, Sextets and Octets. With `wild`, two Parrots join where they help most (PAR-79). */
export function setsOf(box: readonly string[], wild = false): SetOfPairs[] {
  const found = new Map<number, number[]>()
  const columns = columnsOf(box)
  const join = (number: number, column: number) => found.set(number, [...(found.get(number) ?? []), column])
  columns.forEach(({ kind, number }, column) => kind === 'pair' && join(number!, column))
  if (wild) {
    columns.forEach(({ kind }, column) => {
      if (kind !== 'parrots') return
      let best = 0
      let gain = 1
      for (let number = 0; number <= HIGHEST; number += 1) {
        const have = found.get(number)?.length ?? 0
        const change = SET_POINTS[have + 1]! - SET_POINTS[have]!
        if (change < gain) [best, gain] = [number, change]
      }
      join(best, column)
    })
  }
  return [...found]
    .filter(([, joined]) => joined.length > 1)
    .map(([number, joined]) => ({
      number,
      columns: joined.toSorted((a, b) => a - b),
      points: SET_POINTS[joined.length]!,
    }))
}

/** The points of all face-up cards. */
export function pointsOf(box: readonly string[], wild = false): number {
  const plain = columnsOf(box).reduce((sum, { points }) => sum + points, 0)
  return setsOf(box, wild).reduce((sum, { points }) => sum + points, plain)
}

export const downIn = (box: readonly string[]): number => box.filter((card) => card === DOWN).length

/** What a Parrot shows on that place: its mate's number, "?" while the mate is down, "…" if the mate is a Parrot. */
export function copied(box: readonly string[], place: number): string {
  const card = box[mate(place)]!
  return card === PARROT ? '…' : card
}

/** The Box after a card was put on a place. */
export const withCard = (box: readonly string[], place: number, card: string): string[] =>
  box.map((old, at) => (at === place ? card : old))
