/** A table as this page knows it: who sits there, what can be seen, what may be done. */

import { flushSync, untrack } from 'svelte'
import { browserWorld, Line, type LineKeys, type LineStatus, type LineWorld } from '../net/line'
import type {
  Bot,
  Emote,
  Event,
  Heard,
  Options,
  Over,
  Race,
  Said,
  SeatNow,
  TableNow,
  Told,
  Welcome,
} from '../net/messages'
import { browserFrames, Stage, type Frames } from '../net/press'
import { apply, type Change } from './change'

const SIGN_MS = 3500 // so long an emote is seen
const HISTORY = 200

/** A page's view of a game; each game casts it to its own type (net/views.ts). */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shell does not know the games' types
export type View = any

/** Hears of everything that happens in the match, around the change of the page. */
export interface Watcher {
  /** The page still shows what was: measure where things lie. */
  before?(event: Event, view: View): void
  /** The page shows what is now: let things travel. */
  after?(event: Event, before: View, after: View): void
  /** How a race was judged; comes right after the event that brought the verdict. */
  race?(race: Race): void
  /** A move of this device, the moment it is made: what must answer in the same frame as the finger does it here. */
  tried?(action: number, seat: number): void
  /** All was made anew: a match has begun, or the line is back. Nothing travels. */
  anew?(view: View): void
}

export interface Refusal {
  says: string
  rule: string | null
  action: number | null // what was tried
  id: number
}

export interface SignNow {
  seat: number
  kind: string
  id: number
}

export interface TableWorld {
  line: LineWorld
  frames: Frames
  url(table: string): string
  /** A seat's key, to be remembered. */
  keep(table: TableState, seat: number, token: string): void
}

/** One seat of this page (or its spectator): a line, and what is seen from there. */
class Place {
  you = $state<number | null>(null)
  view = $state.raw<View>(null)
  legal = $state.raw<ReadonlySet<number>>(new Set())
  status = $state<LineStatus>('connecting')
  says = $state<string | null>(null) // why the line was closed for good
  readonly line: Line
  readonly stage: Stage
  private tried = new Map<number, number>() // sequence number -> action

  constructor(
    private owner: TableState,
    keys: LineKeys,
    world: TableWorld,
    private ready?: (place: Place) => void,
  ) {
    this.stage = new Stage(world.frames)
    this.line = new Line(
      world.url(owner.id),
      keys,
      {
        told: (message) => this.hear(message),
        status: (status, says) => {
          this.status = status
          this.says = says
        },
      },
      world.line,
    )
  }

  act(action: number, event?: globalThis.Event): void {
    const pressed = event ? this.stage.press(event.timeStamp) : { reveal: null, reaction: null }
    const seq = this.line.act(action, pressed.reveal, pressed.reaction)
    this.tried.set(seq, action)
    if (this.tried.size > 20) this.tried.delete(this.tried.keys().next().value!)
  }

  private hear(told: Told): void {
    const { owner, stage } = this
    switch (told.t) {
      case 'welcome':
        stage.clear()
        this.you = told.you
        this.view = told.view ?? null
        this.legal = new Set(told.legal ?? [])
        owner.welcomed(this, told)
        this.ready?.(this)
        this.ready = undefined
        break
      case 'event':
        stage.push(told.n, this.line.clock.local(told.at), told.reveal ?? false, () => this.show(told))
        break
      case 'table':
        stage.follow(() => owner.changed(this, told.table))
        break
      case 'race':
        stage.follow(() => owner.judged(this, told))
        break
      case 'over':
        stage.follow(() => owner.ended(this, told))
        break
      case 'token':
        owner.seated(told.seat, told.token)
        break
      case 'refused':
        owner.refused(told.says, told.rule ?? null, told.seq == null ? null : (this.tried.get(told.seq) ?? null))
        break
      case 'sign':
        owner.signed(this, told.seat, told.kind)
        break
    }
  }

