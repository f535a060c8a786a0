/** The tables of this device: created, opened again after a reload, and connected to the page. */

import { Engine } from '../engine/engine'
import { gameCode } from '../engine/files'
import { Refusal } from '../engine/match'
import { recall } from '../kit/memory'
import { browserTimers } from '../net/clock'
import { browserEnvironment, type Environment } from '../net/connection'
import type { SavedMatch } from '../net/http'
import { MOST_NAME, type NewTable } from '../net/messages'
import { words } from '../words'
import { WorkerBots } from './botHost'
import { BadRequest, OverAlready, type GameParts, type GameViews } from './game'
import { checkedName } from './handlers'
import { LINKED, LOCAL } from './ids'
import { packLog, readLog, unpackLog } from './log'
import { randomText } from './random'
import { replayOf } from './replay'
import { emptySeat, newTable } from './seats'
import type { Services } from './services'
import { checkedSetup } from './setup'
import { LocalSocket } from './socket'
import { deviceStore, type Begun, type KeptMatch } from './store'
import { LocalTable } from './table'
import { Teacher } from './teacher'

const open = new Map<string, Promise<LocalTable>>()
const releases = new Map<string, () => void>() // of the locks of open tables

const views = import.meta.glob<GameViews>('../games/*/views.gen.ts')

/** A game's code and views, loaded together. */
export async function gameParts(game: string): Promise<GameParts> {
  const load = views[`../games/${game}/views.gen.ts`]
  if (!load) throw new BadRequest(words.problem.noGame)
  const [code, found] = await Promise.all([gameCode(game), load()])
  return { code, views: found }
}

async function services(): Promise<Services> {
  return {
    timers: browserTimers,
    store: await deviceStore(),
    wallClock: () => Date.now(),
    pace: recall('pace', 1), // matches run faster in tests
    makeBots: ({ code }) => new WorkerBots(code),
    botIsMissing: (level) => words.problem.noBot(words.levels[level] ?? level),
  }
}

export interface LocalSeat {
  table: string
  seat: number
  token: string
}

/** Creates a table with one person; with `bots` or as `begun` the match starts at once. Returns the person's seat. */
export async function createLocalTable(wanted: NewTable, begun?: Begun): Promise<LocalSeat> {
  const [parts, found] = await Promise.all([gameParts(wanted.game), services()])
  const { description } = parts.code
  const setup = checkedSetup(description, {
    game: wanted.game,
    seats: wanted.seats ?? description.bots.usual,
    options: JSON.parse(JSON.stringify(wanted.options ?? {})) as Record<string, unknown>,
    level: wanted.level ?? 'casual',
    tempo: wanted.tempo ?? 'normal',
  })
  const id = LOCAL + randomText(9)
  const table = new LocalTable(newTable(id, setup), parts, await Engine.start(parts.code), found)
  const seat = begun?.seat ?? 0
  for (const [number, level] of (begun?.levels ?? []).entries()) if (level) table.kept.seats[number] = emptySeat(level)
  const token = table.sit(seat, checkedName(wanted.name), wanted.colour ?? 0)
  try {
    if (wanted.bots || begun) table.start(begun?.beginning)
  } catch (error) {
    if (error instanceof OverAlready) throw new BadRequest(words.from.over)
    if (error instanceof Refusal) throw new BadRequest(words.from.broken)
    throw error
  }
  await forgetOthers()
  open.set(id, Promise.resolve(table))
  claim(id, table)
  void found.store.tidy().catch(() => undefined)
  return { table: id, seat, token }
}

/** Makes a table that is open in this page the table of a lesson. */
export async function teachAt(id: string): Promise<Teacher> {
  const table = await find(id)
  return (table.teacher ??= new Teacher(table))
}

/** Tables that nobody watches any more are stored, and need no memory. */
async function forgetOthers(): Promise<void> {
  for (const [id, opening] of open) {
    const table = await opening.catch(() => null)
    if (table?.watched) continue
    await table?.saved()
    if (!table?.watched) forget(id)
  }
}

/** Without its lock, because a lock that is held keeps the whole table in memory. */
function forget(id: string): void {
  open.delete(id)
  releases.get(id)?.()
  releases.delete(id)
}

async function load(id: string): Promise<LocalTable> {
  const found = await services()
  const kept = await found.store.table(id)
  if (!kept) throw new BadRequest(words.problem.noTable)
  const parts = await gameParts(kept.setup.game)
  const table = new LocalTable(kept, parts, await Engine.start(parts.code), found)
  claim(id, table)
  return table
}

/** Of two tabs with the same table the newer one has it. */
function claim(id: string, table: LocalTable): void {
  const locks = navigator.locks as LockManager | undefined // not on insecure origins
  locks
    ?.request(`parlour ${id}`, { steal: true }, () => new Promise<void>((done) => releases.set(id, done)))
    .catch(() => {
      table.letGo(words.problem.otherTab)
      forget(id)
    })
}

function find(id: string): Promise<LocalTable> {
  let found = open.get(id)
  if (!found) {
    found = load(id)
    open.set(id, found)
    found.catch(() => open.delete(id))
  }
  return found
}

/** Connects the page to a table of this device as if it were a server's. */
export const localEnvironment = (id: string): Environment => ({
  ...browserEnvironment,
  openSocket: () => new LocalSocket(find(id), browserTimers),
})

// Finished matches

/** The log of a match of this device, or of one that came with a link. */
export async function localLog(match: string): Promise<string> {
  if (match.startsWith(LINKED)) return (await unpackLog(match.slice(LINKED.length))).replace(NAMED, '')
  const kept = await (await deviceStore()).match(match)
  if (!kept) throw new BadRequest(words.problem.noMatch)
  return kept.log
}

/** A finished match for a replay. */
export async function localMatch(match: string): Promise<SavedMatch> {
  const kept = match.startsWith(LINKED) ? undefined : await (await deviceStore()).match(match)
  const log = readLog(await localLog(match))
  const replay = await replayOf(log, await gameParts(log.header.game))
  return { ...replay, match, started: kept?.started ?? 0, ended: kept?.ended ?? 0 }
}

/** Keeps a match that was played on a server, so that it can be replayed without one. */
export async function keepLog(match: string, log: string, result: KeptMatch['result']): Promise<void> {
  const now = Date.now() / 1000
  await (
    await deviceStore()
  ).keepMatch({ id: match, started: now - readLog(log).header.clock / 1000, ended: now, result, log })
}

/** The rest of a link that carries a whole match to somebody else's page. */
/** A line with the players' names comes before the log: the log itself names nobody. */
export const linkedMatch = async (log: string, names: string[]): Promise<string> =>
  LINKED + (await packLog(`${JSON.stringify(names)}\n${log}`))

const NAMED = /^\[.*\n/ // a log begins with {

/** The players' names, if the match came with a link that carries them. */
export async function linkedNames(match: string): Promise<string[]> {
  if (!match.startsWith(LINKED)) return []
  try {
    const line = NAMED.exec(await unpackLog(match.slice(LINKED.length)))?.[0] ?? '[]'
    return (JSON.parse(line) as unknown[]).map((name) => String(name).slice(0, MOST_NAME))
  } catch {
    return []
  }
}

export const forgetLocalMatches = async (): Promise<void> => (await deviceStore()).deleteMatches()
