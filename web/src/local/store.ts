/** What local tables keep on this device: tables that can be continued, and finished matches. */

import { answered, keepNewest, openDatabase, stored, storeOf } from '../kit/database'
import type { Tempo } from './bots'
import type { Entry } from './log'

export interface Setup {
  game: string
  seats: number
  options: Record<string, unknown>
  level: string // of the bots in empty seats and of those that take over
  tempo?: Tempo // of bots; tables of earlier versions have none
}

export interface Seat {
  name: string | null
  colour: number
  token: string | null
  bot: string | null // the level of the bot that has this seat
  lastSeq: number // the last sequence number that its owner used
}

export interface Started {
  match: string
  seed: string // in decimal: too large for a number
  salt: string
  rules: number // version
  at: number // seconds since 1970
  origin?: Origin
  levels?: (string | null)[] // of the bots, by seat, at the beginning; null: a person
}

/** Somebody's result with a deal. */
export interface DealResult {
  name: string
  points: number
  won: boolean
}

/** Where a match comes from whose cards were not shuffled for it. */
export type Origin =
  | { kind: 'position'; match: string; ms: number } // of an earlier match, at this moment of its clock
  | { kind: 'deal'; results: DealResult[]; day?: string } // dealt before, or for everybody on a day; others' results

/** How such a match begins: actions that have been played, and what the clock shows. */
export interface Beginning {
  seed: bigint
  entries?: Entry[]
  clock?: number
  origin: Origin
}

/** The person's seat, the levels of the bots in the others, and how the match begins. */
export interface Begun {
  seat: number
  levels: (string | null)[]
  beginning: Beginning
}

/** A table. Seed, options and actions determine its match. */
export interface KeptTable {
  id: string
  setup: Setup
  seats: Seat[]
  host: number | null
  status: 'open' | 'playing' | 'paused' | 'over' | 'stopped'
  says: string | null // why the last match was stopped
  started: Started | null
  entries: Entry[]
  clock: number // of the match
  matches: string[] // finished, the latest last
  number: number // of the last event
  touched: number // ms since 1970
}

export interface KeptMatch {
  id: string
  started: number // seconds since 1970
  ended: number
  result: { scores: number[]; winners: number[] }
  log: string
  origin?: Origin | undefined
  levels?: (string | null)[] | undefined // matches with friends and of earlier versions have none
}

export interface Store {
  table(id: string): Promise<KeptTable | undefined>
  keepTable(table: KeptTable): Promise<void>
  deleteTable(id: string): Promise<void>
  match(id: string): Promise<KeptMatch | undefined>
  keepMatch(match: KeptMatch): Promise<void>
  deleteMatches(): Promise<void>
  /** Deletes the oldest tables and matches beyond a number. */
  tidy(): Promise<void>
}

const MOST_TABLES = 40
const MOST_MATCHES = 200

/** Keeps everything until the page is closed: for tests, and where the browser allows nothing else. */
export class MemoryStore implements Store {
  readonly tables = new Map<string, KeptTable>()
  readonly matches = new Map<string, KeptMatch>()

  table = (id: string) => Promise.resolve(structuredClone(this.tables.get(id)))
  keepTable = async (table: KeptTable) => void this.tables.set(table.id, structuredClone(table))
  deleteTable = async (id: string) => void this.tables.delete(id)
  match = (id: string) => Promise.resolve(this.matches.get(id))
  keepMatch = async (match: KeptMatch) => void this.matches.set(match.id, match)
  deleteMatches = async () => this.matches.clear()
  tidy = async () => undefined
}

class DatabaseStore implements Store {
  constructor(private database: IDBDatabase) {}

  static async open(): Promise<DatabaseStore> {
    return new DatabaseStore(await openDatabase('parlour', { tables: 'touched', matches: 'ended' }))
  }

  private store(name: 'tables' | 'matches', mode: IDBTransactionMode = 'readwrite'): IDBObjectStore {
    return storeOf(this.database, name, mode)
  }

  table = (id: string) => answered(this.store('tables', 'readonly').get(id) as IDBRequest<KeptTable | undefined>)
  keepTable = async (table: KeptTable) => stored(this.store('tables').put(table))
  deleteTable = async (id: string) => stored(this.store('tables').delete(id))
  match = (id: string) => answered(this.store('matches', 'readonly').get(id) as IDBRequest<KeptMatch | undefined>)
  keepMatch = async (match: KeptMatch) => stored(this.store('matches').put(match))
  deleteMatches = async () => stored(this.store('matches').clear())

  async tidy(): Promise<void> {
    await keepNewest(this.database, 'tables', MOST_TABLES)
    await keepNewest(this.database, 'matches', MOST_MATCHES)
  }
}

/** Stores a table again and again, each time at once: a page that is left right after a move must not lose it. */
export class TableWriter {
  private saving: Promise<void> = Promise.resolve()

  constructor(
    private store: Store,
    private table: KeptTable,
    private wallClock: () => number,
  ) {}

  save(): void {
    this.table.touched = this.wallClock()
    this.saving = this.store.keepTable(this.table).catch(() => undefined) // then the match lasts as long as the page
  }

  /** All changes so far are stored: a database writes them one after another. */
  saved(): Promise<void> {
    return this.saving
  }
}

let opened: Promise<Store> | null = null

/** The device's store. In private windows some browsers have no database; then it lasts until the page is closed. */
export function deviceStore(): Promise<Store> {
  opened ??= (async () => DatabaseStore.open())().catch(() => new MemoryStore())
  return opened
}
