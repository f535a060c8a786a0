/** Pauses of a match, and the three seconds before it goes on. */

import { callAt } from './clock'
import { BadRequest } from './game'
import type { LocalTable } from './table'

const RESUME_MS = 3000 // three, two, one

export class Pausing {
  resumesAt: number | null = null
  private stopWaiting: (() => void) | null = null

  constructor(private table: LocalTable) {}

  pause(): void {
    const { kept, play, match, done } = this.table
    if (kept.status !== 'playing' || !play) throw new BadRequest('there is nothing to pause')
    play.stop()
    if (match?.over) return // an open race was judged first, and it ended the match
    this.cancel()
    done.reset()
    kept.status = 'paused'
    kept.number += 1
    this.table.announce()
  }

  /** Continues after three, two, one. */
  resume(): void {
    if (this.table.kept.status !== 'paused') throw new BadRequest('the match is not paused')
    this.table.kept.status = 'playing'
    this.countDown()
    this.table.kept.number += 1
    this.table.announce()
  }

  /** The clock runs in three seconds. */
  countDown(): void {
    const { timers, pace } = this.table.services
    this.resumesAt = timers.now() + RESUME_MS / pace
    this.stopWaiting = callAt(timers, this.resumesAt, () => {
      this.cancel()
      this.table.announce()
      this.table.wakeUp()
    })
  }

  cancel(): void {
    this.stopWaiting?.()
    this.stopWaiting = this.resumesAt = null
  }
}