  private show(event: Event): void {
    const before = this.view
    this.owner.showing(this, event, before)
    this.view = apply(before, (event.change ?? []) as Change)
    if (event.legal) this.legal = new Set(event.legal)
    this.owner.showed(this, event, before)
  }
}

export class TableState {
  now = $state.raw<TableNow | null>(null)
  title = $state('')
  commitment = $state<string | null>(null)
  over = $state.raw<Over | null>(null)
  race = $state.raw<Race | null>(null) // the last one
  races = $state.raw<Race[]>([]) // all of this match that were seen here
  refusal = $state.raw<Refusal | null>(null)
  signs = $state.raw<SignNow[]>([])
  history = $state.raw<Heard[]>([])
  shownNumber = $state(0) // the number of the last event that is on the screen
  private places = $state.raw<Place[]>([])
  private shown = $state(0) // which place is looked from
  private watchers = new Set<Watcher>()
  private ids = 0
  private anchor = { game: 0, server: 0 }

  constructor(
    readonly id: string,
    keys: LineKeys[],
    private world: TableWorld,
    readonly invite: string | null = null,
  ) {
    const all = keys.length ? keys : [{}]
    this.places = all.map((key) => new Place(this, { invite, ...key }, world))
  }

  open(): void {
    for (const place of this.places) place.line.open()
  }

  close(): void {
    for (const place of this.places) place.line.close()
  }

  // What can be seen

  private get front(): Place {
    return this.places[this.shown]!
  }

  /** The view of the match from `you`; null before the first match. */
  get view(): View {
    return this.front.view
  }

  /** What you may do now. */
  get legal(): ReadonlySet<number> {
    return this.front.legal
  }

  /** Your seat; null: you watch. With several seats on this device, the one that is looked from. */
  get you(): number | null {
    return this.front.you
  }

  /** The seats of this device. */
  get own(): number[] {
    return this.places.map((place) => place.you).filter((seat) => seat !== null)
  }

  get game(): string {
    return this.now?.game ?? ''
  }

  get seats(): SeatNow[] {
    return this.now?.seats ?? []
  }

  /** 'open': all is well; 'connecting' before the first welcome; 'lost': coming back; 'closed': `says` tells why. */
  get status(): LineStatus {
    return this.places.find((place) => place.status !== 'open')?.status ?? 'open'
  }

  get says(): string | null {
    return this.front.says
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

  get rtt(): number | null {
    return this.front.line.clock.rtt
  }

  legalOf(seat: number): ReadonlySet<number> {
    return this.places.find((place) => place.you === seat)?.legal ?? new Set()
  }

  /** The server's clock. */
  serverNow(): number {
    return this.front.line.clock.now()
  }

  /** The match's clock now, in ms; for timers that run. Not reactive: read it in a frame (kit/frames). */
  gameNow(): number {
    if (!this.playing) return this.anchor.game
    return this.anchor.game + Math.max(0, this.serverNow() - this.anchor.server) * this.pace
  }

  // What can be done

  /**
   * A move. One that is raced for comes with the pointerdown or keydown event that made it, whose time stamp counts; it
   * is not made again if the line breaks. With several seats on this device, `seat` says whose move it is.
   */
  act(action: number, event?: globalThis.Event, seat: number | null = this.you): void {
    const place = untrack(() => this.places.find((each) => each.you === seat))
    if (!place || seat === null) return
    place.act(action, event)
    this.tell((watcher) => watcher.tried?.(action, seat))
  }

  sit(seat: number, name: string, colour: number): void {
    this.front.line.say({ t: 'sit', seat, name, colour })
  }

  /** One more player on this device. */
  sitHere(seat: number, name: string, colour: number): void {
    const place = new Place(this, { invite: this.invite }, this.world, (made) =>
      made.line.say({ t: 'sit', seat, name, colour }),
    )
    this.places = [...this.places, place]
    place.line.open()
  }

  /** Look from another seat of this device. */
  lookFrom(seat: number): void {
    const found = this.places.findIndex((place) => place.you === seat)
    if (found >= 0) this.shown = found
    this.tell((watcher) => watcher.anew?.(this.view))
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

  remove(seat: number, bot = true): void {
    this.command({ t: 'remove', seat, bot })
  }

  emote(kind: Emote['kind']): void {
    this.command({ t: 'emote', kind })
  }

  /** Gets up for good, with all seats of this device; a bot plays on. */
  leave(bot = true): void {
    for (const place of this.places) if (place.you !== null) place.line.say({ t: 'leave', bot })
  }

  hide(hidden: boolean): void {
    for (const place of this.places) place.line.hide(hidden)
  }

  hurry(): void {
    for (const place of this.places) place.line.hurry()
  }

  /** What the host may do is said by the host's line, where this device has it. */
  private command(message: Said): void {
    // An effect that gives an order must not run again because of what the order looked at.
    const place = untrack(() => this.places.find(({ you }) => you !== null && this.seats[you]?.host) ?? this.front)
    place.line.say(message)
  }

  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher)
    return () => void this.watchers.delete(watcher)
  }

