/** A match's own clock: whole ms that stand still in a pause and otherwise run `pace` times as fast as real time. */

import type { Timers } from '../net/clock'

/** Calls back at an instant of the device's clock. Returns a function that cancels the call. */
export const callAt = (timers: Timers, at: number, call: () => void): (() => void) =>
  timers.later(Math.max(0, at - timers.now()), call)

/** Converts between real time (ms of the device's clock) and the time of one match. */
export class MatchClock {
  running = false
  private real = 0 // at this real instant ...
  private game: number // ... the match's clock showed this

  constructor(
    private timers: Timers,
    game: number,
    public pace: number,
  ) {
    this.game = game
  }

  /** The match's clock now. */
  now(): number {
    return this.gameOf(this.timers.now())
  }

  realOf(game: number): number {
    return this.real + (game - this.game) / this.pace
  }

  /** The match's time at a real instant; always the same while the clock is stopped. */
  gameOf(real: number): number {
    return this.running ? this.game + (real - this.real) * this.pace : this.game
  }

  /** From now on the clock continues from `game`. */
  set(game: number): void {
    this.game = game
    this.real = this.timers.now()
  }

  /** From now on it runs this many times as fast as real time. */
  runAt(pace: number): void {
    if (this.running) this.set(this.now())
    this.pace = pace
  }

  /** Lets it run, from where it stopped or from `earliest` if that is later. */
  start(earliest: number): void {
    this.set(Math.max(this.game, earliest))
    this.running = true
  }

  /** Stops it now, or at `earliest` if that is later. */
  stop(earliest: number): void {
    this.set(Math.max(this.now(), earliest))
    this.running = false
  }
}
