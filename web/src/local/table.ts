/**
 * A table on this device: what src/parlour/live/table.py is on a server. People's connections are `Listener`s, which speak
 * the protocol of net/messages.ts; the running match is in play.ts, and everything is kept in a store as it happens.
 */

import { Refusal, Match } from '../engine/match'
import type { Engine } from '../engine/engine'
import { VERSION, type TableNow, type Told } from '../net/messages'
import type { BotHost } from './botHost'
import { Broadcast, type Listener } from './broadcast'
import { Done } from './done'
import { BadRequest, OverAlready, explainer, type GameParts, type MatchEvent } from './game'
import { writeLog } from './log'
import { Pausing } from './pausing'
import { LocalPlay } from './play'
import { randomSeed, randomText } from './random'
import { emptySeat, logOf, newMatch, overOf, passOnHost, tableNow } from './seats'
import type { Services } from './services'
import { commitment } from './sha256'
import { TableWriter, type Beginning, type KeptTable, type Seat, type Setup } from './store'
import type { Teacher } from './teacher'

const LATER = 1000 // bots that sit down later have other dice than any bot at the beginning
const OTHER_SCREEN = 'This seat was opened on another screen.'

export class LocalTable {
  match: Match | null = null
  play: LocalPlay | null = null
  closed = false
  readonly done = new Done(this)
  readonly pausing = new Pausing(this)
  teacher: Teacher | null = null // at the table of a lesson
  private memory: Match | null = null // the only match object of this table, reused
  private bots: BotHost | null = null
  readonly broadcast: Broadcast
  private writer: TableWriter

  constructor(
    readonly kept: KeptTable,
    readonly parts: GameParts,
    private engine: Engine,
    readonly services: Services,
  ) {
    this.broadcast = new Broadcast(parts)
    this.writer = new TableWriter(services.store, kept, () => services.wallClock())
    if (kept.started && kept.status !== 'open' && kept.status !== 'stopped') this.rebuild()
  }

  get id(): string {
    return this.kept.id
  }

  get description() {
    return this.parts.code.description
  }

  // Keeping

  /** Something about the table has changed, apart from its match. */
  announce(): void {
    this.postAll({ t: 'table', table: this.now(), n: this.kept.number })
    this.save()
  }

  private save(): void {
    if (!this.closed) this.writer.save()
  }

  /** All changes so far are stored. */
  saved = (): Promise<void> => this.writer.saved()

  /** After a reload: deals the same cards and plays the same actions again. */
  private rebuild(): void {
    const { started, setup } = this.kept
    if (!started || started.rules !== this.description.version) {
      this.stopOldMatch()
      return
    }
    this.deal(setup, started.seed)
    try {
      this.playEntries()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.stopOldMatch()
      return
    }
    if (this.kept.status !== 'over') this.preparePlay()
    if (this.match!.over) this.finish()
  }

  /** Plays all actions of the log in the match that was just dealt, up to the moment of the clock. */
  private playEntries(): void {
    const { entries, clock, number } = this.kept
    const match = this.match!
    for (const [at, [ms, seat, action]] of entries.entries()) {
      match.play(seat, action, ms)
      this.broadcast.remember(number + at + 1 - entries.length, ms, seat, action)
    }
    if (clock > match.clock) match.wait(clock)
  }

  private stopOldMatch(): void {
    this.show(null)
    if (this.kept.status === 'over') return
    this.kept.status = 'stopped'
    this.kept.says = 'The rules have changed since this match began, so it was stopped.'
    this.kept.number += 1
  }

  private deal(setup: Setup, seed: string): void {
    const settings = { seats: setup.seats, seed: BigInt(seed), options: setup.options }
    if (this.memory) this.memory.restart(settings)
    else this.memory = new Match(this.engine, settings)
    this.memory.explain = explainer(this.parts.views)
    this.show(this.memory)
  }

  show(match: Match | null): void {
    this.match = match
    this.broadcast.begin(match)
  }

  // Current state

