/** A clock, frames, a socket and an environment for tests. Time passes only when `pass` is called. */

import type { Environment, Socket } from './connection'
import type { Frames } from './frameQueue'
import type { Said, Told } from './messages'

interface Timer {
  at: number
  call: (time: number) => void
}

export class FakeTime implements Frames {
  time = 1000
  frameMs = 16
  painting = true
  private pending = new Set<Timer>()
  private nextFrame: ((time: number) => void)[] = []

  now = (): number => this.time

  later = (ms: number, call: () => void): (() => void) => {
    const timer = { at: this.time + ms, call }
    this.pending.add(timer)
    return () => void this.pending.delete(timer)
  }

  frame = (call: (time: number) => void): (() => void) => {
    this.nextFrame.push(call)
    return () => void (this.nextFrame = this.nextFrame.filter((other) => other !== call))
  }

  /** Lets time pass in steps of 1 ms, with a frame at every multiple of `frameMs`. */
  pass(ms: number): void {
    for (const end = this.time + ms; this.time < end;) {
      this.time += 1
      for (const timer of [...this.pending].sort((a, b) => a.at - b.at)) {
        if (timer.at <= this.time && this.pending.delete(timer)) timer.call(this.time)
      }
      if (this.painting && this.time % this.frameMs === 0) {
        const due = this.nextFrame
        this.nextFrame = []
        for (const call of due) call(this.time)
      }
    }
  }
}

export class FakeSocket implements Socket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  sent: Said[] = []
  closed = false

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Said)
  }

  close(): void {
    this.closed = true
  }

  /** The server sends a message. */
  deliver(message: Told): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  /** What the page has sent, apart from pings. */
  get sentWithoutPings(): Said[] {
    return this.sent.filter((message) => message.t !== 'ping')
  }
}

export class FakeEnvironment implements Environment {
  sockets: FakeSocket[] = []
  timers = new FakeTime()
  private waiting: (() => void)[] = []

  openSocket = (): Socket => {
    const socket = new FakeSocket()
    this.sockets.push(socket)
    return socket
  }

  afterInput = (call: () => void): void => void this.waiting.push(call)

  /** All input so far has been handled. */
  handleInput(): void {
    for (const call of this.waiting.splice(0)) call()
  }

  /** The socket that was opened last. */
  get socket(): FakeSocket {
    return this.sockets[this.sockets.length - 1]!
  }
}
