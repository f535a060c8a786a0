/** The worker in which bots think. It is sent what a seat sees and nothing else of the match. */

import { Bot } from '../engine/bots'
import { Engine } from '../engine/engine'
import { weightsOf } from '../engine/files'
import { EngineSearcher, type Candidates, type PartOfRound, type PartResult, type Searcher } from '../engine/search'
import { SEARCH_PARTS, type FromWorker, type ToWorker } from './botHost'

type Question = { candidates: Parameters<Searcher['candidates']> } | { round: PartOfRound }
type ToHelper = Question | { weights: Uint8Array }

/** Gives parts of a search to another worker. */
class Helper implements Searcher {
  private waiting: ((answer: unknown) => void)[] = [] // answers come in the order of the questions
  private hasWeights = false

  constructor(private port: MessagePort) {
    port.onmessage = ({ data }: MessageEvent<unknown>) => this.waiting.shift()!(data)
  }

  private ask<T>(question: Question): Promise<T> {
    this.port.postMessage(question)
    return new Promise((done) => this.waiting.push(done as (answer: unknown) => void))
  }

  candidates(...asked: Parameters<Searcher['candidates']>): Promise<Candidates> {
    return this.ask({ candidates: asked })
  }

  /** It needs the weights too, and gets them from here: it might not reach the file. */
  give(weights: Uint8Array): void {
    if (!this.hasWeights) this.port.postMessage({ weights } satisfies ToHelper)
    this.hasWeights = true
  }

  round(part: PartOfRound): Promise<PartResult> {
    return this.ask({ round: part })
  }
}

/** Carries out the parts of a search that another worker gives. */
async function help(port: MessagePort, loading: Promise<Engine>): Promise<void> {
  const engine = await loading
  const searcher = new EngineSearcher(engine)
  port.onmessage = ({ data }: MessageEvent<ToHelper>) => {
    if ('weights' in data) engine.loadWeights(data.weights)
    else port.postMessage('round' in data ? searcher.round(data.round) : searcher.candidates(...data.candidates))
  }
}

const bots = new Map<number, Bot>()
const searchers: Searcher[] = []
let weights: Uint8Array | undefined // of the network, once they are loaded
let engine: Promise<Engine>
let last: Promise<void> = Promise.resolve() // messages are handled in order

async function think({ number, seat, seen, moves }: Extract<ToWorker, { t: 'think' }>): Promise<void> {
  const bot = bots.get(seat)!
  if (bot.searches && searchers.length === 0) searchers.push(new EngineSearcher(await engine))
  // Always the same number of parts, because the result depends on it: on every device the same deal meets the same bots.
  const parts = Array.from({ length: SEARCH_PARTS }, (_, part) => searchers[part % searchers.length]!)
  const decision = bot.searches ? await bot.thinkWith(seen, moves, parts) : bot.think(seen, moves)
  postMessage({ number, decision } satisfies FromWorker)
}

const SUBSTITUTE = 'casual' // as on a server, for a bot that is not available any more

/** A bot sits down. One with a network needs a file, which may not be on this device while it is offline. */
async function sitDown({ seat, level, seed }: Extract<ToWorker, { t: 'seat' }>): Promise<void> {
  const game = await engine
  let found = level
  if (game.description.bots.useWeights.includes(level)) {
    try {
      if (!weights) {
        const file = await weightsOf(game.description.game)
        game.loadWeights(file)
        weights = file
      }
      for (const searcher of searchers) if (searcher instanceof Helper) searcher.give(weights)
    } catch {
      found = SUBSTITUTE
      postMessage({ missing: level } satisfies FromWorker)
    }
  }
  bots.set(seat, new Bot(game, found, seat, seed))
}

async function handle(message: ToWorker): Promise<void> {
  switch (message.t) {
    case 'load':
      engine = Engine.start(message.code)
      break
    case 'helper':
      if (searchers.length === 0) searchers.push(new EngineSearcher(await engine))
      searchers.push(new Helper(message.port))
      break
    case 'help':
      await help(message.port, engine)
      break
    case 'seat':
      await sitDown(message)
      break
    case 'think':
      await think(message)
  }
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  last = last.then(() => handle(data))
}
