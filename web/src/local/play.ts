/**
 * A match played in real time on this device: its clock and timers, people's actions, and bots. It does what
 * src/parlour/live/play.py does on a server; because there is no network, nothing has to be decided ahead of its instant
 * or held for slower connections.
 */

import { SPECTATOR } from '../engine/engine'
import { Refusal, type Match } from '../engine/match'
import type { Timers } from '../net/clock'
import type { BotHost } from './botHost'
import { LocalBots, type Pending, type Tempo } from './bots'
import { callAt, MatchClock } from './clock'
import { isRaced, refusalOf, waitingRule, type GameParts, type MatchEvent } from './game'
import { Bell, HeldPresses, Reveals, type Press, type Refuse } from './races'
import { noteOf, Stamps } from './stamps'

const HURRY = 20 // how many times faster time passes when nobody has anything more to do
const TOO_SOON_MS = 400 // a press that is early by no more than this waits for its moment
const SLEPT_MS = 3000 // a timer that is later than this was stopped with the whole device

interface Step {
  at: number // the real instant to do it
  do: () => void
}

/** What a match being played needs from its table. */
export interface Playing {
  timers: Timers
  bots: BotHost
  pace: number
  tell(event: MatchEvent): void
  people(): number[] // the seats of people who are connected and can see the table
  ask(race: number, seats: number[]): void // asks whether a ring is under way
}

export class LocalPlay {
  readonly time: MatchClock
  private timers: Timers
  private stamps = new Stamps()
  private reveals: Reveals
  private bots: LocalBots
  private held = new HeldPresses()
  private bell: Bell | null = null
  private leavers: [seat: number, action: number][] = [] // got up during a race
  private step: Step | null = null
  private cancel: (() => void) | null = null

  constructor(
    readonly match: Match,
    private parts: GameParts,
    private table: Playing,
  ) {
    const { timers, tell, people, ask } = table
    const { description } = match.engine
    this.timers = timers
    this.time = new MatchClock(timers, match.clock, table.pace)
    this.reveals = new Reveals(match, parts)
    this.bots = new LocalBots(match, table.bots, () => this.plan())
    if (description.oneVerdict && description.races) {
      const { time, stamps, reveals } = this
      this.bell = new Bell({ match, parts, time, timers, stamps, reveals, people, ask, tell })
    }
  }

  // Starting and stopping

  get running(): boolean {
    return this.time.running
  }

  /** Lets the clock run (again). */
  go(): void {
    if (this.running) return
    this.time.start(this.match.clock)
    this.plan()
  }

  /** Before `go`: the time since the clock was stopped counts for nobody's reaction. */
  forgetTime(ms: number): void {
    this.stamps.postpone(ms)
  }

  /** Stops the clock. An open race is decided by what is known now. */
  stop(): void {
    if (!this.running) return
    if (this.bell?.open) this.closeRace(this.bell)
    this.held.refuseAll(
      ({ action }) =>
        new Refusal(
          waitingRule(this.match.engine.description, action),
          'the match was stopped before that could be done',
        ),
    )
    this.time.stop(this.match.clock)
    this.halt()
  }

  /** Stops the clock at once and decides nothing more. */
  halt(): void {
    this.time.running = false
    this.bell?.abandon()
    this.unplan()
  }

  // Skipping time

  /** The phase of the match, if time alone ends it: everybody acts at once, until a timer runs out. */
  get phase(): unknown {
    const timed = this.match.engine.description.races && !this.bell && this.match.due !== null
    return timed
      ? (this.parts.views.view(this.match.seenRecord(SPECTATOR), SPECTATOR) as { phase?: unknown }).phase
      : null
  }

  /** Lets time pass quickly, or as usual again. It is the same time for bots: they do all that they would do. */
  hurry(hurry: boolean): void {
    const pace = this.table.pace * (hurry ? HURRY : 1)
    if (pace === this.time.pace) return
    this.catchUp(this.timers.now())
    this.time.runAt(pace)
    this.plan()
  }

