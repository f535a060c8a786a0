/** What is kept of a table: its seats, the present match as a log, and all of it as the page is told. */

import type { Over, TableNow } from '../net/messages'
import { LOCAL } from './ids'
import type { Log } from './log'
import { randomSeed, randomText } from './random'
import { commitment } from './sha256'
import type { Beginning, KeptTable, Seat, Setup, Started } from './store'

export const emptySeat = (bot: string | null = null): Seat => ({ name: null, colour: 0, token: null, bot, lastSeq: 0 })

export function newTable(id: string, setup: Setup): KeptTable {
  const seats = Array.from({ length: setup.seats }, () => emptySeat())
  const match = { started: null, entries: [], clock: 0, matches: [] }
  return { id, setup, seats, host: null, status: 'open', says: null, ...match, number: 0, touched: 0 }
}

/** When the host has left, the next player becomes host. */
export function passOnHost(kept: KeptTable): void {
  const { seats, host } = kept
  if (host !== null && seats[host]?.token) return
  const order = seats.map((_, step) => ((host ?? 0) + step) % seats.length)
  kept.host = order.find((seat) => seats[seat]!.token) ?? null
}

/** The beginning of a match: a seed that nobody can guess, unless the match is to begin as another one did. */
export const newMatch = (seats: Seat[], rules: number, wallClock: number, beginning: Beginning | null): Started => ({
  match: LOCAL + randomText(9),
  seed: String(beginning?.seed ?? randomSeed()),
  salt: randomText(16),
  rules,
  at: wallClock / 1000,
  levels: seats.map(({ bot }) => bot),
  ...(beginning && { origin: beginning.origin }),
})

/** The log of the present match. */
export function logOf({ setup, started, entries, clock }: KeptTable): Log {
  const { seed, rules, salt } = started!
  const { game, seats, options } = setup
  const proof = commitment(seed, salt)
  return { header: { game, rules, seats, options, seed: BigInt(seed), clock, commitment: proof, salt }, entries }
}

/** What everybody is told at the end of the present match: its seed can now be checked. */
export function overOf({ started, number }: KeptTable, scores: number[], winners: number[]): Over {
  const { match, seed, salt } = started!
  return { t: 'over', n: number, match, scores, winners, seed, salt, commitment: commitment(seed, salt) }
}

/** The part of a table that is never saved: who is connected, and how the clock runs. */
interface Present {
  here: number[]
  watching: number
  resumesAt: number | null
  pace: number
  done: number[] | null
}

export function tableNow(kept: KeptTable, { here, watching, resumesAt, pace, done }: Present): TableNow {
  const { id, setup, status, seats, host, started, matches, says } = kept
  return {
    id,
    game: setup.game,
    status,
    seats: seats.map(({ name, colour, bot }, number) => ({
      name,
      colour,
      bot,
      here: here.includes(number),
      slow: false,
      host: number === host,
    })),
    options: setup.options,
    public: false,
    rated: false,
    level: setup.level,
    tempo: setup.tempo ?? 'normal',
    watching,
    match: started?.match ?? null,
    matches,
    resumes_at: resumesAt,
    pace,
    done,
    says,
  }
}
