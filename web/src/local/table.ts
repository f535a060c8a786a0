/**
 * A table on this device: what src/parlour/live/table.py is on a server. People's connections are `Listener`s, which speak
 * the protocol of net/messages.ts; the running match is in play.ts, and everything is kept in a store as it happens.
 */

import { Refusal, Match } from '../engine/match'
import type { Engine } from '../engine/engine'
import type { Timers } from '../net/clock'
import { VERSION, type Event, type Heard, type Over, type Race, type TableNow, type Told } from '../net/messages'
import type { ViewDiff } from '../table/viewDiff'
import type { BotHost } from './botHost'
import { callAt } from './clock'
import { BadRequest, hushedWords, type GameParts, type MatchEvent } from './game'
import { writeLog, type Log } from './log'
import { LocalPlay } from './play'
import { randomSeed, randomText } from './random'
import { commitment } from './sha256'
import { reactionOf } from './stamps'
import type { KeptTable, Seat, Setup, Store } from './store'
import { ShownViews } from './views'

const RESUME_MS = 3000 // three, two, one
const MISSED = 60 // this many of the latest events are told to whoever comes back
const OTHER_SCREEN = 'This seat was opened on another screen.'

/** One connection of the page: a player's or a spectator's. */
export interface Listener {
  seat: number | null
  hidden: boolean
  deliver(message: Told): void
  close(reason: string, again?: boolean): void
}

/** What a table needs from the device. */
export interface Services {
  timers: Timers
  store: Store
  wallClock(): number // ms since 1970
  pace: number
  makeBots(parts: GameParts, engine: Engine): BotHost
}

const emptySeat = (bot: string | null = null): Seat => ({ name: null, colour: 0, token: null, bot, lastSeq: 0 })

export function newTable(id: string, setup: Setup): KeptTable {
  const seats = Array.from({ length: setup.seats }, () => emptySeat())
  const match = { started: null, entries: [], clock: 0, matches: [] }
  return { id, setup, seats, host: null, status: 'open', says: null, ...match, number: 0, touched: 0 }
}

export class LocalTable {
  match: Match | null = null
  play: LocalPlay | null = null
  resumesAt: number | null = null
  closed = false
  private memory: Match | null = null // the only match object of this table, reused
  private listeners: Listener[] = []
  private bots: BotHost | null = null
  private views: ShownViews | null = null
  private heard: Heard[] = []
  private cancelResume: (() => void) | null = null
  private saving: Promise<void> | null = null
  private unsaved = false

  constructor(
    readonly kept: KeptTable,
    readonly parts: GameParts,
    private engine: Engine,
    private services: Services,
  ) {
    if (kept.started && kept.status !== 'open' && kept.status !== 'stopped') this.rebuild()
  }

  get id(): string {
    return this.kept.id
  }

  get description() {
    return this.parts.code.description
  }

  // Keeping

  private changed(): void {
    this.kept.number += 1
  }

  /** Something about the table has changed, apart from its match. */
  announce(): void {
    this.postAll({ t: 'table', table: this.now(), n: this.kept.number })
    this.save()
  }

  /** Stores the table; while one version is being written, only the latest one waits. */
  private save(): void {
    if (this.closed) return
    this.unsaved = true
    this.saving ??= this.write().finally(() => (this.saving = null))
  }

  private async write(): Promise<void> {
    while (this.unsaved) {
      this.unsaved = false
      this.kept.touched = this.services.wallClock()
      await this.services.store.keepTable(this.kept).catch(() => undefined) // then the match lasts as long as the page
    }
  }

  /** All changes so far are stored. */
  async saved(): Promise<void> {
    await this.saving
  }

  /** After a reload: deals the same cards and plays the same actions again. */
  private rebuild(): void {
    const { started, entries, clock, setup } = this.kept
    if (!started || started.rules !== this.description.version) {
      this.stopOldMatch()
      return
    }
    this.deal(setup, started.seed)
    const match = this.match!
    try {
      for (const [at, [ms, seat, action]] of entries.entries()) {
        match.play(seat, action, ms)
        this.remember({ n: this.kept.number + at + 1 - entries.length, ms, seat, ...this.inWords(action) })
      }
      if (clock > match.clock) match.wait(clock)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.stopOldMatch()
      return
    }
    if (this.kept.status !== 'over') this.preparePlay()
    if (match.over) this.finish()
  }

