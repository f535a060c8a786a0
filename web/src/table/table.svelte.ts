/** The state of one table as this page knows it: its seats, the view of the match, and what the player may do. */

import { flushSync, untrack } from 'svelte'
import { browserEnvironment, type ConnectionStatus, type Credentials, type Environment } from '../net/connection'
import { browserFrames, type Frames } from '../net/frameQueue'
import type { Bot, Emote, Event, Heard, Options, Over, Race, Said, SeatNow, TableNow, Welcome } from '../net/messages'
import { SeatConnection, type SeatListener } from './seatConnection.svelte'

const EMOTE_MS = 3500 // how long an emote is shown
const HISTORY = 200 // events that are remembered
const READ_MS = 1500 // a refusal can be read for this long, even if somebody else acts meanwhile

/** A page's view of a game; each game casts it to its own type (net/views.ts). */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shell does not know the games' types
export type View = any

/** Called for everything that happens in the match, before and after the page changes. */
export interface Watcher {
  /** The page still shows the old view: measure where things are. */
  before?(event: Event, view: View): void
  /** The page shows the new view: start animations. */
  after?(event: Event, before: View, after: View): void
  /** The verdict of a race; follows the event that carries the result. */
  race?(race: Race): void
  /** A move from this device, the moment it is made: for feedback in the same frame. */
  tried?(action: number, seat: number): void
  /** The whole view was replaced, by a new match or after a reconnect. Animate nothing. */
  reset?(view: View): void
}

export interface Refusal {
  says: string
  rule: string | null
  action: number | null // the move that was refused
  at: number // on the server's clock
  id: number
}

export interface ShownEmote {
  seat: number
  kind: string
  id: number
}

/** What a table needs from the browser. */
export interface TableEnvironment {
  connection: Environment
  frames: Frames
  url(table: string): string
  /** Stores the key to a seat. */
  saveToken(table: TableState, seat: number, token: string): void
}

export class TableState implements SeatListener {
  now = $state.raw<TableNow | null>(null)
  title = $state('')
  commitment = $state<string | null>(null)
  over = $state.raw<Over | null>(null)
  race = $state.raw<Race | null>(null) // the last one
  races = $state.raw<Race[]>([]) // of this match, as far as this page has seen them
  refusal = $state.raw<Refusal | null>(null)
  signs = $state.raw<ShownEmote[]>([])
  history = $state.raw<Heard[]>([])
  shownNumber = $state(0) // the number of the last event that is on the screen
  hints = true // the table may say which of your moves pays most; in an exercise that is the question
  private connections = $state.raw<SeatConnection[]>([])
  private shownSeat = $state(0) // index of the connection whose view is shown
  private watchers = new Set<Watcher>()
  private lastId = 0
  private clockAnchor = { game: 0, server: 0 } // the match's clock at one moment of the server's clock

  constructor(
    readonly id: string,
    credentials: Credentials[],
    private environment: TableEnvironment,
    readonly invite: string | null = null,
  ) {
    const all = credentials.length ? credentials : [{}]
    this.connections = all.map((each) => new SeatConnection(id, this, { invite, ...each }, environment))
  }

  open(): void {
    for (const { connection } of this.connections) connection.open()
  }

  close(): void {
    for (const { connection } of this.connections) connection.close()
  }

  // Reading

  private get front(): SeatConnection {
    return this.connections[this.shownSeat]!
  }

  /** The view of the match from `you`; null before the first match. */
  get view(): View {
    return this.front.view
  }

  /** The actions you may take now. */
  get legal(): ReadonlySet<number> {
    return this.front.legal
  }

  /** Your seat, or null for a spectator. With several seats on this device, the one whose view is shown. */
  get you(): number | null {
    return this.front.you
  }

  /** The seat that will be yours from the next deal on. */
  get waits(): number | null {
    return this.front.waits
  }

  /** All seats of this device. */
  get own(): number[] {
    return this.connections.map(({ you }) => you).filter((seat) => seat !== null)
  }

  get game(): string {
    return this.now?.game ?? ''
  }

  get seats(): SeatNow[] {
    return this.now?.seats ?? []
  }

  /** 'connecting' before the first welcome, 'lost' while it reconnects, 'closed' for good (see `closeReason`). */
  get status(): ConnectionStatus {
    return this.connections.find(({ status }) => status !== 'open')?.status ?? 'open'
  }