  // Bots

  /** How fast bots play from their next decision on. */
  set tempo(tempo: Tempo) {
    this.bots.tempo = tempo
  }

  seatBot(seat: number, level: string, seed: bigint): void {
    this.bots.seat(seat, level, seed)
    this.plan()
  }

  unseatBot(seat: number): void {
    if (!this.bots.has(seat)) return
    this.bots.unseat(seat)
    this.plan()
  }

  // People's actions

  /**
   * A person acts. Throws a Refusal if that is not allowed. The action may have to wait for its moment; if it turns out
   * to be illegal then, `refuse` is called.
   */
  press(seat: number, action: number, reveal: number | null, claimed: number | null, refuse: Refuse | null): void {
    try {
      const now = this.timers.now()
      this.catchUp(now)
      const { description } = this.match.engine
      if (this.bell && isRaced(description, action)) {
        this.bell.press(seat, now, reveal, claimed, refuse)
      } else if (this.bell?.open) {
        throw this.match.whyNot(seat, action) ?? this.waitForVerdict(action) // until the verdict, only rings count
      } else {
        const stamp = isRaced(description, action) ? this.stamps.settle(now, reveal, claimed) : null
        const note = stamp && noteOf(stamp, reveal)
        this.act({ seat, action, settled: stamp?.at ?? now, note, refuse, tooSoon: false })
      }
    } finally {
      this.plan()
    }
  }

  /** A player leaves by the game's own rule: at once, or when the open race has been judged. */
  leave(seat: number, action: number): void {
    this.catchUp(this.timers.now())
    this.disconnected(seat)
    this.leavers.push([seat, action])
    if (!this.bell?.open) this.letLeave()
    this.plan()
  }

  private letLeave(): void {
    for (const [seat, action] of this.leavers.splice(0))
      if (!this.match.whyNot(seat, action))
        this.act({ seat, action, settled: this.timers.now(), note: null, refuse: null, tooSoon: false })
  }

  private waitForVerdict(action: number): Refusal {
    const rule = waitingRule(this.match.engine.description, action)
    return new Refusal(rule, 'the bell has been rung: wait for the verdict')
  }

  /** Plays an action at its instant, or as soon afterwards as the rules allow. */
  private act(press: Press): void {
    const { seat, action } = press
    const at = Math.max(Math.round(this.time.gameOf(press.settled)), this.match.clock)
    const refusal = this.match.whyNot(seat, action, at)
    if (!refusal) {
      const refusals = this.bellRefusals()
      const ms = this.match.play(seat, action, at)
      this.bots.acted(seat)
      this.report({ ms, seat, action, note: press.note }, refusals)
      return
    }
    const first = this.match.firstMoment(seat, action)
    const early = first === null ? 0 : (first - at) / this.time.pace
    if (first === null || early <= 0 || early > TOO_SOON_MS) throw refusal
    if (this.held.repeated(seat, action, refusal)) return
    this.held.hold({ ...press, settled: this.time.realOf(first), tooSoon: true })
  }

  /** The moment of a press that had to wait has come. */
  private enter(press: Press): void {
    this.held.release(press)
    try {
      this.act(press)
    } catch (error) {
      press.refuse?.(refusalOf(error))
    }
  }

  // Reports

  /** The people who cannot ring now, and why. */
  private bellRefusals(): Map<number, Refusal> {
    if (!this.bell) return new Map()
    const seats = Array.from({ length: this.match.seats }, (_, seat) => seat)
    return this.bell.refusals(seats.filter((seat) => !this.bots.has(seat)))
  }

  /** The match has changed; `refusals` are the people who could not ring before that. */
  private report(event: Omit<MatchEvent, 'at' | 'reveal'>, refusals: Map<number, Refusal>): void {
    const now = this.timers.now()
    const at = this.parts.views.reveals && this.running ? this.time.realOf(event.ms) : now
    this.bell?.changed(event.ms, refusals)
    this.table.tell({ ...event, at, reveal: this.reveals.anyNew() })
  }

