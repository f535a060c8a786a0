/**
 * The deal of the day: one game each day, in turn, with the same cards for everybody in the world. It follows from the
 * date alone, by the player's own calendar, so nobody needs a server for it, and a new one is there at midnight.
 */

import type { Description } from '../engine/description'
import type { Deal } from './deal'
import { sha256 } from './sha256'

export const DAY_LEVEL = 'casual' // of the bots
const DAY_MS = 24 * 3600 * 1000

/** The calendar date of a moment where the player is, such as 2026-11-16. */
export function dateOf(now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The game of a day: each of them in turn. */
export function gameOfDay(day: string, games: readonly string[]): string {
  const number = Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
  return games.toSorted()[number % games.length]!
}

/** 63 bits that follow from the date and the game. */
export const daySeed = (day: string, game: string): bigint =>
  BigInt(`0x${sha256(`parlour deal of the day:${day}:${game}`).slice(0, 16)}`) >> 1n

/** The usual number of players, no special options, and the person in the first seat. */
export function dealOfDay(day: string, { game, version, bots }: Description): Deal {
  const levels = Array.from({ length: bots.usual }, (_, seat) => (seat ? DAY_LEVEL : null))
  return { game, rules: version, options: {}, seed: daySeed(day, game), levels, results: [], day }
}
