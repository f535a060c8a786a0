/** A moment of a log, as the seat that was about to act saw it. */

import type { Engine } from '../engine/engine'
import { Match } from '../engine/match'
import { BadLog, type Log } from '../local/log'
import { byTheRules } from '../local/replay'
import { playEntry } from '../review/steps'

export class Position {
  seat = 0
  private match: Match | null = null // reused, because the engine never frees memory

  constructor(readonly engine: Engine) {}

  /** Plays the log up to a moment. A BadLog says what is wrong with it. */
  show({ header, entries }: Log, entry: number): Match {
    const { title, version } = this.engine.description
    const next = entries[entry]
    if (!next || header.rules !== version) throw new BadLog(`This position does not belong to the rules of ${title}.`)
    if (this.match) this.match.restart(header)
    else this.match = new Match(this.engine, header)
    const { match } = this
    this.seat = next[1]
    byTheRules(() => {
      for (const each of entries.slice(0, entry)) playEntry(match, each)
      if (next[0] > match.clock) match.wait(next[0])
    })
    return match
  }

  /**
   * The seat has a choice that can be made with one move. Several cards that are laid aside one after the other are one
   * choice in several moves, and none of them is right or wrong by itself: then the other moves stay the same.
   */
  isChoice(best: number): boolean {
    const { match, seat } = this
    const legal = match!.legal(seat)
    if (legal.length < 2 || !legal.includes(best)) return false
    const before = match!.bytes().slice()
    match!.play(seat, best)
    const left = match!.legal(seat)
    match!.restore(before)
    return !(left.length > 0 && left.length < legal.length && left.every((move) => legal.includes(move)))
  }
}
