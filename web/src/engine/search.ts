/**
 * The search of champions and reviews, as src/parlour/bots/search.py does it: candidate moves are tried side by side in
 * worlds that the seat could be in, and after each round the worse half is dropped. The playing out happens in the engine.
 *
 * The work of a round is divided into parts, which can run on different workers. With a number of playouts the result
 * depends only on the seed and the number of parts.
 */

import type { Engine } from './engine'
import { readField, writeField } from './records'

/** How a bot searches. */
export interface How {
  infer: boolean // in worlds that are likely, because the others would have played in them as they did
  judged: boolean // with the help of a network that judges positions
  turns: number // further turns of the bot, after which the network is asked
  sure: number // standard errors by which a move must seem better than all others to end the search; 0: never
}
export const PLAIN: How = { infer: false, judged: false, turns: 0, sure: 0 }

/** What one part is asked to do in a round: try these moves in a number of worlds, drawn with these dice. */
export interface PartOfRound {
  seen: Uint8Array
  seat: number
  moves: number[]
  worlds: number
  dice: bigint
  how: How
  likely?: Likely // in worlds that are likely, because the others would have played in them as they did
}

/** A part remembers what it has concluded from their play until its search is over: its number, and if a search begins. */
interface Likely {
  part: number
  begins: boolean
}

/** What is summed over the worlds in which a move is tried: its value, and its advantage over the first move. */
const SUMS = ['worth', 'better', 'squares', 'chance', 'chance_better', 'chance_squares', 'points', 'lead'] as const
type Sums = Record<(typeof SUMS)[number], number[]>

const sumsOf = (list: (name: (typeof SUMS)[number]) => number[]): Sums =>
  Object.fromEntries(SUMS.map((name) => [name, list(name)])) as Sums

/** What it found: for each move the sums over its worlds, and where its dice are now. */
export interface PartResult {
  sums: Sums
  dice: bigint
}

/** The moves worth trying, the bot's first choice first, and where the dice are now. */
export interface Candidates {
  moves: number[]
  alike: boolean // all legal moves are equally good
  dice: bigint
}

/** Each candidate with its number of worlds and mean value, best first. */
export interface Found {
  action: number
  moves: [action: number, worlds: number, mean: number][]
  playouts: number
}

/** How thoroughly a move is judged. */
export interface Effort {
  playouts: number // to find the best of the other moves
  worlds: number // in which that one and the move played are compared
}

/** A move that was played, and the best other one. If none seems better, `best` is the move itself. */
export interface Judgement {
  played: number
  best: number
  chance: number // to win the match after the move played
  gain: number // in that chance, had the best move been played
  error: number // standard error of the gain
  points: number // the gain in points
  lead: number // the gain in points ahead of the mean of the others
}

/** Somebody who carries out parts: an engine on this thread, or one in a worker. */
export interface Searcher {
  candidates(seen: Uint8Array, seat: number, dice: bigint, how: How): Candidates | Promise<Candidates>
  round(part: PartOfRound): PartResult | Promise<PartResult>
}

/** Carries out parts on the thread it is called from. */
export class EngineSearcher implements Searcher {
  private readonly engine: Engine
  private readonly at: { seen: number; ask: number; sums: number; dice: number }
  private readonly memories: { worlds: number; notes: number }[] = [] // of each part

  constructor(engine: Engine) {
    const { layouts } = engine.description
    if (!layouts.Sums) throw new Error(`no bot of ${engine.description.title} searches`)
    this.engine = engine
    this.at = {
      seen: engine.allocate(layouts.State),
      ask: engine.allocate(layouts.Ask),
      sums: engine.allocate(layouts.Sums),
      dice: engine.allocate(layouts.Dice),
    }
    this.memory(0)
  }

  private memory(part: number): { worlds: number; notes: number } {
    const { engine } = this
    const { layouts, bots } = engine.description
    return (this.memories[part] ??= {
      worlds: engine.allocate(layouts.State, bots.search!.states),
      notes: engine.allocate(layouts.Notes!),
    })
  }

