/** Several people at one device: the corner and the key of each player. */

import { keep, recall } from '../kit/memory'

export type Corner = 'bottom-left' | 'top-left' | 'top-right' | 'bottom-right' | 'bottom'

const KEYS: Record<Corner, string> = {
  'bottom-left': 'z',
  'top-left': 'q',
  'top-right': 'p',
  'bottom-right': 'm',
  bottom: 'b',
}

/** Clockwise like the seats around the table, the first at the bottom. */
const CORNERS: Corner[][] = [
  ['bottom'],
  ['bottom-left', 'top-right'],
  ['bottom-left', 'top-left', 'top-right'],
  ['bottom-left', 'top-left', 'top-right', 'bottom-right'],
  ['bottom', 'bottom-left', 'top-left', 'top-right', 'bottom-right'],
]

/** The corners for `count` players; beyond five, players have keys only. */
export const cornersOf = (count: number): Corner[] => CORNERS[count - 1] ?? CORNERS[CORNERS.length - 1]!

export const usualKeys = (count: number): string[] =>
  [...cornersOf(count).map((corner) => KEYS[corner]), 'g', 't'].slice(0, count)

const MOST = 20
type Kept = { id: string; keys: Record<number, string> }[]

export function keepKeys(table: string, keys: Record<number, string>): void {
  const others = recall<Kept>('keys', []).filter(({ id }) => id !== table)
  keep('keys', [{ id: table, keys }, ...others].slice(0, MOST))
}

export const keysOf = (table: string): Record<number, string> =>
  recall<Kept>('keys', []).find(({ id }) => id === table)?.keys ?? {}