  private stopOldMatch(): void {
    this.match = null
    this.views = null
    if (this.kept.status === 'over') return
    this.kept.status = 'stopped'
    this.kept.says = 'The rules have changed since this match began, so it was stopped.'
    this.changed()
  }

  private deal(setup: Setup, seed: string): void {
    const settings = { seats: setup.seats, seed: BigInt(seed), options: setup.options }
    if (this.memory) this.memory.restart(settings)
    else this.memory = new Match(this.engine, settings)
    this.match = this.memory
    this.views = new ShownViews(this.match, this.parts)
    this.heard = []
  }

  // Current state

  now(): TableNow {
    const { id, setup, status, seats, host, started, matches, says } = this.kept
    const here = new Set(this.people())
    return {
      id,
      game: setup.game,
      status,
      seats: seats.map(({ name, colour, bot }, number) => ({
        name,
        colour,
        bot,
        here: here.has(number),
        slow: false,
        host: number === host,
      })),
      options: setup.options,
      public: false,
      rated: false,
      level: setup.level,
      watching: this.listeners.filter(({ seat }) => seat === null).length,
      match: started?.match ?? null,
      matches,
      resumes_at: this.resumesAt,
      pace: this.services.pace,
      says,
    }
  }

  /** Sends a connection the complete state; `last` is the last event that it received. */
  welcome(listener: Listener, last: number): void {
    const { seat } = listener
    const { started, seats, number } = this.kept
    const { match } = this
    listener.deliver({
      t: 'welcome',
      version: VERSION,
      table: this.now(),
      you: seat,
      number,
      seq: seat === null ? 0 : seats[seat]!.lastSeq,
      now: this.services.timers.now(),
      clock: Math.floor(this.play?.time.now() ?? match?.clock ?? 0),
      view: this.views?.begin(seat) ?? null,
      legal: match && seat !== null ? match.legal(seat) : null,
      title: this.description.title,
      commitment: started && commitment(started.seed, started.salt),
      missed: this.heard.filter(({ n }) => n > last),
    })
  }

  // People come and go

  /** The seats of people who are connected and can see the table. */
  people(): number[] {
    return this.listeners.flatMap(({ seat, hidden }) => (seat === null || hidden ? [] : [seat]))
  }

  seatOf(token: string | null | undefined): number | null {
    const found = token ? this.kept.seats.findIndex((seat) => seat.token === token) : -1
    return found < 0 ? null : found
  }

  /** A connection has said hello, and its seat is known. Of two at one seat the newer one stays. */
  join(listener: Listener, last: number): void {
    const { seat } = listener
    for (const other of seat === null ? [] : this.at(seat)) {
      this.listeners = this.listeners.filter((each) => each !== other)
      this.play?.disconnected(seat!)
      other.close(OTHER_SCREEN)
    }
    this.listeners.push(listener)
    this.welcome(listener, last)
    this.announce()
    this.wakeUp()
  }

  at(seat: number): Listener[] {
    return this.listeners.filter((listener) => listener.seat === seat)
  }

  /** A connection was closed. The match stands still while nobody is watching. */
  gone(listener: Listener): void {
    if (!this.listeners.includes(listener)) return
    this.listeners = this.listeners.filter((other) => other !== listener)
    if (listener.seat !== null) this.play?.disconnected(listener.seat)
    if (this.listeners.length === 0) {
      this.play?.stop()
      this.bots?.close()
      this.bots = null
      if (!this.kept.seats.some(({ token }) => token)) void this.services.store.deleteTable(this.id)
      else this.save()
      return
    }
    this.announce()
  }

  get watched(): boolean {
    return this.listeners.length > 0
  }

  /** The page was hidden or shown again. Nobody watches a hidden page, so its match stands still. */
  visibilityChanged(): void {
    if (this.listeners.every(({ hidden }) => hidden)) this.play?.stop()
    else this.wakeUp()
    this.announce()
  }

  /** This page may no longer write to the table: it was opened in another tab. */
  letGo(reason: string): void {
    if (this.closed) return
    this.closed = true
    this.cancelResuming()
    this.play?.halt()
    this.bots?.close()
    this.bots = null
    for (const listener of this.listeners.splice(0)) listener.close(reason)
  }