  private prepare(seen: Uint8Array, dice: bigint): void {
    const { engine, at } = this
    engine.bytes(at.seen, seen.length).set(seen)
    writeField(engine.description.layouts.Dice, engine.view, at.dice, 'rng', dice)
  }

  private rolled(): bigint {
    return BigInt(readField(this.engine.description.layouts.Dice, this.engine.view, this.at.dice, 'rng') as number)
  }

  /** Where the network lies, for a search with its help. */
  private network({ judged }: How): number {
    if (judged && !this.engine.network) throw new Error('the weights of the network are not loaded')
    return judged ? this.engine.network : 0
  }

  candidates(seen: Uint8Array, seat: number, dice: bigint, how: How): Candidates {
    const { engine, at } = this
    const { worlds } = this.memory(0)
    this.prepare(seen, dice)
    engine.calls.candidates(at.seen, seat, worlds, at.ask, at.sums, at.dice, this.network(how))
    const Sums = engine.description.layouts.Sums!
    const count = readField(Sums, engine.view, at.sums, 'count') as number
    const moves = readField(Sums, engine.view, at.sums, 'moves') as number[]
    const alike = readField(Sums, engine.view, at.sums, 'alike') !== 0
    return { moves: moves.slice(0, count), alike, dice: this.rolled() }
  }

  round({ seen, seat, moves, worlds, dice, how, likely }: PartOfRound): PartResult {
    const { engine, at } = this
    const memory = this.memory(likely?.part ?? 0)
    const Sums = engine.description.layouts.Sums!
    if (likely?.begins) engine.bytes(memory.notes, engine.description.layouts.Notes!.size).fill(0)
    this.prepare(seen, dice)
    engine.bytes(at.sums, Sums.size).fill(0)
    writeField(Sums, engine.view, at.sums, 'count', moves.length)
    writeField(Sums, engine.view, at.sums, 'moves', moves)
    writeField(Sums, engine.view, at.sums, 'turns', how.turns)
    const given = [memory.worlds, at.ask, at.sums, at.dice, memory.notes] as const
    engine.calls.compare(at.seen, seat, ...given, likely ? 1 : 0, this.network(how), worlds)
    const sums = sumsOf((name) => (readField(Sums, engine.view, at.sums, name) as number[]).slice(0, moves.length))
    return { sums, dice: this.rolled() }
  }
}

/** Candidate moves and their statistics. Number 0 is never dropped: the others are compared with it. */
class Statistics {
  readonly moves: number[]
  alive: number[]
  readonly worlds: number[]
  readonly sums: Sums
  playouts = 0

  constructor(moves: number[]) {
    const zeros = () => new Array<number>(moves.length).fill(0)
    this.moves = moves
    this.alive = moves.map((_, i) => i)
    this.worlds = zeros()
    this.sums = sumsOf(zeros)
  }

  add(worlds: number, { sums }: PartResult): void {
    this.alive.forEach((which, i) => {
      this.worlds[which]! += worlds
      for (const name of SUMS) this.sums[name][which]! += sums[name][i]!
    })
    this.playouts += worlds * this.alive.length
  }

  private gain(which: number): number {
    return this.sums.better[which]! / Math.max(1, this.worlds[which]!)
  }

  /** The standard error of a gain. */
  private spread(which: number): number {
    const gain = this.gain(which)
    const variance = Math.max(0, this.sums.squares[which]! / this.tried(which) - gain * gain)
    return Math.sqrt(variance / this.tried(which))
  }

  dropWorseHalf(): void {
    const best = this.alive.slice(1).sort((a, b) => this.gain(b) - this.gain(a)) // stable, as ties must be
    this.alive = [0, ...best.slice(0, (best.length + 1) >> 1).sort((a, b) => a - b)]
  }

  /** The remaining move with the highest gain, the first of several. */
  private leader(): number {
    return this.alive.reduce((best, which) => (this.gain(which) > this.gain(best) ? which : best))
  }

