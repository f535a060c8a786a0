/**
 * The engine in Node, for the tests of tests/browser: reads one request per line as JSON and answers each with a line.
 * The requests are those of tests/browser/node.py.
 */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

import { SeatedBots } from '../seated'
import type { Description } from '../description'
import { loadEngine, type Engine } from '../engine'
import { Match } from '../match'
import { writeField } from '../records'
import { EngineSearcher, PLAIN, search } from '../search'

interface Request {
  game: string
  seats: number
  seed: string // of the run; match `number` has the seed seed_of(seed, number)
  first: number
  last: number
  options: Record<string, unknown>
  level: string
  playouts?: number
  most?: number // moves of a match that are compared
  parts: number
  sure: number
}

const folder = process.argv[2]!
const GAMES = `${folder}/../../src/parlour/games`
const engines = new Map<string, Promise<Engine>>()

async function engineOf(game: string): Promise<Engine> {
  let found = engines.get(game)
  if (!found) {
    const description = JSON.parse(readFileSync(`${folder}/${game}.json`, 'utf8')) as Description
    found = loadEngine(description, readFileSync(`${folder}/${game}.wasm`)).then((engine) => {
      const weights = `${GAMES}/${game}/learned.weights`
      if (existsSync(weights)) engine.loadWeights(readFileSync(weights))
      return engine
    })
    engines.set(game, found)
  }
  return found
}

/** Adds a word to a hash of 32 bits. Different words never give the same hash. */
function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x85ebca6b)
  return (mixed << 13) | (mixed >>> 19)
}

/** Four running hashes, each of every fourth word, which are computed at the same time; native.py has the same. */
class Mixer {
  private a = 1
  private b = 2
  private c = 3
  private d = 4

  add(words: Uint32Array): void {
    let { a, b, c, d } = this
    let i = 0
    for (; i + 3 < words.length; i += 4) {
      a = mix(a, words[i]!)
      b = mix(b, words[i + 1]!)
      c = mix(c, words[i + 2]!)
      d = mix(d, words[i + 3]!)
    }
    for (; i < words.length; i++) a = mix(a, words[i]!)
    this.a = a
    this.b = b
    this.c = c
    this.d = d
  }

  get value(): number[] {
    return [this.a >>> 0, this.b >>> 0, this.c >>> 0, this.d >>> 0]
  }
}

interface Random {
  match: Match
  dice: number
  pad: number
}

const randoms = new Map<Engine, Random>()

function random(engine: Engine, request: Request, number: number): Random {
  const { layouts } = engine.description
  const settings = { seats: request.seats, seed: engine.seedOf(BigInt(request.seed), number), options: request.options }
  let found = randoms.get(engine)
  if (found) found.match.restart(settings)
  else {
    const match = new Match(engine, settings)
    found = { match, dice: engine.allocate(layouts.Dice), pad: engine.allocate(layouts.Pad) }
    randoms.set(engine, found)
  }
  writeField(layouts.Dice, engine.view, found.dice, 'rng', engine.scramble(BigInt.asUintN(64, settings.seed + 1n)))
  writeField(layouts.Dice, engine.view, found.dice, 'seat', 0)
  return found
}