  get closeReason(): string | null {
    return this.front.closeReason
  }

  /** True while something that was asked for has not been answered. */
  get unanswered(): boolean {
    return this.connections.some((seat) => seat.unanswered)
  }

  get host(): boolean {
    return this.own.some((seat) => this.seats[seat]?.host)
  }

  get playing(): boolean {
    return this.now?.status === 'playing' && this.now.resumes_at == null
  }

  get pace(): number {
    return this.now?.pace ?? 1
  }

  legalOf(seat: number): ReadonlySet<number> {
    return this.connections.find(({ you }) => you === seat)?.legal ?? new Set()
  }

  /** What a seat of this device sees. */
  viewOf(seat: number): View {
    return this.connections.find(({ you }) => you === seat)?.view ?? null
  }

  /** The server's clock. */
  serverNow(): number {
    return this.front.connection.clock.now()
  }

  /** The match's clock in ms, for running timers. Not reactive: read it in every frame (kit/frames). */
  gameNow(): number {
    if (!this.playing) return this.clockAnchor.game
    return this.clockAnchor.game + Math.max(0, this.serverNow() - this.clockAnchor.server) * this.pace
  }

  // Acting

  /**
   * Makes a move. A raced move passes the pointerdown or keydown event that caused it, because its time stamp counts; it is
   * not repeated if the connection breaks. With several seats on this device, `seat` says whose move it is.
   */
  act(action: number, event?: globalThis.Event, seat: number | null = this.you): void {
    const found = untrack(() => this.connections.find(({ you }) => you === seat))
    if (!found || seat === null) return
    this.clearRefusal() // it was about the move before
    found.act(action, event)
    this.notify((watcher) => watcher.tried?.(action, seat))
  }

  sit(seat: number, name: string, colour: number): void {
    this.front.send({ t: 'sit', seat, name, colour })
  }

  /** Seats one more player at this device. */
  addLocalPlayer(seat: number, name: string, colour: number): void {
    const sit = (own: SeatConnection) => own.send({ t: 'sit', seat, name, colour })
    const added = new SeatConnection(this.id, this, { invite: this.invite }, this.environment, sit)
    this.connections = [...this.connections, added]
    added.connection.open()
  }

  /** Shows the view of another seat of this device. */
  viewFrom(seat: number): void {
    const found = this.connections.findIndex(({ you }) => you === seat)
    if (found >= 0) this.shownSeat = found
    this.notify((watcher) => watcher.reset?.(this.view))
  }

  bot(seat: number, level: string | null): void {
    this.command({ t: 'bot', seat, level } satisfies Bot)
  }

  options(wanted: Omit<Options, 't'>): void {
    this.command({ t: 'options', ...wanted })
  }

  start(): void {
    this.command({ t: 'start' })
  }

  pause(): void {
    this.command({ t: 'pause' })
  }

  resume(): void {
    this.command({ t: 'resume' })
  }

  rematch(): void {
    this.command({ t: 'rematch' })
  }

  /** You have nothing more to do until the time has run out, with all seats of this device. */
  done(): void {
    for (const own of this.connections) if (own.you !== null) own.send({ t: 'done' })
  }

  remove(seat: number, bot = true): void {
    this.command({ t: 'remove', seat, bot })
  }

  emote(kind: Emote['kind']): void {
    this.command({ t: 'emote', kind })
  }

  /** Lets the person who waits for a seat take it now, as far as the seats of this device are concerned. */
  admit(seat: number): void {
    for (const own of this.connections) if (own.you !== null) own.send({ t: 'admit', seat })
  }

  /** Leaves the table with all seats of this device, or stops waiting for one; bots take over. */
  leave(bot = true): void {
    for (const own of this.connections) if (own.you !== null || own.waits !== null) own.send({ t: 'leave', bot })
  }

  setHidden(hidden: boolean): void {
    for (const { connection } of this.connections) connection.setHidden(hidden)
  }

  reconnectNow(): void {
    for (const { connection } of this.connections) connection.reconnectNow()
  }

