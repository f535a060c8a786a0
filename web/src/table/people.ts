/** Names, colours and places of the players at a table. */

import { words } from '../words'
import type { TableState } from './table.svelte'

export const COLOURS = 8

/** The name of the person or bot in a seat. */
export function nameOf(table: TableState, seat: number): string {
  const now = table.seats[seat]
  if (now?.name) return now.name
  return now?.bot ? botNameOf(seat) : words.seat.free(seat + 1)
}

/** What a bot in this seat is called. */
export const botNameOf = (seat: number): string => words.botNames[seat % words.botNames.length]!

/** A person's own colour; a bot takes the first colour that is still free. */
export function colourNumber(table: TableState, seat: number): number {
  const now = table.seats[seat]
  if (now?.name) return now.colour ?? 0
  const taken = new Set(table.seats.filter((other) => other.name).map((other) => other.colour ?? 0))
  const free = Array.from({ length: COLOURS }, (_, number) => number).filter((number) => !taken.has(number))
  const before = table.seats.slice(0, seat).filter((other) => !other.name).length
  return free[before % free.length]!
}

export const colourOf = (table: TableState, seat: number): string => `var(--player-${colourNumber(table, seat)})`

/** "You" for your own seat (if nobody else plays on this device), otherwise the name. */
export function calledOf(table: TableState, seat: number): string {
  return seat === table.you && table.own.length === 1 ? words.you : nameOf(table, seat)
}
