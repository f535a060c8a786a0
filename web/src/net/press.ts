/**
 * The client's half of the fair bell. What happens is shown in the first frame at or after its instant, in order. A
 * press is measured from the frame in which a card was painted that all see at the same instant. Where there is no such
 * card (Confetti), what happens is seen by each as soon as it comes, and a press is measured from the instant at which
 * it happened, on the server's clock as we know it: a slow line must not date presses back by its own delay.
 * Framework-free; times are in ms of our own clock.
 */

import { browserTimers, type Timers } from './clock'

const FRAME_PATIENCE_MS = 250 // a page that paints no frames (hidden, asleep) must not lag behind for ever
const REMEMBERED = 4 // events that a press may still have answered to

export interface Frames extends Timers {
  frame(call: (time: number) => void): () => void
}

export const browserFrames: Frames = {
  ...browserTimers,
  frame(call) {
    const id = requestAnimationFrame(call)
    return () => cancelAnimationFrame(id)
  },
}

export interface Pressed {
  reveal: number | null // the event that was on the screen
  reaction: number | null // from its first frame to the press, or from its instant
}

interface Waiting {
  n: number | null // null: nothing that a press could answer to
  at: number
  reveal: boolean
  show: () => void
}

interface Painted {
  n: number
  at: number | null // null: no frame was painted in time, so nothing can be claimed
  since: number // what a reaction is measured from
}

export class Stage {
  private waiting: Waiting[] = []
  private cancelFrame: (() => void) | null = null
  private cancelPatience: (() => void) | null = null
  private revealed: Painted[] = [] // the last cards on the screen that were turned up for all, the latest last
  private shown: Painted[] = [] // the last other events

  constructor(private frames: Frames = browserFrames) {}

  /** Event `n` is to be seen at `at`. What is due, with nothing before it still waiting, is shown at once. */
  push(n: number, at: number, reveal: boolean, show: () => void): void {
    const event = { n, at, reveal, show }
    if (!reveal && this.waiting.length === 0 && at <= this.frames.now()) {
      show()
      this.frames.frame(() => this.paint([event], true)) // between frames: one more until it is on the screen
      return
    }
    this.waiting.push(event)
    this.plan()
  }

  /** Something that follows from what was pushed before: shown when that is. */
  follow(show: () => void): void {
    if (this.waiting.length === 0) show()
    else this.waiting.push({ n: null, at: -Infinity, reveal: false, show })
  }

  /** A press: `time` is the input event's own timeStamp. It answers to the last card that was painted by then. */
  press(time: number): Pressed {
    const seen = this.revealed.length ? this.revealed : this.shown
    const painted = seen.findLast(({ at }) => at === null || at <= time)
    if (!painted) return { reveal: null, reaction: null }
    return { reveal: painted.n, reaction: painted.at === null ? null : time - painted.since }
  }

  /** A line begins anew and brings everything with it: what was waiting is in there. */
  clear(): void {
    this.unplan()
    this.waiting = []
    this.shown = []
    this.revealed = []
  }

  private plan(): void {
    if (this.cancelFrame || this.waiting.length === 0) return
    this.cancelFrame = this.frames.frame((time) => {
      this.cancelFrame = null
      this.showDue(time, true)
      this.plan()
    })
    this.cancelPatience ??= this.frames.later(this.longestWait() + FRAME_PATIENCE_MS, () => {
      this.cancelPatience = null
      this.showDue(this.frames.now(), false)
      this.plan()
    })
  }

  private longestWait(): number {
    return Math.max(0, this.waiting[0]!.at - this.frames.now())
  }

  private unplan(): void {
    this.cancelFrame?.()
    this.cancelPatience?.()
    this.cancelFrame = this.cancelPatience = null
  }

  private showDue(time: number, framed: boolean): void {
    const due: Waiting[] = []
    while (this.waiting.length && this.waiting[0]!.at <= time) due.push(this.waiting.shift()!)
    if (due.length === 0) return
    this.unplan()
    for (const { show } of due) show()
    this.paint(due, framed)
  }

  /** What was changed in one frame is on the screen when the next one begins. */
  private paint(due: Waiting[], framed: boolean): void {
    const note = (at: number | null) => {
      for (const { n, at: instant, reveal } of due) {
        if (n === null) continue
        if (reveal) keep(this.revealed, { n, at, since: at ?? instant })
        else keep(this.shown, { n, at, since: instant })
      }
    }
    if (framed) this.frames.frame(note)
    else note(null)
  }
}

function keep(list: Painted[], painted: Painted): void {
  list.push(painted)
  if (list.length > REMEMBERED) list.shift()
}
