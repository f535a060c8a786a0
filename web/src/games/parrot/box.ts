/** How a Box is counted, and how Parrot's actions are numbered (src/parlour/games/parrot). */

export const COLUMNS = 4
export const PLACES = 8

/** The numbers of docs/actions.md. */
export const DRAW = 28
export const TAKE = 29
export const PLACE = 30
export const REVEAL = 38
export const PASS = 46
export const FLOAT = 47
export const LEAVE = 111

export const PARROT = 'P'
export const DOWN = '?'

/** The opening that turns up these two places. */
export function opening(one: number, other: number): number {
  const [a, b] = one < other ? [one, other] : [other, one]
  return (a * (2 * PLACES - a - 1)) / 2 + b - a - 1
}

export const floating = (from: number, to: number): number => FLOAT + PLACES * from + to
export const isFloat = (action: number): boolean => action >= FLOAT && action < LEAVE
export const floatFrom = (action: number): number => Math.floor((action - FLOAT) / PLACES)
export const floatTo = (action: number): number => (action - FLOAT) % PLACES

/** The other place of the column. */
export const mate = (place: number): number => (place + COLUMNS) % PLACES

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

const SET_POINTS = [0, 0, -10, -15, -20] // PAR-66, by Pairs of one number

const value = (card: string): number => (card === PARROT || card === DOWN ? 0 : Number(card))

export function columnsOf(box: readonly string[]): Column[] {
  return Array.from({ length: COLUMNS }, (_, column): Column => {
    const a = box[column]!
    const b = box[column + COLUMNS]!
    if (a === DOWN || b === DOWN) return { kind: 'open', number: null, points: value(a) + value(b) }
    if (a === PARROT && b === PARROT) return { kind: 'parrots', number: null, points: 0 }
    if (a === b || a === PARROT || b === PARROT) return { kind: 'pair', number: Number(a === PARROT ? b : a), points: 0 }
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
      for (let number = 0; number <= 12; number += 1) {
        const have = found.get(number)?.length ?? 0
        const change = SET_POINTS[have + 1]! - SET_POINTS[have]!
        if (change < gain) [best, gain] = [number, change]
      }
      join(best, column)
    })
  }
  return [...found]
    .filter(([, joined]) => joined.length > 1)
    .map(([number, joined]) => ({ number, columns: joined.toSorted((a, b) => a - b), points: SET_POINTS[joined.length]! }))
}

/** The points of all that lies up. */
export function pointsOf(box: readonly string[], wild = false): number {
  const plain = columnsOf(box).reduce((sum, { points }) => sum + points, 0)
  return setsOf(box, wild).reduce((sum, { points }) => sum + points, plain)
}

export const downIn = (box: readonly string[]): number => box.filter((card) => card === DOWN).length

/** What a Parrot says on that place: its mate's number, "?" while that is down, "…" to another Parrot. */
export function copied(box: readonly string[], place: number): string {
  const card = box[mate(place)]!
  return card === PARROT ? '…' : card
}

/** The Box after a card was put on a place. */
export const withCard = (box: readonly string[], place: number, card: string): string[] =>
  box.map((old, at) => (at === place ? card : old))
