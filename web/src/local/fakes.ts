/** A device for tests: a clock that jumps from timer to timer, bots on the same thread, and people who speak the protocol. */

import type { Decision } from '../engine/bots'
import { Engine, type GameCode } from '../engine/engine'
import type { Timers } from '../net/clock'
import { VERSION, type Said, type TableNow, type Told, type Welcome } from '../net/messages'
import { applyDiff, type ViewDiff } from '../table/viewDiff'
import { DirectBots } from './botHost'
import type { GameParts, GameViews } from './game'
import { emptySeat, newTable } from './seats'
import type { Services } from './services'
import { checkedSetup } from './setup'
import { LocalSocket } from './socket'
import { MemoryStore, type Begun, type Setup } from './store'
import { LocalTable } from './table'

export class JumpingTime implements Timers {
  time = 1000
  private pending = new Set<{ at: number; call: () => void }>()

  now = (): number => this.time

  later = (ms: number, call: () => void): (() => void) => {
    const timer = { at: this.time + ms, call }
    this.pending.add(timer)
    return () => void this.pending.delete(timer)
  }

  /** Lets time pass until `done`, or for at most `ms`. */
  async pass(ms: number, done: () => boolean = () => false): Promise<void> {
    for (const end = this.time + ms; ;) {
      await settled()
      if (done()) return
      let next: { at: number; call: () => void } | null = null
      for (const timer of this.pending) if (!next || timer.at < next.at) next = timer
      if (!next || next.at > end) {
        this.time = end
        return
      }
      this.time = Math.max(this.time, next.at)
      this.pending.delete(next)
      next.call()
    }
  }
}

/** All messages that are under way have arrived. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

/** A connection that remembers everything it was told. */
export class Person {
  readonly told: Told[] = []
  now: TableNow | null = null
  view: Record<string, unknown> | null = null
  legal: number[] = []
  token: string | null
  you: number | null = null
  private seq = 0
  private socket: LocalSocket

  constructor(
    table: LocalTable,
    private time: JumpingTime,
    token: string | null = null,
  ) {
    this.token = token
    this.seq = Math.round(time.now())
    this.socket = new LocalSocket(Promise.resolve(table), time)
    this.socket.onopen = () => this.say({ t: 'hello', version: VERSION, token: this.token })
    this.socket.onmessage = ({ data }) => this.hear(JSON.parse(data) as Told)
  }

  say(message: Said): void {
    this.socket.send(JSON.stringify(message))
  }

  act(action: number, reveal: number | null = null, reaction: number | null = null): void {
    this.seq = Math.max(this.seq + 1, Math.round(this.time.now()))
    this.say({ t: 'act', seq: this.seq, action, reveal, reaction })
  }

  leave(): void {
    this.socket.close()
  }

  private hear(message: Told): void {
    this.told.push(message)
    if (message.t === 'welcome') {
      this.now = message.table
      this.you = message.you
      this.view = message.view ?? null
      this.legal = message.legal ?? []
    } else if (message.t === 'event') {
      this.view = applyDiff(this.view, message.change as ViewDiff)
      this.legal = message.legal ?? []
    } else if (message.t === 'table') this.now = message.table
    else if (message.t === 'token') this.token = message.token
    else if (message.t === 'underway') this.say({ t: 'answer', race: message.race })
  }

  all<T extends Told['t']>(t: T): Extract<Told, { t: T }>[] {
    return this.told.filter((message): message is Extract<Told, { t: T }> => message.t === t)
  }

  get welcome(): Welcome {
    return this.all('welcome').at(-1)!
  }
}

/** Bots that need some time for an answer. */
class SlowBots extends DirectBots {
  constructor(
    engine: Engine,
    private timers: Timers,
  ) {
    super(engine)
  }

  override think(seat: number, seen: Uint8Array, moves: number[]): Promise<Decision> {
    return new Promise((done) => this.timers.later(15, () => done(super.think(seat, seen, moves) as Decision)))
  }
}

/** A device with one game. */
export class Device {
  readonly time = new JumpingTime()
  readonly store = new MemoryStore()
  readonly parts: GameParts
  pace = 1
  slowBots = false // they answer later, as from a worker

  constructor(code: GameCode, views: GameViews) {
    this.parts = { code, views }
  }

  get services(): Services {
    const { time, store, pace } = this
    const makeBots = (_: GameParts, engine: Engine) =>
      this.slowBots ? new SlowBots(engine, time) : new DirectBots(engine)
    const botIsMissing = (level: string) => `no ${level}`
    return { timers: time, store, wallClock: () => 1_700_000_000_000 + time.now(), pace, makeBots, botIsMissing }
  }

  /** A new table at which somebody sits; with `begun`, a match is running. */
  async table(wanted: Partial<Setup> = {}, begun?: Begun): Promise<{ table: LocalTable; person: Person }> {
    const { code } = this.parts
    const { description } = code
    const setup = { game: description.game, seats: description.bots.usual, options: {}, level: 'casual', ...wanted }
    const kept = newTable('local-test', checkedSetup(description, setup))
    const table = new LocalTable(kept, this.parts, await Engine.start(code), this.services)
    for (const [seat, level] of begun?.levels.entries() ?? []) if (level) kept.seats[seat] = emptySeat(level)
    const person = new Person(table, this.time, table.sit(begun?.seat ?? 0, 'Ada', 0))
    if (begun) table.start(begun.beginning)
    await settled()
    return { table, person }
  }

  /** The table after a reload of the page. */
  async reload(id = 'local-test'): Promise<LocalTable> {
    const kept = await this.store.table(id)
    return new LocalTable(kept!, this.parts, await Engine.start(this.parts.code), this.services)
  }
}

/** Plays a random legal move now and then, until the match is over. */
export async function playOut(
  table: LocalTable,
  people: Person[],
  time: JumpingTime,
  every = 700,
  limit = 3_600_000,
): Promise<void> {
  const end = time.now() + limit
  let dice = 12345
  while (table.kept.status !== 'over' && time.now() < end) {
    await time.pass(every, () => table.kept.status === 'over')
    for (const person of people) {
      if (!person.legal.length || table.kept.status !== 'playing') continue
      dice = (Math.imul(dice, 1103515245) + 12345) >>> 0
      person.act(person.legal[(dice >>> 8) % person.legal.length]!)
      await settled()
    }
  }
}
