/** Bots in some or all seats of a match: which one acts next, and when (src/parlour/bots/seated.py). */

import { Bot, Schedule } from './bots'
import type { Match } from './match'

export interface Move {
  at: number
  seat: number
  action: number
}

export interface Player {
  level: string
  playouts?: number | undefined
}

/** Whoever plays the match calls `next` for the next move, and `changed` after everything that happens. */
export class SeatedBots {
  readonly match: Match
  readonly bots: Map<number, Bot>
  private readonly schedule: Schedule
  private readonly decisions = new Map<number, Move | null>() // of the bots that need not decide again

  constructor(match: Match, players: ReadonlyMap<number, Player>, seed: bigint) {
    this.match = match
    this.bots = new Map(
      [...players].map(([seat, { level, playouts }]) => [seat, new Bot(match.engine, level, seat, seed, playouts)]),
    )
    this.schedule = new Schedule(match.engine, seed)
  }

  /** A new match has been dealt. */
  sitDown(seed: bigint): void {
    for (const bot of this.bots.values()) bot.sitDown(seed)
    this.schedule.restart(seed)
    this.decisions.clear()
  }

  /** The earliest move that a bot has decided on; something due earlier may happen first. */
  next(): Move | null {
    const { match, decisions } = this
    if (match.over) return null
    for (const [seat, bot] of this.bots) {
      if (decisions.has(seat)) continue
      const moves = match.legal(seat)
      if (moves.length === 0 && !match.engine.description.realTime) continue // in a turn-based game it is not asked
      const { action, at } = bot.think(match.seenNow(seat), moves)
      decisions.set(seat, action === null ? null : { at, seat, action })
    }
    const times = new Map<number, number>()
    for (const [seat, move] of decisions) if (move) times.set(seat, move.at)
    const chosen = this.schedule.earliest(times)
    if (chosen === null) return null
    const move = decisions.get(chosen)!
    return { ...move, at: Math.max(move.at, match.clock) }
  }

  /** A seat has acted, or (null) a timer has fired. */
  changed(seat: number | null): void {
    if (seat === null || this.match.engine.description.realTime) this.decisions.clear()
    else this.decisions.delete(seat)
  }

  /** True if a random player in a real-time game has missed its moment: it knows of no deadlines. */
  private tooLate({ seat, action, at }: Move): boolean {
    const random = this.bots.get(seat)!.level === 'random'
    return random && this.match.engine.description.realTime && this.match.whyNot(seat, action, at) !== null
  }

  /** Play with bots in all seats, to the end or until they have made this many moves. Returns the moves. */
  playOut(most = Infinity): Move[] {
    const { match } = this
    const made: Move[] = []
    while (!match.over && made.length < most) {
      const move = this.next()
      const { due } = match
      if (move && (due === null || move.at < due)) {
        if (this.tooLate(move)) {
          match.wait(move.at)
          this.decisions.delete(move.seat)
          continue
        }
        match.play(move.seat, move.action, move.at)
        this.changed(move.seat)
        made.push(move)
      } else {
        match.wait()
        this.changed(null)
      }
    }
    return made
  }
}
