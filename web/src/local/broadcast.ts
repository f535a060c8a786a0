/** Turns what happens in a match into messages, and decides who is sent what. As src/parlour/live/broadcast.py. */

import type { Match } from '../engine/match'
import type { Event, Heard, Race, Told } from '../net/messages'
import { hushedWords, type GameParts, type MatchEvent } from './game'
import { reactionOf } from './stamps'
import { ShownViews } from './views'

const MISSED = 60 // this many of the latest events are told to somebody who comes back

/** One connection of the page: a player's or a spectator's. */
export interface Listener {
  seat: number | null
  hidden: boolean
  deliver(message: Told): void
  close(reason: string, again?: boolean): void
}

export class Broadcast {
  listeners: Listener[] = []
  private match: Match | null = null
  private views: ShownViews | null = null
  private heard: Heard[] = []

  constructor(private parts: GameParts) {}

  /** A match begins, or (null) none is shown any more. */
  begin(match: Match | null): void {
    this.match = match
    this.views = match && new ShownViews(match, this.parts)
    this.heard = []
  }

  // Connections

  /** False if it was not there. */
  remove(listener: Listener): boolean {
    const before = this.listeners.length
    this.listeners = this.listeners.filter((other) => other !== listener)
    return this.listeners.length < before
  }

  /** The seats of people who are connected and can see the table. */
  people(): number[] {
    return this.listeners.flatMap(({ seat, hidden }) => (seat === null || hidden ? [] : [seat]))
  }

  /** The number of spectators. */
  get watching(): number {
    return this.listeners.filter(({ seat }) => seat === null).length
  }

  // Messages

  postAll(message: Told): void {
    for (const listener of this.listeners) listener.deliver(message)
  }

  /** Asks these seats whether a ring is under way. */
  ask(race: number, seats: number[]): void {
    for (const listener of this.listeners)
      if (listener.seat !== null && seats.includes(listener.seat)) listener.deliver({ t: 'underway', race })
  }

  /** The whole view of a connection that joins; later changes start from it. */
  viewForNewcomer(seat: number | null): Record<string, unknown> | null {
    return this.views?.begin(seat) ?? null
  }

  /** The events after `last`. */
  missed(last: number): Heard[] {
    return this.heard.filter(({ n }) => n > last)
  }

  /** An action in the words that everybody may hear, and its number unless it is secret. */
  private inWords(action: number | undefined): { words: string | null; action: number | null } {
    if (action === undefined) return { words: null, action: null }
    const hushed = hushedWords(this.parts.code.description, action)
    if (hushed !== null) return { words: hushed, action: null }
    return { words: this.parts.views.describe(this.match!.seenRecord(null), action), action }
  }

  /** Keeps an event for connections that missed it; returns it. */
  remember(n: number, ms: number, seat?: number, action?: number): Heard {
    const heard = { n, ms, seat: seat ?? null, ...this.inWords(action) }
    this.heard.push(heard)
    if (this.heard.length > MISSED) this.heard.shift()
    return heard
  }

  /** Sends a change of the match to everybody, each seat no more than it may see. */
  happened(number: number, change: MatchEvent): void {
    const { ms, at, seat, action, reveal } = change
    const views = this.views!
    const heard = this.remember(number, ms, seat, action)
    const changes = views.changes(this.listeners.map((listener) => listener.seat))
    for (const listener of this.listeners) {
      const event: Event = { t: 'event', ...heard, at, change: changes.get(views.key(listener.seat)), reveal }
      if (listener.seat !== null) {
        event.legal = this.match!.legal(listener.seat)
        if (listener.seat === seat) event.action = action!
      }
      listener.deliver(event)
    }
    if (change.rings) this.postAll(raceOf(number, change))
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