  /** Event `number` is on the screen at that instant: from then on people may react to it. */
  shown(number: number, at: number, reveal: boolean): void {
    this.stamps.revealed(number, at)
    if (reveal) this.reveals.last = number
  }

  // Races

  /** Nothing more is under way from this seat. */
  answered(seat: number, race: number): void {
    if (this.bell?.answered(seat, race)) this.plan()
  }

  /** A connection is gone; no race waits for it. */
  disconnected(seat: number): void {
    if (this.bell?.disconnected(seat)) this.plan()
  }

  private closeRace(bell: Bell): void {
    const legal = bell.judge()
    this.held.refuseAll(({ action }) => this.waitForVerdict(action))
    this.bots.forget(null)
    if (legal) {
      this.time.set(this.match.clock)
      bell.restart()
    }
    this.letLeave()
  }

  // Planning

  private unplan(): void {
    this.cancel?.()
    this.cancel = null
    this.step = null
  }

  /** Sets a timer for the next step. */
  private plan(): void {
    this.unplan()
    if (!this.running || this.match.over) return
    this.bots.ask()
    this.step = this.next()
    if (this.step) this.cancel = callAt(this.timers, this.step.at, () => this.wake())
  }

  private wake(): void {
    this.cancel = null
    const late = this.timers.now() - (this.step?.at ?? Infinity)
    if (late > SLEPT_MS) this.time.set(Math.max(this.time.gameOf(this.step!.at), this.match.clock))
    this.doStep()
    this.plan()
  }

  private doStep(): void {
    const { step } = this
    this.step = null
    step?.do()
  }

  /** If timers are late, does first what should have been done by now. */
  private catchUp(now: number): void {
    while (this.running && this.step && this.step.at <= now) {
      this.doStep()
      this.bots.ask()
      this.step = this.next()
    }
  }

  /** The next step on the match's clock, however far off it is in real time. */
  private next(): Step | null {
    const { match, time } = this
    if (match.over) return null
    if (this.bell?.open) return this.nextInRace(this.bell)
    let first = Infinity
    let step: Step | null = null
    const { due } = match
    if (due !== null) {
      first = due
      step = { at: time.realOf(due), do: () => this.passTime() }
    }
    const press = this.held.earliest()
    if (press && time.gameOf(press.settled) < first) {
      first = time.gameOf(press.settled)
      step = { at: press.settled, do: () => this.enter(press) }
    }
    const bot = this.bots.earliest()
    if (bot && bot.at < first) step = { at: time.realOf(bot.at), do: () => this.botActs(bot) }
    return step
  }

  /** The next step during a race: until the verdict, only bots that ring can act. */
  private nextInRace(bell: Bell): Step {
    const { description } = this.match.engine
    const bot = this.bots.earliest((seat, action) => isRaced(description, action) && !bell.hasRung(seat))
    const at = bot ? this.time.realOf(bot.at) : Infinity
    if (bot && at <= bell.readyAt) return { at, do: () => bell.pressByBot(bot.seat, bot.at) }
    return { at: bell.readyAt, do: () => this.closeRace(bell) }
  }

  /** What happens next by itself happens now. */
  passTime(): void {
    const refusals = this.bellRefusals()
    this.match.wait()
    this.bots.forget(null)
    this.report({ ms: this.match.clock }, refusals)
  }

  private botActs({ seat, action, at }: Pending): void {
    if (this.bell && isRaced(this.match.engine.description, action)) {
      this.bell.pressByBot(seat, at)
      return
    }
    const refusals = this.bellRefusals()
    let ms: number
    try {
      ms = this.match.play(seat, action, Math.max(at, this.match.clock))
    } catch (error) {
      refusalOf(error)
      this.bots.overtaken(seat, at)
      return
    }
    this.bots.acted(seat)
    this.report({ ms, seat, action, note: null }, refusals)
  }
}
