/** Bots in the seats of a match, as src/parlour/bots/bot.py and seated.py have them. */

import { fromBase64 } from './description'
import { NEVER, type Engine } from './engine'
import { fieldOf, readField, writeField } from './records'
import { EngineSearcher, search, searchNow, type Found, type How, type Searcher } from './search'

const HIGHEST_SEED = 2n ** 63n
const NOTHING = -1
const CHAMPION = 'champion'

/** What a bot will do, and when on the match's clock. Null: nothing until something changes. */
export interface Decision {
  action: number | null
  at: number
}

/** A bot in one seat. It is given what the seat sees and what it may do, and nothing else. */
export class Bot {
  readonly seat: number
  readonly level: string
  readonly playouts: number | undefined
  private readonly engine: Engine
  private readonly seen: number
  private readonly ask: number
  private readonly mind: number
  private readonly searcher: EngineSearcher | null

  /** `seed` is that of the match, or of a bot's own; `playouts` is the budget of a bot that searches. */
  constructor(engine: Engine, level: string, seat: number, seed: bigint, playouts?: number) {
    const { bots, layouts, title } = engine.description
    const template = bots.minds[level]
    if (!template) throw new Error(`${title} has no bot ${level}; it has ${bots.names.join(', ')}`)
    this.engine = engine
    this.level = level
    this.seat = seat
    this.playouts = playouts
    this.seen = engine.allocate(layouts.State)
    this.ask = engine.allocate(layouts.Ask)
    this.mind = engine.allocate(layouts.Mind)
    this.searcher = bots.search && level === CHAMPION ? new EngineSearcher(engine) : null
    this.sitDown(seed)
  }

  /** Forget everything, for a new match. */
  sitDown(seed: bigint): void {
    const { engine, level, seat } = this
    const mind = fromBase64(engine.description.bots.minds[level]!)
    engine.bytes(this.mind, mind.length).set(mind)
    this.write('rng', engine.seedOf(seed, seat + 1))
    if (!engine.description.bots.useWeights.includes(level)) return
    if (!engine.network) throw new Error('the weights of the network are not loaded')
    this.write('network', BigInt(engine.network))
  }

  /** True if its decisions may take long. */
  get searches(): boolean {
    return this.searcher !== null
  }

  private read(field: string): number | bigint {
    return readField(this.engine.description.layouts.Mind, this.engine.view, this.mind, field) as number | bigint
  }

  private write(field: string, value: number | bigint): void {
    writeField(this.engine.description.layouts.Mind, this.engine.view, this.mind, field, value)
  }

  /** Everything but the search. Not 0 if the action is left to the search. */
  private decide(seen: Uint8Array, moves: number[]): number {
    const { engine } = this
    const { Ask } = engine.description.layouts
    engine.bytes(this.seen, seen.length).set(seen)
    writeField(Ask, engine.view, this.ask, 'count', moves.length)
    writeField(Ask, engine.view, this.ask, 'moves', moves)
    engine.calls.decide(this.seen, this.seat, this.ask, this.mind)
    return Number(this.read('outside'))
  }

  /** A trait; not every game that searches has all of them. */
  private trait(name: 'playouts' | 'judges' | 'sure'): number {
    return name in this.engine.description.layouts.Mind.fields ? Number(this.read(name)) : 0
  }

  /** How it searches, as its traits say. */
  private how(outside: number): How {
    const { search, useWeights } = this.engine.description.bots
    return {
      infer: outside === search!.likely,
      judged: useWeights.includes(this.level),
      turns: this.trait('judges'),
      sure: this.trait('sure'),
    }
  }

  private get budget(): number {
    return this.playouts ?? this.trait('playouts')
  }

  private nextSeed(): bigint {
    const rng = this.engine.seedOf(BigInt(this.read('rng')), 1)
    this.write('rng', rng)
    return rng % HIGHEST_SEED
  }

  private decision(found: Found | null): Decision {
    if (found) this.write('action', found.action)
    const action = Number(this.read('action'))
    return { action: action === NOTHING ? null : action, at: Number(this.read('at')) }
  }

  /** What the seat will do. A bot that searches does so here and now, on this thread. */
  think(seen: Uint8Array, moves: number[]): Decision {
    const outside = this.decide(seen, moves)
    return this.decision(
      outside
        ? searchNow(this.engine, this.searcher!, seen, this.seat, this.nextSeed(), this.budget, this.how(outside))
        : null,
    )
  }

  /** The same with the search on these searchers, one part each. */
  async thinkWith(seen: Uint8Array, moves: number[], searchers: Searcher[]): Promise<Decision> {
    const outside = this.decide(seen, moves)
    return this.decision(
      outside
        ? await search(this.engine, searchers, seen, this.seat, this.nextSeed(), this.budget, this.how(outside))
        : null,
    )
  }

  /** The bytes of its mind, to be saved or compared. */
  bytes(): Uint8Array {
    return this.engine.bytes(this.mind, this.engine.description.layouts.Mind.size)
  }
}

/** Which bot acts first; ties are broken at random, the same way for the same match. */
export class Schedule {
  private readonly engine: Engine
  private readonly at: number
  private readonly times: number
  private readonly seats: number

  constructor(engine: Engine, seed: bigint) {
    const { Schedule } = engine.description.layouts
    this.engine = engine
    this.at = engine.allocate(Schedule)
    this.times = engine.place(Schedule, this.at, 'times')
    this.seats = fieldOf(Schedule, 'times')[2][0]!
    this.restart(seed)
  }

  restart(seed: bigint): void {
    const rng = BigInt.asUintN(64, this.engine.calls.tie_dice(BigInt.asIntN(64, seed)))
    writeField(this.engine.description.layouts.Schedule, this.engine.view, this.at, 'rng', rng)
  }

  /** The seat with the earliest time, or null if there is none. */
  earliest(times: ReadonlyMap<number, number>): number | null {
    if (times.size === 0) return null
    const { view } = this.engine
    for (let seat = 0; seat < this.seats; seat++) {
      const at = times.get(seat)
      view.setBigInt64(this.times + 8 * seat, at === undefined ? NEVER : BigInt(at), true)
    }
    const chosen = this.engine.calls.earliest(this.at, this.seats)
    return chosen === NOTHING ? null : chosen
  }
}
