/** A finished match, to be watched again: a table that hears from a recording instead of a server. */

import { browserTimers } from '../net/clock'
import type { KeptMatch } from '../net/http'
import type { Socket } from '../net/line'
import { VERSION, type Event, type Race, type Said, type SeatNow, type Told } from '../net/messages'
import { browserFrames } from '../net/press'
import { apply, type Change } from './change'
import { TableState, type View } from './table.svelte'

const EVERY = 50 // events between two views that are kept ready

/** The views of a recording, forwards and to any moment. */
export class Reel {
  readonly events: Event[] = []
  readonly races = new Map<number, Race>() // by the event's number
  private ready: View[] = []

  constructor(kept: KeptMatch) {
    for (const step of kept.events) {
      if (step.t === 'race') this.races.set(step.n, step)
      else this.events.push(step)
    }
    let view: View = kept.view ?? null
    this.ready.push(view)
    for (const [place, event] of this.events.entries()) {
      if (view === null && !beginsAnew(event)) throw new Error('no beginning')
      view = apply(view, event.change as Change)
      if ((place + 1) % EVERY === 0) this.ready.push(view)
    }
    if (kept.view == null && this.events.length) this.ready[0] = apply(null, this.events[0]!.change as Change)
  }

  /** The view after so many events. */
  view(count: number): View {
    const from = Math.floor(count / EVERY)
    let view = this.ready[from]
    for (const event of this.events.slice(from * EVERY, count)) view = apply(view, event.change as Change)
    return view
  }

  /** How many events have happened by then. */
  count(ms: number): number {
    const found = this.events.findIndex((event) => event.ms > ms)
    return found < 0 ? this.events.length : found
  }

  get length(): number {
    return this.events.at(-1)?.ms ?? 0
  }
}

const beginsAnew = (event: Event): boolean => ((event.change ?? []) as Change).some(([path]) => path.length === 0)

/** The server's side of the line, played by this page. */
class Tape implements Socket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  send(data: string): void {
    const said = JSON.parse(data) as Said
    if (said.t === 'ping') this.tell({ t: 'pong', c: said.c, s: performance.now() })
  }

  close(): void {}

  tell(message: Told): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

export class Projector {
  readonly table: TableState
  private tape = new Tape()
  private shown = 0 // events

  constructor(
    private kept: KeptMatch,
    readonly reel: Reel,
    private seats: SeatNow[],
  ) {
    this.table = new TableState(kept.match, [], {
      line: { open: () => this.tape, timers: browserTimers, flush: (then) => then(), wall: () => Date.now() },
      frames: browserFrames,
      url: () => '',
      keep: () => undefined,
    })
    this.table.open()
    this.tape.onopen?.()
  }

  /** Shows the match as it was at that moment, without anything travelling. */
  seek(ms: number, speed: number, running: boolean): void {
    const { kept, reel, seats } = this
    this.shown = reel.count(ms)
    this.tape.tell({
      t: 'welcome',
      version: VERSION,
      table: {
        id: kept.match,
        game: kept.game,
        status: running ? 'playing' : 'paused',
        seats,
        options: {},
        public: true,
        pace: speed,
        match: `${kept.match} at ${ms}`,
      },
      you: null,
      number: 0,
      now: performance.now(),
      clock: Math.round(ms),
      view: reel.view(this.shown) as Record<string, unknown>,
      title: kept.title,
    })
  }

  /** Lets happen what happens until then. */
  on(ms: number): void {
    for (const due = this.reel.count(ms); this.shown < due; this.shown += 1) {
      const event = this.reel.events[this.shown]!
      this.tape.tell({ ...event, at: performance.now() })
      const race = this.reel.races.get(event.n)
      if (race) this.tape.tell(race)
    }
  }

  /** When the next event is, if there is one. */
  next(): number | null {
    return this.reel.events[this.shown]?.ms ?? null
  }

  close(): void {
    this.table.close()
  }
}