  now(): TableNow {
    const { broadcast, done, play, services } = this
    const { resumesAt } = this.pausing
    const pace = play?.time.pace ?? services.pace
    return tableNow(this.kept, { here: this.people(), watching: broadcast.watching, resumesAt, pace, done: done.seats })
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
      view: this.broadcast.viewForNewcomer(seat),
      legal: match && seat !== null ? match.legal(seat) : null,
      title: this.description.title,
      commitment: started && commitment(started.seed, started.salt),
      missed: this.broadcast.missed(last),
    })
  }

  // People come and go

  /** The seats of people who are connected and can see the table. */
  people(): number[] {
    return this.broadcast.people()
  }

  seatOf(token: string | null | undefined): number | null {
    const found = token ? this.kept.seats.findIndex((seat) => seat.token === token) : -1
    return found < 0 ? null : found
  }

  /** A connection has said hello, and its seat is known. Of two at one seat the newer one stays. */
  join(listener: Listener, last: number): void {
    const { seat } = listener
    for (const other of seat === null ? [] : this.at(seat)) {
      this.broadcast.remove(other)
      this.play?.disconnected(seat!)
      other.close(OTHER_SCREEN)
    }
    this.broadcast.listeners.push(listener)
    this.welcome(listener, last)
    this.announce()
    this.wakeUp()
  }

  at(seat: number): Listener[] {
    return this.broadcast.listeners.filter((listener) => listener.seat === seat)
  }

  /** A connection was closed. The match stands still while nobody is watching. */
  gone(listener: Listener): void {
    if (!this.broadcast.remove(listener)) return
    if (listener.seat !== null) this.play?.disconnected(listener.seat)
    if (!this.watched) {
      this.play?.stop()
      this.bots?.close()
      this.bots = null
      if (this.kept.seats.some(({ token }) => token)) this.save()
      else void this.delete()
      return
    }
    this.announce()
  }

  get watched(): boolean {
    return this.broadcast.listeners.length > 0
  }

  /** Nobody owns a seat, so nobody can come back. */
  private async delete(): Promise<void> {
    this.closed = true
    await this.writer.saved()
    await this.services.store.deleteTable(this.id).catch(() => undefined)
  }

  /** The page was hidden or shown again. Nobody watches a hidden page, so its match stands still. */
  visibilityChanged(): void {
    if (this.broadcast.listeners.every(({ hidden }) => hidden)) this.play?.stop()
    else this.wakeUp()
    this.announce()
  }

  /** This page may no longer write to the table: it was opened in another tab. */
  letGo(reason: string): void {
    if (this.closed) return
    this.closed = true
    this.pausing.cancel()
    this.play?.halt()
    this.bots?.close()
    this.bots = null
    for (const listener of this.broadcast.listeners.splice(0)) listener.close(reason)
  }

  /** Somebody is watching: lets the clock run. */
  wakeUp(): void {
    const watched = this.broadcast.listeners.some(({ hidden }) => !hidden)
    if (!this.match || this.kept.status !== 'playing' || this.pausing.resumesAt !== null || !watched) return
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
    this.kept.number += 1
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
    passOnHost(this.kept)
    this.kept.number += 1
    this.announce()
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
      this.show(null)
      this.play = null
      while (seats.length < setup.seats) seats.push(emptySeat())
      seats.length = setup.seats
    }
    this.kept.setup = setup
    if (this.play) this.play.tempo = setup.tempo ?? 'normal'
    this.kept.number += 1
    this.announce()
  }

  // Matches

  /** Deals; bots take the empty seats. With a beginning, the match goes on from there, or an error says why it cannot. */
  start(beginning: Beginning | null = null): void {
    const { kept } = this
    for (const [number, seat] of kept.seats.entries())
      if (!seat.token && !seat.bot) kept.seats[number] = emptySeat(kept.setup.level)
    this.done.reset()
    kept.started = newMatch(kept.seats, this.description.version, this.services.wallClock(), beginning)
    kept.entries = [...(beginning?.entries ?? [])]
    kept.clock = beginning?.clock ?? 0
    kept.status = 'playing'
    kept.says = null
    this.play?.halt()
    this.pausing.cancel()
    this.deal(kept.setup, kept.started.seed)
    kept.number += 1 + kept.entries.length
    this.playEntries()
    if (this.match!.over) throw new OverAlready()
    this.preparePlay()
    if (kept.clock && this.description.realTime) this.pausing.countDown()
    for (const listener of this.broadcast.listeners) this.welcome(listener, kept.number)
    this.announce()
    this.wakeUp()
  }

  /** Seats the bots at the match that was dealt or rebuilt. The clock does not run yet. */
  preparePlay(): void {
    const { timers, pace } = this.services
    this.play?.halt()
    this.bots ??= this.services.makeBots(this.parts, this.engine)
    this.bots.missing = (level) => this.postAll({ t: 'refused', says: this.services.botIsMissing(level) })
    this.play = new LocalPlay(this.match!, this.parts, {
      timers,
      pace,
      bots: this.bots,
      tell: (event) => this.happened(event),
      people: () => this.people(),
      ask: (race, seats) => this.broadcast.ask(race, seats),
    })
    this.play.tempo = this.kept.setup.tempo ?? 'normal'
    const seed = this.botSeed()
    for (const [number, { bot }] of this.kept.seats.entries()) if (bot) this.play.seatBot(number, bot, seed)
  }

  /**
   * The dice of the bots follow from the deal and from when they sat down, so that bots play the same deal alike for
   * everybody. At the table of a lesson, another attempt meets other dice.
   */
  private botSeed(): bigint {
    const { started, entries } = this.kept
    if (this.teacher) return randomSeed()
    const seed = BigInt(started!.seed)
    return entries.length ? this.engine.seedOf(seed, LATER + entries.length) : seed
  }

  // What happens in the match

  /** The match has changed: keeps it, and sends everybody what they may know of it. */
  private happened(change: MatchEvent): void {
    const { kept } = this
    const match = this.match!
    const { ms, at, seat, action, note, reveal } = change
    this.kept.number += 1
    kept.clock = match.clock
    if (seat !== undefined) kept.entries.push(note ? [ms, seat, action!, note] : [ms, seat, action!])
    this.broadcast.happened(kept.number, change)
    this.play!.shown(kept.number, at, reveal)
    if (match.over) this.finish()
    else this.save()
    this.done.afterEvent()
  }

  /** The match is over: keeps it, and reveals the seed that was committed to. */
  private finish(): void {
    const { kept } = this
    const { scores, winners } = this.match!
    const { match, at, origin, levels } = kept.started!
    if (kept.status === 'over') return
    kept.status = 'over'
    kept.matches.push(match)
    this.kept.number += 1
    const over = overOf(kept, scores, winners)
    const ended = this.services.wallClock() / 1000
    const log = writeLog(logOf(kept))
    const keep = { id: match, started: at, ended, result: { scores, winners }, log, origin, levels }
    if (!this.teacher) this.services.store.keepMatch(keep).catch(() => undefined) // then only the table's log is left
    this.postAll(over)
    this.announce()
  }

  postAll = (message: Told): void => this.broadcast.postAll(message)
}