  clearRefusal(): void {
    this.refusal = null
  }

  // What its places hear

  welcomed(place: Place, welcome: Welcome): void {
    if (place !== this.front) return
    this.anchor = { game: welcome.clock ?? 0, server: welcome.now }
    const again = this.now?.match === welcome.table.match
    this.shownNumber = welcome.number
    this.now = welcome.table
    this.title = welcome.title ?? ''
    this.commitment = welcome.commitment ?? null
    const missed = welcome.missed ?? []
    this.history = again ? [...this.history, ...missed].slice(-HISTORY) : missed
    if (!again) {
      this.over = null
      this.race = null
      this.races = []
    }
    flushSync()
    this.tell((watcher) => watcher.anew?.(place.view))
  }

  changed(place: Place, table: TableNow): void {
    if (place !== this.front) return
    const game = this.gameNow()
    const ran = this.playing
    this.now = table
    if (ran !== this.playing) this.anchor = { game, server: this.serverNow() }
  }

  showing(place: Place, event: Event, before: View): void {
    if (place === this.front) this.tell((watcher) => watcher.before?.(event, before))
  }

  showed(place: Place, event: Event, before: View): void {
    if (place !== this.front) return
    this.anchor = { game: event.ms, server: event.at }
    this.shownNumber = event.n
    const { n, ms, seat, action, words } = event
    this.history = [...this.history.slice(1 - HISTORY), { n, ms, seat, action, words }]
    flushSync() // the page must have changed in this very frame
    this.tell((watcher) => watcher.after?.(event, before, place.view))
  }

  judged(place: Place, race: Race): void {
    if (place !== this.front) return
    this.race = race
    this.races = [...this.races, race]
    flushSync()
    this.tell((watcher) => watcher.race?.(race))
  }

  ended(place: Place, over: Over): void {
    if (place !== this.front) return
    this.over = over
    this.refusal = null // it came too late, that is all
  }

  seated(seat: number, token: string): void {
    this.world.keep(this, seat, token)
  }

  refused(says: string, rule: string | null, action: number | null): void {
    if (this.over && action !== null) return // a move that the end of the match has overtaken
    this.refusal = { says: sentence(says), rule, action, id: (this.ids += 1) }
  }

  signed(place: Place, seat: number, kind: string): void {
    if (place !== this.front) return
    const sign = { seat, kind, id: (this.ids += 1) }
    this.signs = [...this.signs.filter((other) => other.seat !== seat), sign]
    this.world.frames.later(SIGN_MS, () => (this.signs = this.signs.filter((other) => other !== sign)))
  }

  private tell(call: (watcher: Watcher) => void): void {
    for (const watcher of [...this.watchers]) call(watcher)
  }
}

/** Rules speak in half sentences. */
function sentence(text: string): string {
  const whole = text.slice(0, 1).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}

export const browserTable = (url: (table: string) => string, keep: TableWorld['keep']): TableWorld => ({
  line: browserWorld,
  frames: browserFrames,
  url,
  keep,
})