  /** Sends a command from the host's seat if this device has it. */
  private command(message: Said): void {
    // untrack: an effect that sends a command must not depend on what was read to send it.
    const host = untrack(() => this.connections.find(({ you }) => you !== null && this.seats[you]?.host) ?? this.front)
    if (message.t === 'emote') host.connection.send(message)
    else host.send(message)
  }

  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher)
    return () => void this.watchers.delete(watcher)
  }

  clearRefusal(): void {
    this.refusal = null
  }

  // Called by the connections

  welcomed(seat: SeatConnection, welcome: Welcome): void {
    if (seat !== this.front) return
    this.clockAnchor = { game: welcome.clock ?? 0, server: welcome.now }
    const sameMatch = this.now?.match === welcome.table.match
    this.shownNumber = welcome.number
    this.now = welcome.table
    this.title = welcome.title ?? ''
    this.commitment = welcome.commitment ?? null
    const missed = welcome.missed ?? []
    this.history = sameMatch ? [...this.history, ...missed].slice(-HISTORY) : missed
    if (!sameMatch) {
      this.over = null
      this.race = null
      this.races = []
    }
    flushSync()
    this.notify((watcher) => watcher.reset?.(seat.view))
  }

  tableChanged(seat: SeatConnection, table: TableNow): void {
    if (seat !== this.front) return
    const game = this.gameNow()
    const { playing, pace } = this
    this.now = table
    if (playing !== this.playing || pace !== this.pace) this.clockAnchor = { game, server: this.serverNow() }
    if (playing !== this.playing && this.refusal?.rule === null) this.clearRefusal() // "The match is paused." is no longer so
  }

  beforeEvent(seat: SeatConnection, event: Event, view: View): void {
    if (seat === this.front) this.notify((watcher) => watcher.before?.(event, view))
  }

  afterEvent(seat: SeatConnection, event: Event, viewBefore: View): void {
    if (seat !== this.front) return
    this.clockAnchor = { game: event.ms, server: event.at }
    this.shownNumber = event.n
    const { n, ms, seat: from, action, words } = event
    this.history = [...this.history.slice(1 - HISTORY), { n, ms, seat: from, action, words }]
    this.outdateRefusal(from ?? null)
    flushSync() // the page must change within this frame
    this.notify((watcher) => watcher.after?.(event, viewBefore, seat.view))
  }

  raceJudged(seat: SeatConnection, race: Race): void {
    if (seat !== this.front) return
    this.race = race
    this.races = [...this.races, race]
    flushSync()
    this.notify((watcher) => watcher.race?.(race))
  }

  matchEnded(seat: SeatConnection, over: Over): void {
    if (seat !== this.front) return
    this.over = over
    this.refusal = null // that move came too late
  }

  tokenGiven(seat: number, token: string): void {
    this.environment.saveToken(this, seat, token)
  }

  refused(says: string, rule: string | null, action: number | null): void {
    if (this.over && action !== null) return // the match ended before the move arrived
    this.refusal = { says: asSentence(says), rule, action, at: this.serverNow(), id: (this.lastId += 1) }
  }

  /** Something has happened, so the last refusal no longer fits what the table asks for. */
  private outdateRefusal(from: number | null): void {
    const { refusal } = this
    if (!refusal) return
    const left = from !== null && this.own.includes(from) ? 0 : refusal.at + READ_MS - this.serverNow()
    if (left <= 0) this.clearRefusal()
    else this.environment.frames.later(left, () => this.refusal === refusal && this.clearRefusal())
  }

  emoteShown(seat: SeatConnection, from: number, kind: string): void {
    if (seat !== this.front) return
    const shown = { seat: from, kind, id: (this.lastId += 1) }
    this.signs = [...this.signs.filter((other) => other.seat !== from), shown]
    this.environment.frames.later(EMOTE_MS, () => (this.signs = this.signs.filter((other) => other !== shown)))
  }

  private notify(call: (watcher: Watcher) => void): void {
    for (const watcher of [...this.watchers]) call(watcher)
  }
}

/** Refusals by the rules come as half sentences: adds the capital and the full stop. */
function asSentence(text: string): string {
  const whole = text.slice(0, 1).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}

export const browserTableEnvironment = (
  url: (table: string) => string,
  saveToken: TableEnvironment['saveToken'],
): TableEnvironment => ({ connection: browserEnvironment, frames: browserFrames, url, saveToken })
