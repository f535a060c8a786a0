/**
 * Race timing, as src/parlour/live/races.py has it. A bell is rung by several players and judged once: `Bell` collects the
 * rings and enters all of them into the match when the verdict is due. Presses that wait for their moment are in
 * `HeldPresses`.
 */

import type { Match, Refusal } from '../engine/match'
import type { Timers } from '../net/clock'
import { callAt, type MatchClock } from './clock'
import { refusalOf, type GameParts, type MatchEvent } from './game'
import { noteOf, type Note, type Stamp, type Stamps } from './stamps'

const GATHER_MS = 150 // rings this close to the first are judged with it
const VERDICT_MS = 300 // the verdict is given at the latest this long after the first ring
const FRAME_MS = 1000 / 60 // a press may have been made this long before it is handled

export type Refuse = (refusal: Refusal) => void

/** A person's action that waits for its moment. */
export interface Press {
  seat: number
  action: number
  settled: number // the real instant that counts
  note: Note | null
  refuse: Refuse | null
  tooSoon: boolean // it waits for the rules to allow it
}

export class HeldPresses {
  private presses: Press[] = []

  hold(press: Press): void {
    this.presses.push(press)
  }

  release(press: Press): void {
    this.presses = this.presses.filter((other) => other !== press)
  }

  /** The press that counts for the earliest instant; of two equal ones, the one that was made first. */
  earliest(): Press | null {
    let found: Press | null = null
    for (const press of this.presses) if (!found || press.settled < found.settled) found = press
    return found
  }

  /** True if the same press already waits. A different one from that seat is refused: the latest press counts. */
  repeated(seat: number, action: number, refusal: Refusal): boolean {
    for (const other of this.presses.filter((press) => press.tooSoon && press.seat === seat)) {
      if (other.action === action) return true
      this.release(other)
      other.refuse?.(refusal)
    }
    return false
  }

  refuseAll(refusal: (press: Press) => Refusal): void {
    for (const press of this.presses.splice(0)) press.refuse?.(refusal(press))
  }
}

/** From the first ring until the ringers are known. */
class Race {
  private rings = new Map<number, Stamp>()
  private counts = new Map<number, number>() // with the handicap, which only decides what is judged together
  private silent: Set<number> // asked, but no answer yet
  private asked: Set<number>

  constructor(
    readonly number: number,
    asked: number[],
  ) {
    this.asked = new Set(asked)
    this.silent = new Set(asked)
  }

  /** A seat's first ring counts. */
  ring(seat: number, stamp: Stamp, handicap: number): void {
    if (!this.rings.has(seat)) {
      this.rings.set(seat, stamp)
      this.counts.set(seat, stamp.at + handicap)
    }
    this.silent.delete(seat)
  }

  answered(seat: number): void {
    this.silent.delete(seat)
  }

  gone(seat: number): void {
    this.silent.delete(seat)
    this.asked.delete(seat)
  }

  /** When the verdict may be given, as far as is known now. */
  readyAt(): number {
    let latest = Infinity
    for (const [seat, ring] of this.rings)
      latest = Math.min(latest, VERDICT_MS + ring.arrival + this.counts.get(seat)! - ring.at)
    if (this.silent.size) return latest
    const waits = [...this.asked].some((seat) => !this.rings.has(seat))
    return Math.min(Math.min(...this.counts.values()) + GATHER_MS + 1 + (waits ? FRAME_MS : 0), latest)
  }

  /** The rings judged together, in the order in which they enter the match. */
  order(): [number, Stamp][] {
    const last = Math.min(...this.counts.values()) + GATHER_MS
    const rings = [...this.rings].filter(([seat]) => this.counts.get(seat)! <= last)
    return rings.sort(([seatA, a], [seatB, b]) => a.at - b.at || seatA - seatB)
  }
}

/** Seats that could not ring until an event, and why. */
interface Before {
  until: number // on the match's clock
  refusals: Map<number, Refusal>
}

/** What a bell needs of the match that is being played. */
export interface Ringing {
  match: Match
  parts: GameParts
  time: MatchClock
  timers: Timers
  stamps: Stamps
  reveals: Reveals
  people(): number[] // the seats of people who are connected and can see the table
  ask(race: number, seats: number[]): void
  tell(event: MatchEvent): void
}

export class Bell {
  private race: Race | null = null
  private races = 0
  private rang = new Map<number, Refuse | null>()
  private before: Before[] = [] // earliest first
  private readonly action: number

  constructor(private at: Ringing) {
    this.action = at.match.engine.description.races![0]
  }

  get open(): boolean {
    return this.race !== null
  }

  /** When the open race is judged. */
  get readyAt(): number {
    return this.race!.readyAt()
  }