  /**
   * Drop the moves that seem worse than the best by so many standard errors, of whose gains over number 0 the larger
   * counts. Number 0 goes last, or stays alone.
   */
  dropClearlyWorse(sure: number): void {
    const best = this.leader()
    const close = (which: number) =>
      this.gain(best) - this.gain(which) < sure * Math.max(this.spread(which), this.spread(best))
    const left = this.alive.filter((which) => which === best || close(which))
    this.alive = left.length > 1 && left[0] !== 0 ? [0, ...left] : left
  }

  private tried(which: number): number {
    return Math.max(1, this.worlds[which]!)
  }

  /** The number of the best remaining move, if it beats number 0 by `doubt` standard errors; otherwise 0. */
  best(doubt: number): number {
    const best = this.leader()
    return this.gain(best) > doubt * this.spread(best) ? best : 0
  }

  found(doubt: number): Found {
    const order = this.moves.map((_, i) => i).sort((a, b) => this.gain(b) - this.gain(a) || a - b)
    return {
      action: this.moves[this.best(doubt)]!,
      moves: order.map((i) => [this.moves[i]!, this.worlds[i]!, this.sums.worth[i]! / this.tried(i)]),
      playouts: this.playouts,
    }
  }
}

/** A search as questions to whoever carries out the parts; answers are passed to `next`. */
type Asking<Result> = Generator<
  { candidates: bigint; how: How } | { round: PartOfRound[] },
  Result,
  Candidates | PartResult[]
>

/** One search: what the seat sees, and the dice of each part. */
class Run {
  private readonly plan: { doubt: number; fewestWorlds: number; atOnce: number }
  private readonly dice: bigint[]
  private readonly seen: Uint8Array // a copy: the memory of a further part may be allocated during the search
  private begins = true

  constructor(
    engine: Engine,
    private readonly parts: number,
    seen: Uint8Array,
    private readonly seat: number,
    seed: bigint,
    private readonly how: How = PLAIN,
  ) {
    this.plan = engine.description.bots.search!
    this.seen = seen.slice()
    this.dice = Array.from({ length: parts }, (_, number) => engine.scramble(engine.seedOf(seed, number)))
  }

  private *candidates(): Asking<Candidates> {
    const found = (yield { candidates: this.dice[0]!, how: this.how }) as Candidates
    this.dice[0] = found.dice
    return found
  }

  /** The remaining candidates are tried in more worlds, in all parts. */
  private *round(statistics: Statistics, share: number): Asking<void> {
    const { seen, seat, how } = this
    const worlds = Math.max(this.plan.fewestWorlds, share)
    const moves = statistics.alive.map((which) => statistics.moves[which]!)
    const likely = (part: number) => (how.infer ? { likely: { part, begins } } : {})
    const { begins } = this
    this.begins = false
    const round = this.dice.map((dice, part) => ({ seen, seat, moves, worlds, dice, how, ...likely(part) }))
    const results = (yield { round }) as PartResult[]
    results.forEach((result, part) => {
      this.dice[part] = result.dice
      statistics.add(worlds, result)
    })
  }

  /** The moves, tried in rounds, after each of which the worse half is dropped. The first always stays. */
  private *halved(moves: number[], playouts: number): Asking<Statistics> {
    const statistics = new Statistics(moves)
    const number = moves.length < 2 ? 0 : 32 - Math.clz32(moves.length - 1)
    for (let round = 0; round < number; round++) {
      const share = Math.floor(Math.floor(playouts / number) / statistics.alive.length)
      yield* this.round(statistics, Math.floor(share / this.parts))
      statistics.dropWorseHalf()
    }
    return statistics
  }

  /**
   * The moves, tried in a few worlds at a time, after which those that seem clearly worse than the best are dropped. The
   * first stays as long as others have to be compared.
   */
  private *raced(moves: number[], playouts: number): Asking<Statistics> {
    const statistics = new Statistics(moves)
    while (statistics.alive.length > 1 && statistics.playouts < playouts) {
      yield* this.round(statistics, Math.ceil(this.plan.atOnce / this.parts))
      statistics.dropClearlyWorse(this.how.sure)
    }
    return statistics
  }

