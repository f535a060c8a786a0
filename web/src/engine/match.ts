/** A match played by the engine, as src/parlour/match/match.py plays it on a server. */

import { fromBase64, ruleId, type OptionDescription, type Patches } from './description'
import { NEVER, SPECTATOR, type Engine } from './engine'
import { fieldOf, readRecord, writeField, type Plain } from './records'

const CLOCK = 0
const DUE = 8
const OVER = 16 // places in a pad's `status`

/** An action that the rules do not allow, with the rule's id and its reason in a few words. */
export class Refusal extends Error {
  readonly rule: string

  constructor(rule: string, sentence: string) {
    super(sentence)
    this.name = 'Refusal'
    this.rule = rule
  }
}

export interface MatchSettings {
  seats: number
  seed: bigint | number
  options?: Record<string, unknown>
}

/** Why a rule forbids an action, in players' words; `soon` if it is legal a little later. */
export type Explain = (match: Match, seat: number, action: number, rule: number, soon: boolean) => string

export class Match {
  /** Without it, refusals have the short texts of the rules. */
  explain: Explain | null = null
  readonly engine: Engine
  readonly seats: number
  readonly seed: bigint
  private readonly states: number // the match, and a copy for actions that may be refused
  private readonly pad: number
  private readonly seenAt: number
  private readonly points: number
  private readonly trial: { states: number; pad: number }

  constructor(engine: Engine, settings: MatchSettings) {
    const { State, Pad } = engine.description.layouts
    this.engine = engine
    this.seats = settings.seats
    this.seed = BigInt.asUintN(64, BigInt(settings.seed))
    this.states = engine.allocate(State, 2)
    this.pad = engine.allocate(Pad)
    this.seenAt = engine.allocate(State)
    this.points = engine.allocate(4 * engine.description.maxSeats)
    this.trial = { states: engine.allocate(State, 2), pad: engine.allocate(Pad) }
    this.restart(settings)
  }

  /** Deal again, with another seed or other options, in the same memory. */
  restart(settings: MatchSettings): void {
    const { engine } = this
    const { State } = engine.description.layouts
    const self = this as { seats: number; seed: bigint }
    self.seats = settings.seats
    self.seed = BigInt.asUintN(64, BigInt(settings.seed))
    engine.bytes(this.states, 2 * State.size).fill(0)
    writeField(State, engine.view, this.states, 'seats', settings.seats)
    writeOptions(engine, this.states, settings.seats, settings.options ?? {})
    engine.calls.begin(this.states, BigInt.asIntN(64, this.seed))
    this.lookAgain()
  }

  /** The address of the true state. */
  get address(): number {
    return this.states
  }

  private status(place: number): bigint {
    const { view, description } = this.engine
    const at = this.pad + fieldOf(description.layouts.Pad, 'status')[0] + place
    return view.getBigInt64(at, true)
  }

  get clock(): number {
    return Number(this.status(CLOCK))
  }

  /** When something next happens by itself, or null. */
  get due(): number | null {
    const due = this.status(DUE)
    return due === NEVER ? null : Number(due)
  }

  get over(): boolean {
    return this.status(OVER) !== 0n
  }

  private list(at: number): number[] {
    const { view } = this.engine
    const found = new Array<number>(view.getInt16(at, true))
    for (let i = 0; i < found.length; i++) found[i] = view.getInt16(at + 2 * (i + 1), true)
    return found
  }

  /** The seats that may act now. */
  get actors(): number[] {
    return this.list(this.pad + fieldOf(this.engine.description.layouts.Pad, 'actors')[0])
  }

  /** The actions legal for a seat now, ascending, without leaving and voting. */
  legal(seat: number): number[] {
    const [offset, , shape] = fieldOf(this.engine.description.layouts.Pad, 'table')
    return this.list(this.pad + offset + 2 * shape[1]! * seat)
  }

  /** A seat acts: at `at`, or else now or as soon as the rules allow. The moment at which it happened. */
  play(seat: number, action: number, at?: number): number {
    this.checked(seat, action)
    const moment = this.engine.calls.play(this.states, seat, action, BigInt(at ?? -1), this.pad)
    if (moment < 0n) throw this.refusal(seat, action, Number(moment))
    return Number(moment)
  }

  /** The error that `play` would throw, or null if the action is legal. */
  whyNot(seat: number, action: number, at?: number): Refusal | null {
    try {
      this.checked(seat, action)
    } catch (error) {
      return error as Refusal
    }
    const { engine, trial } = this
    engine.bytes(trial.states, engine.description.layouts.State.size).set(this.bytes())
    const code = engine.calls.play(trial.states, seat, action, BigInt(at ?? -1), trial.pad)
    return code >= 0n ? null : this.refusal(seat, action, Number(code))
  }

