/** A WebSocket connection to a table that reconnects by itself. Free of Svelte; tests replace its environment. */

import { browserTimers, ServerClock, type Timers } from './clock'
import { VERSION, type Act, type Event, type Said, type Told } from './messages'

const RETRY_DELAYS_MS = [200, 500, 1000, 2000, 4000] // before each attempt to reconnect; the last one repeats
const SILENCE_MS = 7000 // without any message (pongs come every two seconds) the connection counts as lost
const STALE_MS = 10_000 // unanswered moves older than this are not sent again

export type ConnectionStatus = 'connecting' | 'open' | 'lost' | 'closed'

export interface Socket {
  send(data: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: (() => void) | null
}

export interface Credentials {
  token?: string | null // of a seat
  invite?: string | null
}

export interface ConnectionListener {
  message(message: Told): void
  /** `reason` is the server's sentence when it has closed the connection for good. */
  status(status: ConnectionStatus, reason: string | null): void
}

/** What a connection needs from the browser. */
export interface Environment {
  openSocket(url: string): Socket
  timers: Timers
  /** Calls back once all input that happened before has been handled. */
  afterInput(call: () => void): void
}

export const browserEnvironment: Environment = {
  openSocket: (url) => new WebSocket(url) as unknown as Socket,
  timers: browserTimers,
  // Browsers deliver input before timers that were set after it happened.
  afterInput: (call) => void setTimeout(call, 0),
}

interface PendingMove {
  act: Act
  at: number
}

export class Connection {
  status: ConnectionStatus = 'connecting'
  lastNumber = 0 // of the last event received
  readonly clock: ServerClock
  private socket: Socket | null = null
  private opened = false
  private attempts = 0
  private sequence = 0 // of the last move; the server tells a reloaded page where to continue
  private pending: PendingMove[] = []
  private cancelRetry: (() => void) | null = null
  private cancelSilence: (() => void) | null = null
  private welcomed = false
  private you: number | null = null
  private hidden = false

  constructor(
    readonly url: string,
    public credentials: Credentials,
    private listener: ConnectionListener,
    private environment: Environment = browserEnvironment,
  ) {
    this.clock = new ServerClock(environment.timers)
  }

  open(): void {
    this.dropSocket()
    this.setStatus('connecting', null)
    this.welcomed = false
    const socket = this.environment.openSocket(this.url)
    this.socket = socket
    this.opened = false
    this.restartSilenceTimer()
    socket.onopen = () => {
      this.opened = true
      const { token, invite } = this.credentials
      this.transmit({ t: 'hello', version: VERSION, token, invite, last: this.lastNumber })
      this.clock.reset()
      this.clock.start((c) => this.transmit({ t: 'ping', c }))
    }
    socket.onmessage = (event) => {
      this.restartSilenceTimer()
      this.receive(JSON.parse(event.data) as Told)
    }
    socket.onclose = () => {
      if (this.socket === socket) this.reconnectLater()
    }
  }

  /** Closes for good. */
  close(reason: string | null = null): void {
    this.dropSocket()
    this.setStatus('closed', reason)
  }

  /** Skips the delay, because the network is back or the page is visible again. */
  reconnectNow(): void {
    if (this.status === 'lost') this.open()
  }

  /** Sends a message that may be dropped while there is no connection. */
  send(message: Said): void {
    if (this.status === 'open') this.transmit(message)
  }

  /** Tells the server whether the page is hidden. */
  setHidden(hidden: boolean): void {
    this.hidden = hidden
    this.send({ t: 'hidden', hidden })
    if (!hidden) this.reconnectNow()
  }

  /** Sends a move, again if the connection breaks before it was answered; returns its sequence number. */
  act(action: number, reveal: number | null = null, reaction: number | null = null): number {
    this.sequence += 1
    const act: Act = { t: 'act', seq: this.sequence, action }
    if (reveal !== null) act.reveal = reveal
    if (reveal !== null && reaction !== null) act.reaction = Math.round(reaction * 10) / 10
    this.pending.push({ act, at: this.environment.timers.now() })
    this.send(act)
    return act.seq
  }

  private transmit(message: Said): void {
    this.socket?.send(JSON.stringify(message))
  }

  private receive(message: Told): void {
    switch (message.t) {
      case 'pong':
        this.clock.pong(message.c, message.s)
        return
      case 'underway':
        this.environment.afterInput(() => this.send({ t: 'answer', race: message.race }))
        return
      case 'welcome':
        this.clock.guess(message.now)
        this.lastNumber = message.number
        this.you = message.you
        this.sequence = Math.max(this.sequence, message.seq ?? 0)
        this.attempts = 0
        this.setStatus('open', null)
        this.listener.message(message)
        if (!this.welcomed) this.resend(message.legal ?? [])
        return
      case 'token':
        this.credentials = { ...this.credentials, token: message.token }
        break
      case 'event':
        this.lastNumber = Math.max(this.lastNumber, message.n)
        this.acknowledge(message)
        break
      case 'refused':
        this.pending = this.pending.filter((pending) => pending.act.seq !== message.seq)
        break
      case 'bye':
        if (message.again) this.reconnectLater()
        else this.close(message.says)
        return
    }
    this.listener.message(message)
  }

  /** After a reconnect: sends unanswered moves again if they are still legal. Races are over by then. */
  private resend(legal: number[]): void {
    this.welcomed = true
    if (this.hidden) this.transmit({ t: 'hidden', hidden: true })
    const now = this.environment.timers.now()
    this.pending = this.pending.filter(
      ({ act, at }) => now - at < STALE_MS && act.reveal === undefined && legal.includes(act.action),
    )
    for (const { act } of this.pending) this.transmit(act)
  }

  /** An event of our own answers the move that caused it, and all moves before that. */
  private acknowledge(event: Event): void {
    if (this.you === null || event.seat !== this.you) return
    const found = this.pending.findIndex(({ act }) => act.action === event.action)
    if (found >= 0) this.pending.splice(0, found + 1)
  }

  private restartSilenceTimer(): void {
    this.cancelSilence?.()
    this.cancelSilence = this.environment.timers.later(SILENCE_MS, () => this.reconnectLater())
  }

  private reconnectLater(): void {
    if (this.status === 'closed') return
    this.dropSocket()
    this.setStatus('lost', null)
    const delay = RETRY_DELAYS_MS[Math.min(this.attempts, RETRY_DELAYS_MS.length - 1)]!
    this.attempts += 1
    this.cancelRetry = this.environment.timers.later(delay, () => this.open())
  }

  private dropSocket(): void {
    this.cancelRetry?.()
    this.cancelSilence?.()
    this.cancelRetry = this.cancelSilence = null
    this.clock.stop()
    const socket = this.socket
    this.socket = null
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null
      if (this.opened) socket.close()
      else socket.onopen = () => socket.close() // browsers report an error if it is closed any sooner
    }
  }

  private setStatus(status: ConnectionStatus, reason: string | null): void {
    if (status === this.status && reason === null) return
    this.status = status
    this.listener.status(status, reason)
  }
}
