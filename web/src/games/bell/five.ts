/** Sums and fives, to show what a ring was about. Whether a ring is right is for the rules to say. */

import type { BellCard } from './common'
import { hasFive } from './scoring.gen'

type Kinds = (card: BellCard) => string[]

export interface Sum {
  kind: string
  amount: number
  seats: number[] // whose open cards show it
}

/** What the open cards add up to, by kind, in the order in which the kinds first appear. */
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
  sums(tops, kinds).filter(({ amount }) => hasFive(amount, 1))

/** The sums closest to five: what a player who rang wrongly may have seen. */
export function nearly(tops: readonly (BellCard | null)[], kinds: Kinds): Sum[] {
  const all = sums(tops, kinds).sort((a, b) => Math.abs(a.amount - 5) - Math.abs(b.amount - 5))
  return all.slice(0, 2)
}
