/**
 * What a lesson may do with its table: stop the clock while the learner reads or has something to do, let it run again at
 * once, let a timer run out now or a bot play for the learner, and go back to an earlier moment.
 */

import { randomSeed } from './random'
import type { LocalTable } from './table'

/** A moment of a match to which a lesson can go back. */
export interface Moment {
  bytes: Uint8Array
  entries: number // actions so far
}

export class Teacher {
  private reading = false
  private heldAt: number | null = null // when the clock was stopped
  private played: number | null = null // the learner's seat, while a bot plays there

  constructor(private table: LocalTable) {}

  /** Stops the clock. While the learner is reading, no move is accepted; otherwise their next move lets it run again. */
  hold(reading: boolean): void {
    this.reading = reading
    this.giveBack()
    const { table } = this
    if (table.kept.status !== 'playing' || !table.play || table.match?.over) return
    table.pausing.pause()
    this.heldAt = table.services.timers.now()
  }

  /** Lets the clock run. To the learner no time has passed since it was stopped. */
  go(): void {
    this.reading = false
    if (this.table.kept.status !== 'paused') return
    this.table.play?.forgetTime(this.held())
    this.heldAt = null
    this.table.kept.status = 'playing'
    this.changed()
    this.table.wakeUp()
  }

  private changed(): void {
    this.table.kept.number += 1
    this.table.announce()
  }

  private held(): number {
    return this.heldAt === null ? 0 : this.table.services.timers.now() - this.heldAt
  }

  /** The learner moves, `reaction` ms after the last card. Returns that without the time that the clock was stopped; null
   * if this is not the time for a move. */
  moves(reaction: number | null): { reaction: number | null } | null {
    if (this.reading) return null
    const held = this.held()
    this.go()
    return { reaction: reaction === null ? null : Math.max(0, reaction - held) }
  }

  /** Where only time is needed, lets the timer run out now; otherwise a bot plays for the learner, and everybody quickly.
   * Ends when the clock is stopped. */
  skipAhead(): void {
    const { match, play } = this.table
    if (!match || match.over || !play) return
    if (play.phase !== null) play.passTime()
    else if (this.played === null) {
      this.go()
      this.played = this.table.people()[0]!
      play.seatBot(this.played, this.table.kept.setup.level, randomSeed())
      play.hurry(true)
      this.changed()
    }
  }

  private giveBack(): void {
    if (this.played === null) return
    this.table.play?.unseatBot(this.played)
    this.table.play?.hurry(false)
    this.played = null
  }

  mark(): Moment {
    return { bytes: this.table.match!.bytes().slice(), entries: this.table.kept.entries.length }
  }

  /** Shows an earlier moment, with the clock stopped. */
  back({ bytes, entries }: Moment): void {
    const { table } = this
    const { match, kept } = table
    if (!match) return
    this.giveBack()
    table.play?.halt()
    table.pausing.cancel()
    match.restore(bytes)
    kept.entries.length = entries
    kept.clock = match.clock
    kept.status = 'paused'
    this.heldAt = table.services.timers.now()
    table.show(match)
    table.preparePlay()
    this.changed()
    for (const listener of table.broadcast.listeners) table.welcome(listener, kept.number)
  }
}
