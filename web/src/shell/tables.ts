/** Creating, opening and joining tables. */

import { keepSeat, keptTable, type PastMatch } from '../kit/memory'
import { settings } from '../kit/settings.svelte'
import { createTable, socketUrl } from '../net/http'
import type { NewTable, Over } from '../net/messages'
import { browserTableEnvironment, TableState } from '../table/table.svelte'
import { COLOURS, nameOf } from '../table/people'
import { words } from '../words'
import { go, route } from './route.svelte'

export const myName = (): string => settings.name.trim() || words.name.guest

/** Creates a table and stores the key to your seat; returns the table's id. */
export async function makeTable(wanted: Pick<NewTable, 'game'> & Partial<NewTable>): Promise<string> {
  const made = await createTable({ name: myName(), colour: settings.colour, level: settings.level, ...wanted })
  keepSeat(made.table, wanted.game, made.invite, { seat: 0, token: made.token })
  return made.table
}

export async function playNow(game: string): Promise<void> {
  go(`/t/${await makeTable({ game, bots: true })}`)
}

/** Opens a table with the keys of this device, an invitation, or as a spectator of a public table. */
export function openTable(id: string): TableState {
  const known = keptTable(id)
  const invite = route().invite || known?.invite || null
  const table = new TableState(
    id,
    (known?.seats ?? []).map(({ token }) => ({ token })),
    browserTableEnvironment(socketUrl, (owner, seat, token) => keepSeat(id, owner.game, invite, { seat, token })),
    invite,
  )
  table.open()
  return table
}

/** Sits down with your name and colour, or with a free colour if yours is taken. */
export function takeSeat(table: TableState, seat: number): void {
  const taken = new Set(table.seats.filter((other) => other.name).map((other) => other.colour ?? 0))
  const free = Array.from({ length: COLOURS }, (_, colour) => (settings.colour + colour) % COLOURS).find(
    (colour) => !taken.has(colour),
  )
  table.sit(seat, myName(), free ?? settings.colour)
}

/** A finished match, as this device stores it. */
export function pastMatch(table: TableState, over: Over): PastMatch {
  const rings = table.races.flatMap((race) =>
    race.rings.filter((ring) => table.own.includes(ring.seat) && ring.ms != null),
  )
  return {
    match: over.match,
    table: table.id,
    game: table.game,
    title: table.title,
    at: Date.now(),
    names: table.seats.map((_, seat) => nameOf(table, seat)),
    scores: over.scores,
    winners: over.winners,
    you: table.you,
    ...(rings.length ? { best: Math.round(Math.min(...rings.map((ring) => ring.ms!))) } : {}),
  }
}
