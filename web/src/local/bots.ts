/** The bots at a local match: what each of them is about to do, and when. As src/parlour/live/live_bots.py. */

import { Schedule, type Decision } from '../engine/bots'
import type { Match } from '../engine/match'
import type { BotHost } from './botHost'

export type Tempo = 'calm' | 'normal' | 'fast'

/**
 * How many times faster than a person of their level bots play. Only in turn-based games, where nothing depends on it but
 * the time that people wait: in a race, bots with faster or slower hands would be other opponents.
 */
const TEMPOS: Record<Tempo, number> = { calm: 1, normal: 2, fast: 4 }
const QUICKEST_MS = 400 // a pause is not shortened beyond this, so that everybody can follow

/** A bot's pause in ms at this tempo. */
export const hurried = (pause: number, tempo: Tempo): number =>
  Math.round(Math.max(pause / TEMPOS[tempo], Math.min(pause, QUICKEST_MS)))

/** A bot in a seat. Each time a bot sits down it gets a new id, even at the same level. */
interface Seated {
  seat: number
  id: number
}

export interface Pending {
  seat: number
  action: number
  at: number // on the match's clock
}

/** Asks each bot for its next action and keeps the answer until it acts or something changes. */
export class LocalBots {
  private bots = new Map<number, Seated>()
  private pending = new Map<number, Decision>()
  private thinking = new Map<Seated, boolean>() // true if the answer is still wanted
  private schedule: Schedule
  private ids = 0
  tempo: Tempo = 'calm'

  /** `answered` is called when a bot that thinks in a worker has answered. */
  constructor(
    private match: Match,
    private host: BotHost,
    private answered: () => void,
  ) {
    this.schedule = new Schedule(match.engine, match.seed)
  }

  has(seat: number): boolean {
    return this.bots.has(seat)
  }

  seat(seat: number, level: string, seed: bigint): void {
    this.forget(seat)
    this.bots.set(seat, { seat, id: (this.ids += 1) })
    this.host.seat(seat, level, seed)
  }

  unseat(seat: number): void {
    this.forget(seat)
    this.bots.delete(seat)
  }

  /** Asks every bot that has no pending action and could do something. */
  ask(): void {
    const { realTime } = this.match.engine.description
    const { clock } = this.match
    for (const bot of this.bots.values()) {
      if (this.pending.has(bot.seat) || this.thinking.has(bot)) continue
      const moves = this.match.legal(bot.seat)
      if (!moves.length && !realTime) continue
      const answer = this.host.think(bot.seat, this.match.seenBytes(bot.seat), moves)
      if (answer instanceof Promise) {
        this.thinking.set(bot, true)
        void answer.then((decision) => this.thought(bot, clock, decision))
      } else {
        this.pending.set(bot.seat, this.inTempo(clock, answer))
      }
    }
  }

  /** What a bot has decided to do when the match's clock showed `clock`. */
  private inTempo(clock: number, { action, at }: Decision): Decision {
    const { realTime } = this.match.engine.description
    return { action, at: realTime ? at : clock + hurried(at - clock, this.tempo) }
  }

  /** An answer has come. If it is no longer wanted, the bot is asked again, but never twice at once. */
  private thought(bot: Seated, clock: number, decision: Decision | null): void {
    const wanted = this.thinking.get(bot) === true && this.bots.get(bot.seat) === bot
    this.thinking.delete(bot)
    if (decision === null) return // the bots were sent away
    const { action } = decision
    const { realTime } = this.match.engine.description
    if (wanted && (realTime || action === null || this.match.legal(bot.seat).includes(action)))
      this.pending.set(bot.seat, this.inTempo(clock, decision))
    this.answered()
  }

  /** The bot that acts first among those for which `wanted` is true; ties are broken at random. */
  earliest(wanted: (seat: number, action: number) => boolean = () => true): Pending | null {
    const times = new Map<number, number>()
    for (const [seat, { action, at }] of this.pending) if (action !== null && wanted(seat, action)) times.set(seat, at)
    const seat = this.schedule.earliest(times)
    return seat === null ? null : { seat, action: this.pending.get(seat)!.action!, at: times.get(seat)! }
  }

  /** The pending action is no longer legal: the bot does nothing until something changes. */
  overtaken(seat: number, at: number): void {
    this.pending.set(seat, { action: null, at })
  }

  /** Pending actions no longer hold: that of one seat, or (null, and in real-time games) all. */
  forget(seat: number | null): void {
    if (seat === null || this.match.engine.description.realTime) {
      this.pending.clear()
      for (const bot of this.thinking.keys()) this.thinking.set(bot, false)
    } else {
      this.pending.delete(seat)
      const bot = this.bots.get(seat)
      if (bot && this.thinking.has(bot)) this.thinking.set(bot, false)
    }
  }

  /** A seat has acted: in a real-time game all bots look again, else those whose action became illegal. */
  acted(seat: number): void {
    this.forget(seat)
    for (const [other, { action }] of [...this.pending])
      if (action !== null && !this.match.legal(other).includes(action)) this.forget(other)
  }
}
