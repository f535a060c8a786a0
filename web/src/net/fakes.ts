/** A clock, frames, a socket and a world to test with. Time stands still until `pass` is called. */

import type { LineWorld, Socket } from './line'
import type { Said, Told } from './messages'
import type { Frames } from './press'

interface Alarm {
  at: number
  call: (time: number) => void
}

export class FakeTime implements Frames {
  time = 1000
  frameMs = 16
  painting = true
  private alarms = new Set<Alarm>()
  private nextFrame: ((time: number) => void)[] = []

  now = (): number => this.time

  later = (ms: number, call: () => void): (() => void) => {
    const alarm = { at: this.time + ms, call }
    this.alarms.add(alarm)
    return () => void this.alarms.delete(alarm)
  }

  frame = (call: (time: number) => void): (() => void) => {
    this.nextFrame.push(call)
    return () => void (this.nextFrame = this.nextFrame.filter((other) => other !== call))
  }

  /** Lets time go by, in steps of 1 ms; a frame comes at every multiple of `frameMs`. */
  pass(ms: number): void {
    for (const end = this.time + ms; this.time < end;) {
      this.time += 1
      for (const alarm of [...this.alarms].sort((a, b) => a.at - b.at)) {
        if (alarm.at <= this.time && this.alarms.delete(alarm)) alarm.call(this.time)
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

  tell(message: Told): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  /** What was said, apart from pings. */
  get said(): Said[] {
    return this.sent.filter((message) => message.t !== 'ping')
  }
}

export class FakeWorld implements LineWorld {
  sockets: FakeSocket[] = []
  timers = new FakeTime()
  private flushes: (() => void)[] = []

  open = (): Socket => {
    const socket = new FakeSocket()
    this.sockets.push(socket)
    return socket
  }

  flush = (then: () => void): void => void this.flushes.push(then)

  wall = (): number => 1_700_000_000_000

  /** All input that had happened has been handled. */
  flushed(): void {
    for (const then of this.flushes.splice(0)) then()
  }

  get socket(): FakeSocket {
    return this.sockets[this.sockets.length - 1]!
  }
}
