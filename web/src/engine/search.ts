/**
 * The champion's search, as src/parlour/bots/search.py does it: candidate moves are tried side by side in worlds that
 * the seat could be in, and after each round the worse half is dropped. The playing out happens in the engine.
 *
 * The work of a round is divided into parts, which can run on different workers. With a number of playouts the result
 * depends only on the seed and the number of parts.
 */

import type { Engine } from './engine'
import { readField, writeField } from './records'

/** What one part is asked to do in a round: try these moves in a number of worlds, drawn with these dice. */
export interface PartOfRound {
  seen: Uint8Array
  seat: number
  moves: number[]
  worlds: number
  dice: bigint
}

/** What it found: for each move the sums over its worlds, and where its dice are now. */
export interface PartResult {
  worth: number[]
  better: number[]
  squares: number[]
  dice: bigint
}

/** The moves worth trying, the policy's own first, and where the dice are now. */
export interface Candidates {
  moves: number[]
  dice: bigint
}

/** Each candidate with its number of worlds and mean value, best first. */
export interface Found {
  action: number
  moves: [action: number, worlds: number, mean: number][]
  playouts: number
}

/** Somebody who carries out parts: an engine on this thread, or one in a worker. */
export interface Searcher {
  candidates(seen: Uint8Array, seat: number, dice: bigint): Candidates | Promise<Candidates>
  round(part: PartOfRound): PartResult | Promise<PartResult>
}

/** Carries out parts on the thread it is called from. */
export class EngineSearcher implements Searcher {
  private readonly engine: Engine
  private readonly at: { seen: number; worlds: number; ask: number; sums: number; dice: number }

  constructor(engine: Engine) {
    const { layouts } = engine.description
    if (!layouts.Sums) throw new Error(`no bot of ${engine.description.title} searches`)
    this.engine = engine
    this.at = {
      seen: engine.allocate(layouts.State),
      worlds: engine.allocate(layouts.State, 2),
      ask: engine.allocate(layouts.Ask),
      sums: engine.allocate(layouts.Sums),
      dice: engine.allocate(layouts.Dice),
    }
  }

  private prepare(seen: Uint8Array, dice: bigint): void {
    const { engine, at } = this
    engine.bytes(at.seen, seen.length).set(seen)
    writeField(engine.description.layouts.Dice, engine.memory, at.dice, 'rng', dice)
  }

  private rolled(): bigint {
    return BigInt(readField(this.engine.description.layouts.Dice, this.engine.memory, this.at.dice, 'rng') as number)
  }

  candidates(seen: Uint8Array, seat: number, dice: bigint): Candidates {
    const { engine, at } = this
    this.prepare(seen, dice)
    engine.calls.candidates(at.seen, seat, at.worlds, at.ask, at.sums, at.dice)
    const Sums = engine.description.layouts.Sums!
    const count = readField(Sums, engine.memory, at.sums, 'count') as number
    const moves = readField(Sums, engine.memory, at.sums, 'moves') as number[]
    return { moves: moves.slice(0, count), dice: this.rolled() }
  }

  round({ seen, seat, moves, worlds, dice }: PartOfRound): PartResult {
    const { engine, at } = this
    const Sums = engine.description.layouts.Sums!
    this.prepare(seen, dice)
    engine.bytes(at.sums, Sums.size).fill(0)
    writeField(Sums, engine.memory, at.sums, 'count', moves.length)
    writeField(Sums, engine.memory, at.sums, 'moves', moves)
    engine.calls.compare(at.seen, seat, at.worlds, at.ask, at.sums, at.dice, worlds)
    const sums = (name: string) => (readField(Sums, engine.memory, at.sums, name) as number[]).slice(0, moves.length)
    return { worth: sums('worth'), better: sums('better'), squares: sums('squares'), dice: this.rolled() }
  }
}

/** Candidate moves and their statistics. Number 0 is the policy's own, which is never dropped. */
class Statistics {
  readonly moves: number[]
  alive: number[]
  readonly worlds: number[]
  readonly worth: number[]
  readonly better: number[]
  readonly squares: number[]
  playouts = 0

  constructor(moves: number[]) {
    const zeros = () => new Array<number>(moves.length).fill(0)
    this.moves = moves
    this.alive = moves.map((_, i) => i)
    this.worlds = zeros()
    this.worth = zeros()
    this.better = zeros()
    this.squares = zeros()
  }