const answers: Record<string, (request: Request) => Promise<unknown>> = {
  /** The state in which a match with these options begins. */
  async begin(request) {
    const { match } = random(await engineOf(request.game), request, request.first)
    return createHash('sha256').update(match.bytes()).digest('hex')
  },

  /** For each match the hash of the state after every step, and the number of steps. */
  async steps(request) {
    const engine = await engineOf(request.game)
    const found = []
    for (let number = request.first; number < request.last; number++) {
      const { match, dice, pad } = random(engine, request, number)
      // It is over after this many moves, or some time later. To look at the table after every step would take longer.
      const moves = engine.calls.random_match(match.address, dice, pad)
      random(engine, request, number)
      const words = new Uint32Array(engine.memory.buffer, match.address, engine.description.layouts.State.size / 4)
      const mixer = new Mixer()
      mixer.add(words)
      let steps = 0
      for (let made = 0; made < moves || !match.lookAgain().over; steps++) {
        const done = engine.calls.random_step(match.address, dice, pad)
        if (done === engine.description.codes.stuck) break
        made += done
        mixer.add(words)
      }
      found.push([...mixer.value, steps])
    }
    return found
  },

  /** A hash of the states in which all matches end, and of their scores. */
  async ends(request) {
    const engine = await engineOf(request.game)
    const hash = createHash('sha256')
    for (let number = request.first; number < request.last; number++) {
      const { match, dice, pad } = random(engine, request, number)
      engine.calls.random_match(match.address, dice, pad)
      hash.update(match.bytes()).update(Int32Array.from(match.scores))
    }
    return hash.digest('hex')
  },

  /** Matches between bots: all moves as [ms, seat, action], and the final scores. */
  async bots(request) {
    const { game, seats, options, level, playouts } = request
    const engine = await engineOf(game)
    const players = new Map(Array.from({ length: seats }, (_, seat) => [seat, { level, playouts }]))
    let seated: SeatedBots | null = null
    const found = []
    for (let number = request.first; number < request.last; number++) {
      const seed = engine.seedOf(BigInt(request.seed), number)
      if (seated) {
        seated.match.restart({ seats, seed, options })
        seated.sitDown(seed)
      } else seated = new SeatedBots(new Match(engine, { seats, seed, options }), players, seed)
      const moves = seated.playOut(request.most ?? undefined).map(({ at, seat, action }) => [at, seat, action])
      found.push([moves, seated.match.scores])
    }
    return found
  },

  /** For each match a search in several parts, of the first decision after a few random steps. */
  async search(request) {
    const engine = await engineOf(request.game)
    const searchers = Array.from({ length: request.parts }, () => new EngineSearcher(engine))
    const found = []
    for (let number = request.first; number < request.last; number++) {
      const { match, dice, pad } = random(engine, request, number)
      for (let step = 0; step < 20; step++) engine.calls.random_step(match.address, dice, pad)
      match.lookAgain()
      const seat = match.actors[0]
      if (seat === undefined) continue
      const seen = match.seenBytes(seat)
      const how = { ...PLAIN, sure: request.sure }
      const { action, moves, playouts } = await search(
        engine,
        searchers,
        seen,
        seat,
        BigInt(number),
        request.playouts!,
        how,
      )
      found.push([seat, action, moves, playouts])
    }
    return found
  },

  /** What seats see and observe, and a world they could be in, for the states of random matches. */
  async sights(request) {
    const engine = await engineOf(request.game)
    const { layouts, observation } = engine.description
    const hash = createHash('sha256')
    const seen = engine.allocate(layouts.State)
    const world = engine.allocate(layouts.State)
    const observed = engine.allocate(observation)
    for (let number = request.first; number < request.last; number++) {
      const { match, dice, pad } = random(engine, request, number)
      for (match.lookAgain(); !match.over; match.lookAgain()) {
        for (let seat = -1; seat < request.seats; seat++) {
          engine.calls.see(match.address, seat, seen)
          engine.calls.observe(seen, seat, observed)
          hash.update(engine.bytes(seen, layouts.State.size)).update(engine.bytes(observed, observation))
          if (seat < 0) continue
          engine.calls.resample(seen, seat, world, BigInt(number))
          hash.update(engine.bytes(world, layouts.State.size))
        }
        if (engine.calls.random_step(match.address, dice, pad) === engine.description.codes.stuck) break
      }
    }
    return hash.digest('hex')
  },
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request & { do: string }
  try {
    console.log(JSON.stringify({ answer: await answers[request.do]!(request) }))
  } catch (error) {
    console.log(JSON.stringify({ error: String(error instanceof Error ? error.stack : error) }))
  }
}
