/** One WebSocket to a table, held up as long as it is wanted. Framework-free: socket, timers and flush can be fakes. */

import { browserTimers, ServerClock, type Timers } from './clock'
import { VERSION, type Act, type Event, type Said, type Told } from './messages'

const WAITS = [200, 500, 1000, 2000, 4000] // ms before each attempt to come back; the last one repeats
const SILENCE_MS = 7000 // so long without any message (pongs come every two seconds) and the line is dead
const STALE_MS = 10_000 // an unanswered move older than this is not sent again

export type LineStatus = 'connecting' | 'open' | 'lost' | 'closed'

export interface Socket {
  send(data: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: (() => void) | null
}

export interface LineKeys {
  token?: string | null
  invite?: string | null
}

export interface LineHooks {
  told(message: Told): void
  status(status: LineStatus, says: string | null): void
}

export interface LineWorld {
  open(url: string): Socket
  timers: Timers
  /** Calls when all input that happened before has been handled. */
  flush(then: () => void): void
  wall(): number // ms since 1970, for sequence numbers that grow over reloads
}

export const browserWorld: LineWorld = {
  open: (url) => new WebSocket(url) as unknown as Socket,
  timers: browserTimers,
  // Browsers hand input to the page before timers that were set after it happened.
  flush: (then) => void setTimeout(then, 0),
  wall: () => Date.now(),
}

interface Pending {
  act: Act
  at: number
}

export class Line {
  status: LineStatus = 'connecting'
  last = 0 // the number of the last event that was heard
  readonly clock: ServerClock
  private socket: Socket | null = null
  private opened = false
  private attempts = 0
  private seq = 0
  private pending: Pending[] = []
  private cancelRetry: (() => void) | null = null
  private cancelSilence: (() => void) | null = null
  private greeted = false
  private you: number | null = null
  private hidden = false

  constructor(
    readonly url: string,
    public keys: LineKeys,
    private hooks: LineHooks,
    private world: LineWorld = browserWorld,
  ) {
    this.clock = new ServerClock(world.timers)
  }

  open(): void {
    this.drop()
    this.turn('connecting', null)
    this.greeted = false
    const socket = this.world.open(this.url)
    this.socket = socket
    this.opened = false
    this.listen()
    socket.onopen = () => {
      this.opened = true
      this.put({ t: 'hello', version: VERSION, token: this.keys.token, invite: this.keys.invite, last: this.last })
      this.clock.forget()
      this.clock.start((c) => this.put({ t: 'ping', c }))
    }
    socket.onmessage = (event) => {
      this.listen()
      this.hear(JSON.parse(event.data) as Told)
    }
    socket.onclose = () => {
      if (this.socket === socket) this.lost()
    }
  }

  /** Gets up from the socket for good. */
  close(says: string | null = null): void {
    this.drop()
    this.turn('closed', says)
  }

  /** The network is back, or the page is seen again: no need to wait any longer. */
  hurry(): void {
    if (this.status === 'lost') this.open()
  }

  /** Says something that need not survive a lost line. */
  say(message: Said): void {
    if (this.status === 'open') this.put(message)
  }

  hide(hidden: boolean): void {
    this.hidden = hidden
    this.say({ t: 'hidden', hidden })
    if (!hidden) this.hurry()
  }

  /** A move. It is sent again if the line breaks before it was answered. */
  act(action: number, reveal: number | null = null, reaction: number | null = null): number {
    this.seq = Math.max(this.seq + 1, this.world.wall())
    const act: Act = { t: 'act', seq: this.seq, action }
    if (reveal !== null) act.reveal = reveal
    if (reveal !== null && reaction !== null) act.reaction = Math.round(reaction * 10) / 10
    this.pending.push({ act, at: this.world.timers.now() })
    this.say(act)
    return act.seq
  }

  private put(message: Said): void {
    this.socket?.send(JSON.stringify(message))
  }

  private hear(told: Told): void {
    switch (told.t) {
      case 'pong':
        this.clock.pong(told.c, told.s)
        return
      case 'underway':
        this.world.flush(() => this.say({ t: 'answer', race: told.race }))
        return
      case 'welcome':
        this.clock.heard(told.now)
        this.last = told.number
        this.you = told.you
        this.attempts = 0
        this.turn('open', null)
        this.hooks.told(told)
        if (!this.greeted) this.greet(told.legal ?? [])
        return
      case 'token':
        this.keys = { ...this.keys, token: told.token }
        break
      case 'event':
        this.last = Math.max(this.last, told.n)
        this.settle(told)
        break
      case 'refused':
        this.pending = this.pending.filter((pending) => pending.act.seq !== told.seq)
        break
      case 'bye':
        if (told.again) this.lost()
        else this.close(told.says)
        return
    }
    this.hooks.told(told)
  }

  /** After a break: what was not answered, and can still be done, is said again. A race is over by then. */
  private greet(legal: number[]): void {
    this.greeted = true
    if (this.hidden) this.put({ t: 'hidden', hidden: true })
    const now = this.world.timers.now()
    this.pending = this.pending.filter(
      ({ act, at }) => now - at < STALE_MS && act.reveal === undefined && legal.includes(act.action),
    )
    for (const { act } of this.pending) this.put(act)
  }

  /** An event of our own answers the move that made it, and those before it. */
  private settle(event: Event): void {
    if (this.you === null || event.seat !== this.you) return
    const found = this.pending.findIndex(({ act }) => act.action === event.action)
    if (found >= 0) this.pending.splice(0, found + 1)
  }

  private listen(): void {
    this.cancelSilence?.()
    this.cancelSilence = this.world.timers.later(SILENCE_MS, () => this.lost())
  }

  private lost(): void {
    if (this.status === 'closed') return
    this.drop()
    this.turn('lost', null)
    const wait = WAITS[Math.min(this.attempts, WAITS.length - 1)]!
    this.attempts += 1
    this.cancelRetry = this.world.timers.later(wait, () => this.open())
  }

  private drop(): void {
    this.cancelRetry?.()
    this.cancelSilence?.()
    this.cancelRetry = this.cancelSilence = null
    this.clock.stop()
    const socket = this.socket
    this.socket = null
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null
      if (this.opened) socket.close()
      else socket.onopen = () => socket.close() // closed any sooner, browsers call it an error
    }
  }

  private turn(status: LineStatus, says: string | null): void {
    if (status === this.status && says === null) return
    this.status = status
    this.hooks.status(status, says)
  }
}
