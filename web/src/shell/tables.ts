/** Creating and joining tables. */

import { gameModule } from '../games'
import { keepSeat, type PastMatch } from '../kit/memory'
import { settings } from '../kit/settings.svelte'
import { isLocalGame } from '../local/catalogue'
import { createTable, server } from '../net/http'
import type { NewTable, Over } from '../net/messages'
import type { TableState } from '../table/table.svelte'
import { COLOURS, nameOf } from '../table/people'
import { words } from '../words'
import { go } from './route.svelte'

export const myName = (): string => settings.name.trim() || words.name.guest

type Wanted = Pick<NewTable, 'game'> & Partial<NewTable>

const withDefaults = (wanted: Wanted): NewTable => ({
  name: myName(),
  colour: settings.colour,
  level: settings.level,
  tempo: settings.tempo,
  ...wanted,
})

/** Creates a table on the server, for friends, and stores the key to your seat; returns the table's id. */
export async function makeSharedTable(wanted: Wanted): Promise<string> {
  if (!(await server())) throw new Error(words.problem.noServer)
  const made = await createTable(withDefaults(wanted))
  keepSeat(made.table, wanted.game, made.invite, { seat: 0, token: made.token })
  return made.table
}

/** The same on this device. Games that this page cannot play by itself are played on the server. */
export async function makeTable(wanted: Wanted): Promise<string> {
  if (!isLocalGame(wanted.game)) return makeSharedTable(wanted)
  const { createLocalTable } = await import('../local/tables')
  const made = await createLocalTable(withDefaults(wanted))
  keepSeat(made.table, wanted.game, null, { seat: 0, token: made.token })
  return made.table
}

export async function playNow(game: string): Promise<void> {
  loadTable(game)
  go(`/t/${await makeTable({ game, bots: true })}`)
}

/** Opens a table to which friends can be invited. */
export async function playWithFriends(game: string): Promise<void> {
  loadTable(game)
  go(`/t/${await makeSharedTable({ game })}`)
}

/** Begins to load what the table will need while it is being made; the table's screen reports a failure. */
function loadTable(game: string): void {
  void import('./TableScreen.svelte').catch(() => undefined)
  void gameModule(game).catch(() => undefined)
}

/** The seats that a spectator can take: nobody owns them, and nobody waits for them. */
export const freeSeats = (table: TableState): number[] =>
  table.seats.flatMap(({ name, next }, seat) => (name || next ? [] : [seat]))

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
