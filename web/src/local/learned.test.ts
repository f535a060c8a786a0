import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Bot } from '../engine/bots'
import { LEARNED, type Description } from '../engine/description'
import { compileGame, Engine, type GameCode } from '../engine/engine'
import { Match } from '../engine/match'
import { Device, settled } from './fakes'
import type { GameViews } from './game'

const ENGINE = new URL('../../engine/', import.meta.url)
const PACKAGE = new URL('../../../src/parlour/games/', import.meta.url)
const VIEWS = import.meta.glob<GameViews>('../games/*/views.gen.ts')
const described = (game: string) => JSON.parse(readFileSync(new URL(`${game}.json`, ENGINE), 'utf8')) as Description
const GAMES = readdirSync(ENGINE).flatMap((name) => (name.endsWith('.wasm') ? [name.replace('.wasm', '')] : []))
const TAUGHT = GAMES.filter((game) => described(game).bots.names.includes(LEARNED))

const codeOf = (game: string): Promise<GameCode> =>
  compileGame(described(game), readFileSync(new URL(`${game}.wasm`, ENGINE)))
const weightsOf = (game: string): Uint8Array => readFileSync(new URL(`${game}/learned.weights`, PACKAGE))

test('some games have a learned player', () => expect(TAUGHT).not.toEqual([]))

describe.each(TAUGHT)('%s', (game) => {
  test('the learned player needs its weights, and plays a legal move with them', async () => {
    const engine = await Engine.start(await codeOf(game))
    expect(() => new Bot(engine, LEARNED, 0, 1n)).toThrow('not loaded')
    engine.loadWeights(weightsOf(game))
    const match = new Match(engine, { seats: engine.description.bots.usual, seed: 3n, options: {} })
    const seat = match.actors[0]!
    const moves = match.legal(seat)
    const { action, at } = new Bot(engine, LEARNED, seat, 1n).think(match.seenBytes(seat), moves)
    expect(moves).toContain(action)
    expect(at).toBeGreaterThan(0)
  })

  test('weights are loaded once, and a bad file is refused', async () => {
    const engine = await Engine.start(await codeOf(game))
    const file = weightsOf(game)
    expect(() => engine.loadWeights(file.subarray(0, 1000))).toThrow('incomplete')
    expect(() => engine.loadWeights(new TextEncoder().encode('<!doctype html><title>Not found</title>'))).toThrow(
      'does not hold weights',
    )
    expect(() => engine.loadWeights(new Uint8Array())).toThrow('does not hold weights')
    engine.loadWeights(file)
    const { network } = engine
    engine.loadWeights(file)
    expect(engine.network).toBe(network)
  })

  test('if the file cannot be loaded, the table says so', async () => {
    const made = new Device(await codeOf(game), await VIEWS[`../games/${game}/views.gen.ts`]!())
    const { services } = made
    const hosts: { missing?: (level: string) => void }[] = []
    Object.defineProperty(made, 'services', {
      value: {
        ...services,
        makeBots: (...given: Parameters<typeof services.makeBots>) => {
          const bots = services.makeBots(...given)
          hosts.push(bots)
          return bots
        },
      },
    })
    const { person } = await made.table()
    person.say({ t: 'start' })
    hosts[0]!.missing!(LEARNED)
    await settled()
    expect(person.all('refused').map(({ says }) => says)).toEqual([`no ${LEARNED}`])
  })
})
