/** Sums and fives, for showing what a ring was about. Who is right is judged by the server alone. */

import type { BellCard } from './common'

type Kinds = (card: BellCard) => string[]

export interface Sum {
  kind: string
  amount: number
  seats: number[] // whose tops show it
}

/** What all tops add up to, kind by kind, in the order in which the kinds are met. */
export function sums(tops: readonly (BellCard | null)[], kinds: Kinds): Sum[] {
  const found = new Map<string, Sum>()
  for (const [seat, card] of tops.entries()) {
    if (!card) continue
    for (const kind of kinds(card)) {
      const sum = found.get(kind) ?? { kind, amount: 0, seats: [] }
      sum.amount += card.amount
      sum.seats.push(seat)
      found.set(kind, sum)
    }
  }
  return [...found.values()]
}

export const fives = (tops: readonly (BellCard | null)[], kinds: Kinds): Sum[] =>
  sums(tops, kinds).filter(({ amount }) => amount === 5)

/** The sums that came nearest to five without being it: what a wrong hand may have seen. */
export function nearly(tops: readonly (BellCard | null)[], kinds: Kinds): Sum[] {
  const all = sums(tops, kinds).sort((a, b) => Math.abs(a.amount - 5) - Math.abs(b.amount - 5))
  return all.slice(0, 2)
}
