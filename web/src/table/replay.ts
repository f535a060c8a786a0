/** Replays a finished match: a table fed from a recording instead of a server. */

import { browserTimers } from '../net/clock'
import type { Socket } from '../net/connection'
import { browserFrames } from '../net/frameQueue'
import type { SavedMatch } from '../net/http'
import { VERSION, type Event, type Race, type Said, type SeatNow, type Told } from '../net/messages'
import { TableState, type View } from './table.svelte'
import { applyDiff, type ViewDiff } from './viewDiff'

const SNAPSHOT_EVERY = 50 // events

/** A saved match with random access to its views. */
export class Recording {
  readonly events: Event[] = []
  readonly races = new Map<number, Race>() // by the number of the event
  private snapshots: View[] = []

  /** Throws if the match was saved without its beginning. */
  constructor(saved: SavedMatch) {
    for (const step of saved.events) {
      if (step.t === 'race') this.races.set(step.n, step)
      else this.events.push(step)
    }
    let view: View = saved.view ?? null
    this.snapshots.push(view)
    for (const [index, event] of this.events.entries()) {
      if (view === null && !replacesView(event)) throw new Error('the recording has no beginning')
      view = applyDiff(view, event.change as ViewDiff)
      if ((index + 1) % SNAPSHOT_EVERY === 0) this.snapshots.push(view)
    }
    if (saved.view == null && this.events.length)
      this.snapshots[0] = applyDiff(null, this.events[0]!.change as ViewDiff)
  }

  /** The view after the first `count` events. */
  view(count: number): View {
    const from = Math.floor(count / SNAPSHOT_EVERY)
    let view = this.snapshots[from]
    for (const event of this.events.slice(from * SNAPSHOT_EVERY, count))
      view = applyDiff(view, event.change as ViewDiff)
    return view
  }

  /** The number of events up to a moment of the match. */
  count(ms: number): number {
    const found = this.events.findIndex((event) => event.ms > ms)
    return found < 0 ? this.events.length : found
  }

  /** The length of the match in ms. */
  get length(): number {
    return this.events.at(-1)?.ms ?? 0
  }
}

const replacesView = (event: Event): boolean => ((event.change ?? []) as ViewDiff).some(([path]) => path.length === 0)

/** Replaces the socket: this page plays the server's part. */
class ReplaySocket implements Socket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  send(data: string): void {
    const said = JSON.parse(data) as Said
    if (said.t === 'ping') this.deliver({ t: 'pong', c: said.c, s: performance.now() })
  }

  close(): void {}

  deliver(message: Told): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

/** What a table shows at one moment of a match. */
export interface Shown {
  view: View
  ms: number
  you: number | null // whose view it is; null: a spectator's
  legal?: number[] // the moves of that seat
  speed: number
  running: boolean
}

/** A table that shows what it is given. */
export class ShownTable {
  readonly table: TableState
  protected socket = new ReplaySocket()

  constructor(
    private about: Pick<SavedMatch, 'match' | 'game' | 'title'>,
    private seats: SeatNow[],
  ) {
    this.table = new TableState(about.match, [], {
      connection: {
        openSocket: () => this.socket,
        timers: browserTimers,
        afterInput: (call) => call(),
      },
      frames: browserFrames,
      url: () => '',
      saveToken: () => undefined,
    })
    this.table.open()
    this.socket.onopen?.()
  }

  /** Shows a moment of the match, without animations. */
  show({ view, ms, you, legal, speed, running }: Shown): void {
    const { match, game, title } = this.about
    this.socket.deliver({
      t: 'welcome',
      version: VERSION,
      table: {
        id: match,
        game,
        status: running ? 'playing' : 'paused',
        seats: this.seats,
        options: {},
        public: true,
        pace: speed,
        match: `${match} at ${ms}`,
      },
      you,
      number: 0,
      now: performance.now(),
      clock: Math.round(ms),
      view: view as Record<string, unknown>,
      legal: legal ?? null,
      title,
    })
  }

  close(): void {
    this.table.close()
  }
}

export class ReplayPlayer extends ShownTable {
  private shown = 0 // events

  constructor(
    saved: SavedMatch,
    readonly recording: Recording,
    seats: SeatNow[],
  ) {
    super(saved, seats)
  }

  /** Jumps to a moment of the match, without animations. */
  seek(ms: number, speed: number, running: boolean): void {
    this.shown = this.recording.count(ms)
    this.show({ view: this.recording.view(this.shown), ms, you: null, speed, running })
  }

  /** Plays all events up to a moment of the match. */
  advance(ms: number): void {
    for (const due = this.recording.count(ms); this.shown < due; this.shown += 1) {
      const event = this.recording.events[this.shown]!
      this.socket.deliver({ ...event, at: performance.now() })
      const race = this.recording.races.get(event.n)
      if (race) this.socket.deliver(race)
    }
  }

  /** The moment of the next event; null at the end. */
  next(): number | null {
    return this.recording.events[this.shown]?.ms ?? null
  }
}
