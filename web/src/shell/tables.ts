/** Creating and joining tables. */

import { gameModule } from '../games'
import { keepSeat, type PastMatch } from '../kit/memory'
import { settings } from '../kit/settings.svelte'
import type { FromPosition } from '../local/beginnings'
import { isLocalGame } from '../local/catalogue'
import type { Deal } from '../local/deal'
import type { Begun } from '../local/store'
import { createTable, server } from '../net/http'
import type { NewTable, Over } from '../net/messages'
import type { TableState } from '../table/table.svelte'
import { COLOURS, nameOf } from '../table/people'
import { words } from '../words'
import { levelFor } from './levels'
import { go } from './route.svelte'

export const myName = (): string => settings.name.trim() || words.name.guest

type Wanted = Pick<NewTable, 'game'> & Partial<NewTable>

const withDefaults = (wanted: Wanted): NewTable => ({
  name: myName(),
  colour: settings.colour,
  level: levelFor(wanted.game, settings.level),
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

/** Opens a table on this device whose match does not begin with a new shuffle. Returns the table's id. */
async function begin(wanted: Wanted, begun: Begun): Promise<string> {
  loadTable(wanted.game)
  const { createLocalTable } = await import('../local/tables')
  const seats = begun.levels.length
  const { table, seat, token } = await createLocalTable(withDefaults({ ...wanted, seats }), begun)
  keepSeat(table, wanted.game, null, { seat, token })
  return table
}

/** Plays on from a position of an earlier match, in this seat and against bots of this level. */
export async function playOn(from: FromPosition, seat: number, level: string): Promise<void> {
  const { alone } = await import('../local/beginnings')
  const { game, options } = from
  go(`/t/${await begin({ game, options, level }, alone(from, seat, level))}`)
}

/** Plays a deal that others play too. Returns the table's id. */
export async function playDeal(deal: Deal): Promise<string> {
  const { withDeal } = await import('../local/beginnings')
  const { game, options, levels } = deal
  const level = levels.find((each) => each !== null) ?? levelFor(game, settings.level)
  const table = await begin({ game, options, level }, withDeal(deal))
  go(`/t/${table}`)
  return table
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
    ...(table.own.length > 1 ? { own: table.own } : {}),
    ...(rings.length ? { best: Math.round(Math.min(...rings.map((ring) => ring.ms!))) } : {}),
  }
}
