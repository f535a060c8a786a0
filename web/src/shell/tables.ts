/** From wanting to play to sitting at a table. */

import { keepSeat, keptTable, type PastMatch } from '../kit/memory'
import { settings } from '../kit/settings.svelte'
import { make, socketUrl } from '../net/http'
import type { NewTable, Over } from '../net/messages'
import { browserTable, TableState } from '../table/table.svelte'
import { COLOURS, nameOf } from '../table/people'
import { words } from '../words'
import { go } from './route.svelte'

export const myName = (): string => settings.name.trim() || words.name.guest

/** Makes a table, remembers its key and goes there. */
export async function makeTable(wanted: Pick<NewTable, 'game'> & Partial<NewTable>): Promise<string> {
  const made = await make({ name: myName(), colour: settings.colour, level: settings.level, ...wanted })
  keepSeat(made.table, wanted.game, made.invite, { seat: 0, token: made.token })
  return made.table
}

export async function playNow(game: string): Promise<void> {
  go(`/t/${await makeTable({ game, bots: true })}`)
}

/** A table that this device has a key to, or an invitation, or that everybody may watch. */
export function openTable(id: string): TableState {
  const known = keptTable(id)
  const invite = location.hash.slice(1) || known?.invite || null
  const table = new TableState(
    id,
    (known?.seats ?? []).map(({ token }) => ({ token })),
    browserTable(socketUrl, (owner, seat, token) => keepSeat(id, owner.game, invite, { seat, token })),
    invite,
  )
  table.open()
  return table
}

/** Sits down with your own name and colour, or another colour where somebody has yours. */
export function takeSeat(table: TableState, seat: number): void {
  const taken = new Set(table.seats.filter((other) => other.name).map((other) => other.colour ?? 0))
  const free = Array.from({ length: COLOURS }, (_, colour) => (settings.colour + colour) % COLOURS).find(
    (colour) => !taken.has(colour),
  )
  table.sit(seat, myName(), free ?? settings.colour)
}

/** A finished match, as this device remembers it. */
export function remembered(table: TableState, over: Over): PastMatch {
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