  /** A person rings. Throws a Refusal if they cannot. */
  press(seat: number, arrival: number, reveal: number | null, claimed: number | null, refuse: Refuse | null): void {
    const stamp = this.at.stamps.settle(arrival, reveal, claimed)
    const refusal = this.refused(seat, stamp.at)
    if (refusal) throw refusal
    this.ring(seat, stamp, refuse)
  }

  /** A bot rings, at a moment of the match's clock. */
  pressByBot(seat: number, at: number): void {
    this.ring(seat, this.at.stamps.exact(this.at.time.realOf(at), this.at.reveals.last), null)
  }

  private ring(seat: number, stamp: Stamp, refuse: Refuse | null): void {
    const { match, parts, timers } = this.at
    const handicap = parts.views.handicap?.(match.state, seat) ?? 0
    if (!this.race) {
      this.races += 1
      const now = timers.now()
      const others = this.at.people().filter((other) => other !== seat && !this.refused(other, now))
      this.race = new Race(this.races, others)
      this.race.ring(seat, stamp, handicap)
      if (others.length) this.at.ask(this.races, others)
    } else {
      this.race.ring(seat, stamp, handicap)
    }
    if (!this.rang.has(seat)) this.rang.set(seat, refuse)
  }

  hasRung(seat: number): boolean {
    return this.rang.has(seat)
  }

  /** Nothing more is under way from this seat; true if that is about the open race. */
  answered(seat: number, race: number): boolean {
    if (this.race?.number !== race) return false
    this.race.answered(seat)
    return true
  }

  /** No race waits for this seat any more; true if a race is open. */
  disconnected(seat: number): boolean {
    this.race?.gone(seat)
    return this.race !== null
  }

  /** Forgets the open race without a verdict. */
  abandon(): void {
    this.race = null
    this.rang.clear()
  }

  /** Why a person cannot ring at an instant, judged by what could be seen then. */
  private refused(seat: number, at: number): Refusal | null {
    const moment = this.at.time.gameOf(at)
    for (const { until, refusals } of this.before) if (moment < until) return refusals.get(seat) ?? null
    return this.at.match.whyNot(seat, this.action)
  }

  /** Those of these seats that cannot ring as the match is now, and why. */
  refusals(people: number[]): Map<number, Refusal> {
    const found = new Map<number, Refusal>()
    for (const seat of people) {
      const refusal = this.at.match.legal(seat).includes(this.action) ? null : this.at.match.whyNot(seat, this.action)
      if (refusal) found.set(seat, refusal)
    }
    return found
  }

  /** The match changed at `ms`; until then these seats could not ring. */
  changed(ms: number, refusals: Map<number, Refusal>): void {
    const { time, timers } = this.at
    const longAgo = timers.now() - VERDICT_MS
    this.before = this.before.filter(({ until }) => time.realOf(until) >= longAgo)
    this.before.push({ until: ms, refusals })
  }

  /** Enters the rings into the match in order, and then gives the verdict. True if at least one ring was legal. */
  judge(): boolean {
    const { match, time, timers, reveals, tell } = this.at
    const rings = this.race!.order()
    this.race = null
    const rang = this.rang
    this.rang = new Map()
    const first = rings[0]![1].at
    const start = Math.max(time.gameOf(first), match.clock)
    const entered: [number, Stamp][] = []
    for (const [seat, stamp] of rings) {
      const at = Math.max(Math.round(start + stamp.at - first), match.clock)
      const note = noteOf(stamp, reveals.last)
      try {
        const ms = match.play(seat, this.action, at)
        entered.push([seat, stamp])
        tell({ ms, at: timers.now(), seat, action: this.action, note, reveal: false })
      } catch (error) {
        this.refuseWhenShown(rang.get(seat) ?? null, refusalOf(error))
      }
    }
    if (entered.length && match.due !== null) {
      match.wait()
      const reveal = reveals.anyNew()
      tell({ ms: match.clock, at: timers.now(), reveal, rings: entered, answered: reveals.last })
    }
    return entered.length > 0
  }

  /** After a verdict the match's clock continues from there: earlier moments no longer matter. */
  restart(): void {
    this.before = []
  }

  /** The reason may be a card that is decided but not shown yet, so the refusal waits until it is. */
  private refuseWhenShown(refuse: Refuse | null, refusal: Refusal): void {
    if (!refuse) return
    const { match, time, timers } = this.at
    callAt(timers, Math.max(time.realOf(match.clock), timers.now()), () => refuse(refusal))
  }
}

/** Notices when a card has been turned up, and remembers which event did it. */
export class Reveals {
  last: number | null = null // the number of the event that turned up the last card
  private seen: number

  constructor(
    private match: Match,
    private parts: GameParts,
  ) {
    this.seen = this.count()
  }

  private count(): number {
    return this.parts.views.reveals?.(this.match.state) ?? 0
  }

  /** True if a card was turned up since the previous call. */
  anyNew(): boolean {
    const before = this.seen
    this.seen = this.count()
    return this.seen !== before
  }
}