  add(worlds: number, sums: PartResult): void {
    this.alive.forEach((which, i) => {
      this.worlds[which]! += worlds
      this.worth[which]! += sums.worth[i]!
      this.better[which]! += sums.better[i]!
      this.squares[which]! += sums.squares[i]!
    })
    this.playouts += worlds * this.alive.length
  }

  private gain(which: number): number {
    return this.better[which]! / Math.max(1, this.worlds[which]!)
  }

  dropWorseHalf(): void {
    const best = this.alive.slice(1).sort((a, b) => this.gain(b) - this.gain(a)) // stable, as ties must be
    this.alive = [0, ...best.slice(0, (best.length + 1) >> 1).sort((a, b) => a - b)]
  }

  /** The best remaining move, if it beats the policy's by `doubt` standard errors; otherwise the policy's. */
  found(doubt: number): Found {
    let best = 0
    for (const which of this.alive) if (this.gain(which) > this.gain(best)) best = which
    const worlds = (which: number) => Math.max(1, this.worlds[which]!)
    const gain = this.gain(best)
    const variance = Math.max(0, this.squares[best]! / worlds(best) - gain * gain)
    const chosen = gain > doubt * Math.sqrt(variance / worlds(best)) ? best : 0
    const order = this.moves.map((_, i) => i).sort((a, b) => this.gain(b) - this.gain(a) || a - b)
    return {
      action: this.moves[chosen]!,
      moves: order.map((i) => [this.moves[i]!, this.worlds[i]!, this.worth[i]! / worlds(i)]),
      playouts: this.playouts,
    }
  }
}

/** The rounds of one search, as questions to whoever carries out the parts; answers are passed to `next`. */
function* rounds(
  engine: Engine,
  parts: number,
  seen: Uint8Array,
  seat: number,
  seed: bigint,
  playouts: number | undefined,
): Generator<{ candidates: bigint } | { round: PartOfRound[] }, Found, Candidates | PartResult[]> {
  const plan = engine.description.bots.search!
  const dice = Array.from({ length: parts }, (_, number) => engine.scramble(engine.seedOf(seed, number)))
  const first = (yield { candidates: dice[0]! }) as Candidates
  dice[0] = first.dice
  const { moves } = first
  const statistics = new Statistics(moves)
  const number = Math.max(1, moves.length < 2 ? 0 : 32 - Math.clz32(moves.length - 1))
  const total = playouts ?? plan.playouts
  for (let round = 0; round < (moves.length > 1 ? number : 0); round++) {
    const { alive } = statistics
    const share = Math.floor(Math.floor(Math.floor(total / number) / alive.length) / parts)
    const worlds = Math.max(plan.fewestWorlds, share)
    const tried = alive.map((which) => moves[which]!)
    const results = (yield {
      round: dice.map((each) => ({ seen, seat, moves: tried, worlds, dice: each })),
    }) as PartResult[]
    results.forEach((result, part) => {
      dice[part] = result.dice
      statistics.add(worlds, result)
    })
    statistics.dropWorseHalf()
  }
  return statistics.found(plan.doubt)
}

/** Search on this thread, in one part. */
export function searchNow(
  engine: Engine,
  searcher: EngineSearcher,
  seen: Uint8Array,
  seat: number,
  seed: bigint,
  playouts?: number,
  parts = 1,
): Found {
  const asked = rounds(engine, parts, seen, seat, seed, playouts)
  let question = asked.next()
  while (!question.done) {
    const { value } = question
    question =
      'candidates' in value
        ? asked.next(searcher.candidates(seen, seat, value.candidates))
        : asked.next(value.round.map((part) => searcher.round(part)))
  }
  return question.value
}

/** Search with one part for each searcher, all at the same time. */
export async function search(
  engine: Engine,
  searchers: Searcher[],
  seen: Uint8Array,
  seat: number,
  seed: bigint,
  playouts?: number,
): Promise<Found> {
  const asked = rounds(engine, searchers.length, seen, seat, seed, playouts)
  let question = asked.next()
  while (!question.done) {
    const { value } = question
    question =
      'candidates' in value
        ? asked.next(await searchers[0]!.candidates(seen, seat, value.candidates))
        : asked.next(await Promise.all(value.round.map((part, i) => searchers[i]!.round(part))))
  }
  return question.value
}