  *choose(playouts: number): Asking<Found> {
    const { moves } = yield* this.candidates()
    const found = this.how.sure ? this.raced(moves, playouts) : this.halved(moves, playouts)
    return (yield* found).found(this.plan.doubt)
  }

  /**
   * How good a move was: the best of the others is found first, and then compared with the one played in worlds that had
   * no part in choosing it, so that the difference is not overestimated. One that seems hardly better is
   * not considered: it would mostly turn out worse, as if the player had gained by it. Null if all moves are equally good.
   */
  *judge(played: number, effort: Effort): Asking<Judgement | null> {
    const { moves, alike } = yield* this.candidates()
    if (alike) return null
    const others = moves.filter((move) => move !== played)
    const candidates = yield* this.halved([played, ...others], effort.playouts)
    if (!others.length) yield* this.round(candidates, effort.worlds)
    const best = candidates.best(this.plan.doubt)
    const chance = candidates.sums.chance[0]!
    const worlds = candidates.worlds[0]!
    if (best === 0) return { played, best: played, chance: chance / worlds, gain: 0, error: 0, points: 0, lead: 0 }
    const final = new Statistics([played, candidates.moves[best]!])
    yield* this.round(final, Math.floor(effort.worlds / this.parts))
    const { sums } = final
    const number = final.worlds[1]!
    const gain = sums.chance_better[1]! / number
    const variance = Math.max(0, sums.chance_squares[1]! / number - gain * gain)
    return {
      played,
      best: candidates.moves[best]!,
      chance: (chance + sums.chance[0]!) / (worlds + final.worlds[0]!),
      gain,
      error: Math.sqrt(variance / number),
      points: (sums.points[1]! - sums.points[0]!) / number,
      lead: (sums.lead[1]! - sums.lead[0]!) / number,
    }
  }
}

/** Every question is answered at once, on this thread. */
function answeredNow<Result>(asked: Asking<Result>, searcher: EngineSearcher, seen: Uint8Array, seat: number): Result {
  let question = asked.next()
  while (!question.done) {
    const { value } = question
    question =
      'candidates' in value
        ? asked.next(searcher.candidates(seen, seat, value.candidates, value.how))
        : asked.next(value.round.map((part) => searcher.round(part)))
  }
  return question.value
}

/** Search on this thread, in one part. */
export function searchNow(
  engine: Engine,
  searcher: EngineSearcher,
  seen: Uint8Array,
  seat: number,
  seed: bigint,
  playouts: number,
  how = PLAIN,
): Found {
  return answeredNow(new Run(engine, 1, seen, seat, seed, how).choose(playouts), searcher, seen, seat)
}

/** Judge a move on this thread; null if all moves are equally good as far as the seat can know. */
export function judgeNow(
  engine: Engine,
  searcher: EngineSearcher,
  seen: Uint8Array,
  seat: number,
  seed: bigint,
  played: number,
  effort: Effort,
): Judgement | null {
  return answeredNow(new Run(engine, 1, seen, seat, seed).judge(played, effort), searcher, seen, seat)
}

/** Search with one part for each searcher, all at the same time. */
export async function search(
  engine: Engine,
  searchers: Searcher[],
  seen: Uint8Array,
  seat: number,
  seed: bigint,
  playouts: number,
  how = PLAIN,
): Promise<Found> {
  const asked = new Run(engine, searchers.length, seen, seat, seed, how).choose(playouts)
  let question = asked.next()
  while (!question.done) {
    const { value } = question
    question =
      'candidates' in value
        ? asked.next(await searchers[0]!.candidates(seen, seat, value.candidates, value.how))
        : asked.next(await Promise.all(value.round.map((part, i) => searchers[i]!.round(part))))
  }
  return question.value
}
