/**
 * Players who have nothing more to do until a timer runs out: when all of them say so, time passes quickly. No rule changes.
 * As src/parlour/live/done.py.
 */

import { BadRequest } from './game'
import type { LocalTable } from './table'

export class Done {
  private done = new Set<number>()
  private phase: unknown = null

  constructor(private table: LocalTable) {}

  /** The seats that are done; null: it makes no difference now. */
  get seats(): number[] | null {
    const { kept, play } = this.table
    return kept.status === 'playing' && play?.phase != null ? [...this.done].sort() : null
  }

  add(seat: number): void {
    if (this.seats === null) throw new BadRequest('there is no timer to wait for now')
    this.phase = this.table.play!.phase
    this.done.add(seat)
    this.check()
    this.table.announce()
  }

  /** A player acts, and so is not done. */
  acts(seat: number): void {
    if (!this.done.delete(seat)) return
    this.check()
    this.table.announce()
  }

  /** The match has changed: in another phase there is something to do again. */
  afterEvent(): void {
    if (!this.done.size || this.table.play?.phase === this.phase) return
    this.reset()
    this.table.announce()
  }

  reset(): void {
    this.done.clear()
    this.check()
  }

  private check(): void {
    const people = this.table.people()
    this.table.play?.hurry(this.done.size > 0 && people.every((seat) => this.done.has(seat)))
  }
}
