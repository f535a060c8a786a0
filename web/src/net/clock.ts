/** An estimate of the server's clock. Free of Svelte; times are in ms. */

const BURST = 8 // pings on joining
const BURST_MS = 80
const STEADY_MS = 2000
const KEPT = 30 // samples: a minute of them

export interface Timers {
  now(): number
  later(ms: number, call: () => void): () => void // returns a function that cancels the call
}

export const browserTimers: Timers = {
  now: () => performance.now(),
  later(ms, call) {
    const id = setTimeout(call, ms)
    return () => clearTimeout(id)
  },
}

interface Sample {
  offset: number // the server's clock minus ours
  rtt: number
}

export function median(values: number[]): number {
  const ordered = [...values].sort((a, b) => a - b)
  const middle = ordered.length >> 1
  return ordered.length % 2 ? ordered[middle]! : (ordered[middle - 1]! + ordered[middle]!) / 2
}

export class ServerClock {
  private samples: Sample[] = []
  private guessed = 0
  private sent = 0
  private cancel: (() => void) | null = null

  constructor(private timers: Timers = browserTimers) {}

  /** Pings the server regularly, quickly at first. `send` sends one ping that carries our clock. */
  start(send: (c: number) => void): void {
    this.stop()
    this.sent = 0
    const ping = () => {
      this.sent += 1
      send(this.timers.now())
      this.cancel = this.timers.later(this.sent < BURST ? BURST_MS : STEADY_MS, ping)
    }
    ping()
  }

  stop(): void {
    this.cancel?.()
    this.cancel = null
  }

  /** A first guess from a message whose travel time is unknown; any pong is better. */
  guess(server: number): void {
    if (this.samples.length === 0) this.guessed = server - this.timers.now()
  }

  /** The answer to a ping: `c` is our clock when it left, `s` the server's clock when it was answered. */
  pong(c: number, s: number): void {
    const now = this.timers.now()
    this.samples.push({ offset: s - (c + now) / 2, rtt: now - c })
    if (this.samples.length > KEPT) this.samples.shift()
  }

  /** A new connection may take another route, so old samples no longer count; their offset remains the first guess. */
  reset(): void {
    this.guessed = this.offset
    this.samples = []
  }

  get known(): boolean {
    return this.samples.length > 0
  }

  get rtt(): number | null {
    return this.known ? median(this.samples.map((sample) => sample.rtt)) : null
  }

  /** Samples that took more than twice the usual time were delayed one way, so their offset is wrong. */
  get offset(): number {
    if (!this.known) return this.guessed
    const most = 2 * median(this.samples.map((sample) => sample.rtt))
    return median(this.samples.filter((sample) => sample.rtt <= most).map((sample) => sample.offset))
  }

  /** The server's clock now. */
  now(): number {
    return this.timers.now() + this.offset
  }

  /** A time of the server's clock, on our clock. */
  toLocal(server: number): number {
    return server - this.offset
  }
}