  /** The first moment at which an action is legal, if nothing else happens; null if a rule forbids it. */
  firstMoment(seat: number, action: number): number | null {
    const moment = this.engine.calls.why(this.states, seat, action)
    return moment < 0n ? null : Number(moment)
  }

  private checked(seat: number, action: number): void {
    const { description } = this.engine
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.seats)
      throw new Refusal(ruleId(description, 1), `there is no seat ${seat} here, only 0 to ${this.seats - 1}`)
    if (!Number.isInteger(action) || action < 0 || action >= description.actions)
      throw new Refusal(
        ruleId(description, description.noSuchAction),
        `there is no action ${action}, only 0 to ${description.actions - 1}`,
      )
  }

  private refusal(seat: number, action: number, code: number): Refusal {
    const { description } = this.engine
    const { tooSoon, sentences } = description
    const early = code === description.codes.tooSoon
    const waiting = typeof tooSoon === 'number' ? tooSoon : tooSoon[action]!
    const number = early ? waiting : -code
    const says = this.explain?.(this, seat, action, number, early) ?? sentences[number]!
    return new Refusal(ruleId(description, number), says)
  }

  /** Let time pass, by default until something happens by itself. Timers fire on the way. */
  wait(until?: number): void {
    const moment = until === undefined ? this.status(DUE) : BigInt(until)
    if (moment === NEVER) throw new Error('nothing is due in this match, so wait needs a moment')
    this.engine.calls.wait(this.states, moment, this.pad)
  }

  /** Points so far, final when the match is over. */
  get scores(): number[] {
    this.engine.calls.score(this.states, this.points)
    return Array.from(new Int32Array(this.engine.memory.buffer, this.points, this.seats))
  }

  /** The winning seats, several if they tie; none while the match goes on. */
  get winners(): number[] {
    if (!this.over) return []
    const scores = this.scores
    const best = this.engine.description.lowestWins ? Math.min(...scores) : Math.max(...scores)
    return scores.flatMap((points, seat) => (points === best ? [seat] : []))
  }

  /** The true state, secrets included. */
  get state(): Plain {
    return readRecord(this.engine.description.layouts.State, this.engine.memory, this.states)
  }

  /** The bytes of the true state; valid until something else is allocated. */
  bytes(): Uint8Array {
    return this.engine.bytes(this.states, this.engine.description.layouts.State.size)
  }

  /** Replace the true state, for instance by one that was saved. */
  restore(bytes: Uint8Array): void {
    this.bytes().set(bytes)
    this.lookAgain()
  }

  /** The state was changed from outside. */
  lookAgain(): this {
    this.engine.calls.look(this.states, this.pad)
    return this
  }

  /** The address of what a seat (null: a spectator) sees; valid until the next call. */
  seen(seat: number | null): number {
    this.engine.calls.see(this.states, seat ?? SPECTATOR, this.seenAt)
    return this.seenAt
  }

  /** The same as a record, for views. */
  seenRecord(seat: number | null): Plain {
    return readRecord(this.engine.description.layouts.State, this.engine.memory, this.seen(seat))
  }

  /** The same as bytes, for a bot on this thread. */
  seenNow(seat: number): Uint8Array {
    return this.engine.bytes(this.seen(seat), this.engine.description.layouts.State.size)
  }

  /** The same as a copy of its bytes, for a bot in a worker. */
  seenBytes(seat: number): Uint8Array {
    return this.seenNow(seat).slice()
  }
}

function same(a: unknown, b: unknown): boolean {
  return String(a) === String(b)
}

function patchesOf(
  option: OptionDescription,
  seats: number,
  dependsOn: OptionDescription | undefined,
  chosen: unknown,
) {
  const found = option.writes![String(seats)] ?? option.writes!['*']!
  if (!dependsOn) return found as Patches
  return (found as Patches[])[dependsOn.values.findIndex((value) => same(value, chosen))]!
}

/** Put every option into a state: the chosen value, or the default. */
export function writeOptions(engine: Engine, state: number, seats: number, chosen: Record<string, unknown>): void {
  const { options, layouts } = engine.description
  const valueOf = (option: OptionDescription) => chosen[option.name] ?? option.default
  for (const option of options) {
    const value = valueOf(option)
    if (option.writes) {
      const which = option.values.findIndex((each) => same(each, value))
      if (which < 0) throw new Error(`the option ${option.name} cannot be ${String(value)} here`)
      const other = options.find((each) => each.name === option.depends)
      for (const [offset, bytes] of patchesOf(option, seats, other, other && valueOf(other))[which]!) {
        const content = fromBase64(bytes)
        engine.bytes(state + offset, content.length).set(content)
      }
    } else if (option.kind === 'perseat') {
      const each = Array.isArray(value) ? (value as number[]) : new Array<number>(seats).fill(value as number)
      writeField(layouts.State, engine.view, state, option.name, each)
    } else {
      writeField(layouts.State, engine.view, state, option.name, value as number)
    }
  }
}
