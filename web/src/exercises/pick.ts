/** Which exercise comes next. */

import { dueToday, type Card } from './schedule'
import type { Exercise } from './shipped'

/** Which exercises somebody wants: those of one level, their own mistakes, or any. */
export type Wanted = number | 'own' | null

export type Picked = { repeats: Card } | { fresh: Exercise }

/** First what comes back today, then what has never been tried; at last what was tried the longest ago. */
export function pick(
  all: readonly Exercise[],
  cards: readonly Card[],
  wanted: Wanted,
  now: number,
  random: () => number = Math.random,
): Picked | null {
  const repeats = dueToday(cards, now).find(({ own }) => wanted !== 'own' || own)
  if (repeats) return { repeats }
  if (wanted === 'own') return null
  const known = new Map(cards.map((card) => [card.id, card]))
  const fitting = all.filter(({ level }) => wanted === null || level === wanted)
  const untried = fitting.filter(({ id }) => !known.has(id))
  if (untried.length) return { fresh: untried[Math.floor(random() * untried.length)]! }
  const again = fitting.filter(({ id }) => known.get(id)!.due === null)
  again.sort((a, b) => known.get(a.id)!.at - known.get(b.id)!.at)
  return again[0] ? { fresh: again[0] } : null
}