  /** Somebody is watching: lets the clock run. */
  private wakeUp(): void {
    const watched = this.listeners.some(({ hidden }) => !hidden)
    if (!this.match || this.kept.status !== 'playing' || this.resumesAt !== null || !watched) return
    if (!this.bots) this.preparePlay()
    this.play!.go()
  }

  /** A person takes a seat that nobody owns, perhaps a bot's. Returns the seat's token. */
  sit(number: number, name: string, colour: number): string {
    if (this.seat(number).token) throw new BadRequest(`seat ${number + 1} is taken`)
    const token = randomText(24)
    if (this.inMatch) this.play?.unseatBot(number)
    this.kept.seats[number] = { ...emptySeat(), name, colour, token }
    this.kept.host ??= number
    this.changed()
    this.announce()
    return token
  }

  seat(number: number): Seat {
    const found = this.kept.seats[number]
    if (!found) throw new BadRequest(`there is no seat ${number} here, only 0 to ${this.kept.seats.length - 1}`)
    return found
  }

  get inMatch(): boolean {
    return this.kept.status === 'playing' || this.kept.status === 'paused'
  }

  /** A player leaves a seat and becomes a spectator. In a match a bot takes over, or the game's own rule applies. */
  leave(number: number, bot: boolean): void {
    const play = this.inMatch ? this.play : null
    const watchers = this.at(number)
    for (const listener of watchers) listener.seat = null
    this.seatBot(number, play && bot ? this.kept.setup.level : null)
    if (play) {
      play.unseatBot(number)
      if (bot) play.seatBot(number, this.kept.setup.level, randomSeed())
      else if (this.leaveAction !== null) play.leave(number, this.leaveAction)
    }
    for (const listener of watchers) this.welcome(listener, this.kept.number)
  }

  /** A bot gets a seat, or (level null) the seat becomes empty. */
  seatBot(number: number, level: string | null): void {
    this.kept.seats[number] = emptySeat(level)
    this.passOnHost()
    this.changed()
    this.announce()
  }

  private passOnHost(): void {
    const { seats, host } = this.kept
    if (host !== null && seats[host]?.token) return
    const order = seats.map((_, step) => ((host ?? 0) + step) % seats.length)
    this.kept.host = order.find((seat) => seats[seat]!.token) ?? null
  }

  /** The action by which a player leaves the game: in every game, the last of the asides. */
  get leaveAction(): number | null {
    return this.match ? (this.description.asides.at(-1) ?? null) : null
  }

  /** The setup of the next match. */
  change(setup: Setup): void {
    const { seats } = this.kept
    if (setup.seats !== seats.length) {
      this.kept.status = 'open' // the last match had another number of seats, so it is no longer shown
      this.match = this.play = this.views = null
      while (seats.length < setup.seats) seats.push(emptySeat())
      seats.length = setup.seats
    }
    this.kept.setup = setup
    this.changed()
    this.announce()
  }

  // Matches

  /** Deals; bots take the empty seats. */
  start(): void {
    const { kept } = this
    for (const [number, seat] of kept.seats.entries())
      if (!seat.token && !seat.bot) kept.seats[number] = emptySeat(kept.setup.level)
    kept.started = {
      match: `local-${randomText(9)}`,
      seed: String(randomSeed()),
      salt: randomText(16),
      rules: this.description.version,
      at: this.services.wallClock() / 1000,
    }
    kept.entries = []
    kept.clock = 0
    kept.status = 'playing'
    kept.says = null
    this.play?.halt()
    this.cancelResuming()
    this.deal(kept.setup, kept.started.seed)
    this.preparePlay()
    this.changed()
    for (const listener of this.listeners) this.welcome(listener, kept.number)
    this.announce()
    this.wakeUp()
  }

  /** Seats the bots at the match that was dealt or rebuilt. The clock does not run yet. */
  private preparePlay(): void {
    const { timers, pace } = this.services
    const running = this.play?.running ?? false
    if (running) this.play!.halt()
    this.bots ??= this.services.makeBots(this.parts, this.engine)
    this.play = new LocalPlay(this.match!, this.parts, {
      timers,
      pace,
      bots: this.bots,
      tell: (event) => this.happened(event),
      people: () => this.people(),
      ask: (race, seats) => {
        for (const listener of this.listeners)
          if (listener.seat !== null && seats.includes(listener.seat)) listener.deliver({ t: 'underway', race })
      },
    })
    for (const [number, { bot }] of this.kept.seats.entries()) if (bot) this.play.seatBot(number, bot, randomSeed())
  }

