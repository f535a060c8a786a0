/** How a ring was judged and why, derived from the views before and after. */

import { topsOf, type BellCard, type BellGame, type BellView } from './common'
import { fives, nearly, type Sum } from './five'

export interface Ruling {
  n: number // of the event that brought it
  seat: number
  right: boolean
  sums: Sum[] // the fives, or the sums that came closest
  /** The five had been covered a moment before the ring, and still counted. */
  grace: boolean
  lit: number[] // seats whose open cards made the five and are still in view
  taker: number | null // the seat that got the open cards
  won: number // cards that the taker received
  paid: number // cards that the ringer paid
  flips: number
  handicaps: number[]
  best: boolean // your fastest of this session
}

export function rulingOf(
  game: BellGame,
  n: number,
  was: BellView,
  is: BellView,
  earlier: readonly (BellCard | null)[],
): Ruling {
  const { seat, right } = is.result!
  const tops = topsOf(was)
  const now = fives(tops, game.kinds)
  const past = right && now.length === 0 ? fives(earlier, game.kinds) : []
  const found = right ? (now.length ? now : past) : nearly(tops, game.kinds)
  const moved = was.seats.some((old, number) => old.stack > 0 && is.seats[number]!.stack === 0)
  const grown = is.seats.map((seat, number) => seat.bank - was.seats[number]!.bank)
  const taker = right ? seat : moved ? grown.indexOf(Math.max(...grown)) : null
  return {
    n,
    seat,
    right,
    sums: found,
    grace: past.length > 0,
    lit: right
      ? [...new Set(found.flatMap((sum) => sum.seats))].filter(
          (number) => now.length > 0 || earlier[number] === tops[number],
        )
      : [],
    taker,
    won: taker === null ? 0 : Math.max(0, grown[taker]!),
    paid: right || moved ? 0 : Math.max(0, -grown[seat]!),
    flips: is.pace.flips,
    handicaps: is.seats.map((each) => each.handicap),
    best: false,
  }
}
