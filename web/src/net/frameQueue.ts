/**
 * Shows events in order, each in the first frame at or after its instant, and measures reaction times.
 *
 * This is the page's half of the fair bell. A press is measured from the frame in which a card was painted that everybody
 * sees at the same instant. Where there is no such card (Confetti), everybody sees an event as soon as it arrives, and a
 * press is measured from the instant of the event on the server's clock, as far as we know it: a slow connection must not
 * date presses back by its own delay.
 *
 * Free of Svelte; times are in ms of our own clock.
 */

import { browserTimers, type Timers } from './clock'

const NO_FRAME_MS = 250 // a page that paints no frames (hidden, asleep) must not fall behind forever
const REMEMBERED = 4 // painted events that a press may still answer

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

export interface Reaction {
  reveal: number | null // the event that was on the screen
  reaction: number | null // ms from its first frame to the press, or from its instant
}

interface QueuedEvent {
  n: number | null // null: nothing that a press could answer
  at: number
  reveal: boolean
  show: () => void
}

interface PaintedEvent {
  n: number
  at: number | null // null: no frame was painted in time, so no reaction can be claimed
  since: number // start of the reaction time
}

export class FrameQueue {
  private queue: QueuedEvent[] = []
  private cancelFrame: (() => void) | null = null
  private cancelFallback: (() => void) | null = null
  private reveals: PaintedEvent[] = [] // the last cards on the screen that were turned up for everybody, oldest first
  private others: PaintedEvent[] = [] // the last other events

  constructor(private frames: Frames = browserFrames) {}

  /** Shows event `n` at `at`; at once if it is due and nothing before it is waiting. */
  push(n: number, at: number, reveal: boolean, show: () => void): void {
    const event = { n, at, reveal, show }
    if (!reveal && this.queue.length === 0 && at <= this.frames.now()) {
      show()
      this.frames.frame(() => this.notePainted([event], true)) // shown between frames: painted one frame later
      return
    }
    this.queue.push(event)
    this.schedule()
  }

  /** Shows something together with the event that was pushed last. */
  follow(show: () => void): void {
    if (this.queue.length === 0) show()
    else this.queue.push({ n: null, at: -Infinity, reveal: false, show })
  }

  /** What a press at `time` (the input event's timeStamp) reacts to: the last card painted by then. */
  press(time: number): Reaction {
    const painted = this.reveals.length ? this.reveals : this.others
    const answered = painted.findLast(({ at }) => at === null || at <= time)
    if (!answered) return { reveal: null, reaction: null }
    return { reveal: answered.n, reaction: answered.at === null ? null : time - answered.since }
  }

  /** Drops everything that waits: the welcome after a reconnect contains it. */
  clear(): void {
    this.unschedule()
    this.queue = []
    this.others = []
    this.reveals = []
  }

  private schedule(): void {
    if (this.cancelFrame || this.queue.length === 0) return
    this.cancelFrame = this.frames.frame((time) => {
      this.cancelFrame = null
      this.showDue(time, true)
      this.schedule()
    })
    this.cancelFallback ??= this.frames.later(this.untilNext() + NO_FRAME_MS, () => {
      this.cancelFallback = null
      this.showDue(this.frames.now(), false)
      this.schedule()
    })
  }

  private untilNext(): number {
    return Math.max(0, this.queue[0]!.at - this.frames.now())
  }

  private unschedule(): void {
    this.cancelFrame?.()
    this.cancelFallback?.()
    this.cancelFrame = this.cancelFallback = null
  }

  private showDue(time: number, inFrame: boolean): void {
    const due: QueuedEvent[] = []
    while (this.queue.length && this.queue[0]!.at <= time) due.push(this.queue.shift()!)
    if (due.length === 0) return
    this.unschedule()
    for (const { show } of due) show()
    this.notePainted(due, inFrame)
  }

  /** A change made in one frame is on the screen when the next one begins. */
  private notePainted(events: QueuedEvent[], inFrame: boolean): void {
    const note = (at: number | null) => {
      for (const { n, at: instant, reveal } of events) {
        if (n === null) continue
        if (reveal) remember(this.reveals, { n, at, since: at ?? instant })
        else remember(this.others, { n, at, since: instant })
      }
    }
    if (inFrame) this.frames.frame(note)
    else note(null)
  }
}

function remember(list: PaintedEvent[], painted: PaintedEvent): void {
  list.push(painted)
  if (list.length > REMEMBERED) list.shift()
}