  pause(): void {
    if (this.kept.status !== 'playing' || !this.play) throw new BadRequest('there is nothing to pause')
    this.play.stop()
    if (this.match?.over) return // an open race was judged first, and it ended the match
    this.cancelResuming()
    this.kept.status = 'paused'
    this.changed()
    this.announce()
  }

  /** Continues after three, two, one. */
  resume(): void {
    if (this.kept.status !== 'paused') throw new BadRequest('the match is not paused')
    const { timers, pace } = this.services
    this.resumesAt = timers.now() + RESUME_MS / pace
    this.cancelResume = callAt(timers, this.resumesAt, () => {
      this.cancelResuming()
      this.announce()
      this.wakeUp()
    })
    this.kept.status = 'playing'
    this.changed()
    this.announce()
  }

  private cancelResuming(): void {
    this.cancelResume?.()
    this.cancelResume = this.resumesAt = null
  }

  // What happens in the match

  private inWords(action: number): { words: string; action: number | null } {
    const hushed = hushedWords(this.description, action)
    if (hushed !== null) return { words: hushed, action: null }
    return { words: this.parts.views.describe(this.match!.seenRecord(null), action), action }
  }

  private remember(heard: Heard): void {
    this.heard.push(heard)
    if (this.heard.length > MISSED) this.heard.shift()
  }

  /** The match has changed: keeps it, and sends everybody what they may know of it. */
  private happened(change: MatchEvent): void {
    const { kept } = this
    const match = this.match!
    const { ms, at, seat, action, note, reveal } = change
    this.changed()
    kept.clock = match.clock
    if (seat !== undefined) kept.entries.push(note ? [ms, seat, action!, note] : [ms, seat, action!])
    const said = action === undefined ? { words: null, action: null } : this.inWords(action)
    this.remember({ n: kept.number, ms, seat: seat ?? null, ...said })
    const changes = this.views!.changes(this.listeners.map((listener) => listener.seat))
    const about = { t: 'event', n: kept.number, ms, at, seat: seat ?? null, words: said.words, reveal } as const
    for (const listener of this.listeners) {
      const change: ViewDiff = changes.get(this.views!.key(listener.seat))!
      const own = listener.seat !== null && listener.seat === seat ? action! : said.action
      const event: Event = { ...about, change, action: own }
      if (listener.seat !== null) event.legal = match.legal(listener.seat)
      listener.deliver(event)
    }
    if (change.rings) this.postAll(raceOf(kept.number, change))
    this.play!.shown(kept.number, at, reveal)
    if (match.over) this.finish()
    else this.save()
  }

  /** The log of the present match. */
  log(): Log {
    const { setup, started, entries, clock } = this.kept
    const { match: _, at: __, seed, rules, salt } = started!
    const { game, seats, options } = setup
    const proof = commitment(seed, salt)
    return { header: { game, rules, seats, options, seed: BigInt(seed), clock, commitment: proof, salt }, entries }
  }

  /** The match is over: keeps it, and reveals the seed that was committed to. */
  private finish(): void {
    const { kept } = this
    const { scores, winners } = this.match!
    const { match, seed, salt, at } = kept.started!
    if (kept.status === 'over') return
    kept.status = 'over'
    kept.matches.push(match)
    this.changed()
    const ended = this.services.wallClock() / 1000
    const log = writeLog(this.log())
    this.keeping = this.services.store.keepMatch({ id: match, started: at, ended, result: { scores, winners }, log })
    this.keeping.catch(() => undefined)
    const proof = commitment(seed, salt)
    const over: Over = { t: 'over', n: kept.number, match, scores, winners, seed, salt, commitment: proof }
    this.postAll(over)
    this.announce()
  }

  /** Storing the last match. */
  keeping: Promise<void> = Promise.resolve()

  postAll(message: Told): void {
    for (const listener of this.listeners) listener.deliver(message)
  }
}

const tenths = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 10) / 10)

/** The verdict of a race with everybody's reaction time. */
function raceOf(n: number, { rings, answered }: MatchEvent): Race {
  return {
    t: 'race',
    n,
    reveal: answered ?? null,
    rings: rings!.map(([seat, stamp]) => ({
      seat,
      ms: tenths(reactionOf(stamp)),
      claimed: tenths(stamp.claimed),
      corrected: stamp.corrected,
    })),
  }
}
