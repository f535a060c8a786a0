import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Description } from '../engine/description'
import { compileGame } from '../engine/engine'
import { Refusal, type Match } from '../engine/match'
import type { FromPosition } from './beginnings'
import { dealOfDay } from './daily'
import { dealOf, withDeal } from './deal'
import { Device, Person, playOut, settled } from './fakes'
import { OverAlready, type GameViews } from './game'
import { readLog, writeLog, type Log } from './log'
import { alone, before } from './position'
import { replayOf } from './replay'
import { logOf } from './seats'

const ENGINE = new URL('../../engine/', import.meta.url)
const VIEWS = import.meta.glob<GameViews>('../games/*/views.gen.ts')
const GAMES = readdirSync(ENGINE).flatMap((name) => (name.endsWith('.wasm') ? [name.replace('.wasm', '')] : []))
const TURNS = GAMES.filter(
  (game) => !(JSON.parse(readFileSync(new URL(`${game}.json`, ENGINE), 'utf8')) as Description).realTime,
)

async function device(game: string): Promise<Device> {
  const description = JSON.parse(readFileSync(new URL(`${game}.json`, ENGINE), 'utf8')) as Description
  const code = await compileGame(description, readFileSync(new URL(`${game}.wasm`, ENGINE)))
  return new Device(code, await VIEWS[`../games/${game}/views.gen.ts`]!())
}

const logs = new Map<string, Log>()

/** The log of a match that was played to its end: one for each game, because that takes some seconds. */
async function played(made: Device): Promise<Log> {
  const { game } = made.parts.code.description
  if (!logs.has(game)) {
    const { table, person } = await made.table()
    person.say({ t: 'start' })
    await playOut(table, [person], made.time)
    logs.set(game, logOf(table.kept))
  }
  return logs.get(game)!
}

function from({ parts }: Device, log: Log, actions: number): FromPosition {
  const { game, title, realTime } = parts.code.description
  const { seats, options, seed } = log.header
  const found = before(log, { actions, ms: null }, realTime)!
  const origin = { kind: 'position', match: 'local-earlier', ms: found.clock } as const
  return { game, title, options, seats, beginning: { seed, ...found, origin } }
}

describe.each(GAMES)('%s', (game) => {
  test(
    'is played on from its middle in another seat, to a log that begins like the old one',
    { timeout: 60_000 },
    async () => {
      const made = await device(game)
      const log = await played(made)
      const half = log.entries.length >> 1
      const there = from(made, log, half)
      const { table, person } = await made.table(
        { seats: there.seats, options: there.options },
        alone(there, 1, 'novice'),
      )
      const { realTime } = made.parts.code.description
      expect(person.you).toBe(1)
      expect(person.now).toMatchObject({ status: 'playing' })
      expect(person.now!.seats.map(({ bot }) => bot)).toEqual(alone(there, 1, 'novice').levels)
      expect(person.welcome.clock).toBe(there.beginning.clock)
      expect(table.match!.clock).toBe(there.beginning.clock)
      expect(person.now!.resumes_at !== null).toBe(realTime) // three, two, one
      expect(person.view).toEqual(seenBy(made, table.match!, 1))

      await playOut(table, [person], made.time)
      expect(person.now!.status).toBe('over')
      const over = person.all('over')[0]!
      const kept = (await made.store.match(over.match))!
      const again = readLog(kept.log)
      expect(again.header.seed).toBe(log.header.seed)
      expect(again.entries.slice(0, half)).toEqual(log.entries.slice(0, half))
      expect(again.entries.length).toBeGreaterThan(half)
      expect((await replayOf(again, made.parts)).result).toEqual(kept.result)
      expect(kept.origin).toEqual(there.beginning.origin)

      person.say({ t: 'rematch' })
      await settled()
      expect(table.kept.started!.origin).toBeUndefined()
      expect(table.kept.started!.seed).not.toBe(String(log.header.seed))
      expect(table.kept.entries).toEqual([])
    },
  )

  test('goes on after a reload, and the position is still known', async () => {
    const made = await device(game)
    const log = await played(made)
    const there = from(made, log, Math.floor(log.entries.length / 3))
    const { table, person } = await made.table({ seats: there.seats }, alone(there, 0, 'casual'))
    await made.time.pass(5000)
    const { token } = person
    person.leave()
    await table.saved()
    const again = await made.reload()
    expect(again.match!.bytes()).toEqual(table.match!.bytes())
    expect(again.kept.started!.origin).toEqual(there.beginning.origin)
    const back = new Person(again, made.time, token)
    await settled()
    expect(back.view).toEqual(seenBy(made, again.match!, 0))
    const before = again.kept.entries.length
    await playOut(again, [back], made.time, 700, 20_000)
    expect(again.kept.entries.length).toBeGreaterThan(before)
  })

  test('is dealt alike to everybody who plays the deal of a day', async () => {
    const made = await device(game)
    const deal = dealOfDay('2026-11-16', made.parts.code.description)
    const [ada, ben] = [await made.table({}, withDeal(deal)), await made.table({}, withDeal(deal))]
    expect(ben.table.match!.bytes()).toEqual(ada.table.match!.bytes())
    expect(ben.person.view).toEqual(ada.person.view)
    const other = await made.table({}, withDeal(dealOfDay('2026-11-17', made.parts.code.description)))
    expect(other.table.match!.bytes()).not.toEqual(ada.table.match!.bytes())
  })
})

test.each(TURNS)(
  '%s: bots answer the same moves with the same moves, however long they take',
  { timeout: 60_000 },
  async (game) => {
    const made = await device(game)
    const deal = dealOfDay('2026-11-16', made.parts.code.description)
    const found: [number, number][][] = []
    for (const every of [300, 2100]) {
      made.slowBots = every > 1000
      const { table, person } = await made.table({}, withDeal(deal))
      let moves = 0
      while (moves < 30 && table.kept.status === 'playing') {
        await made.time.pass(every)
        if (table.match!.actors.some((seat) => seat !== person.you)) continue // where several may act, bots come first
        if (!person.legal.length) continue
        person.act(person.legal[moves % person.legal.length]!)
        moves += 1
        await settled()
      }
      found.push(table.kept.entries.map(([, seat, action]) => [seat, action]))
      person.leave()
    }
    const most = Math.min(...found.map((log) => log.length))
    expect(most).toBeGreaterThan(80)
    expect(found[1]!.slice(0, most)).toEqual(found[0]!.slice(0, most))
  },
)

test.each(TURNS.slice(0, 1))('%s: a deal is passed on with the result', { timeout: 60_000 }, async (game) => {
  const made = await device(game)
  const { description } = made.parts.code
  const first = { name: 'Cleo', points: 5, won: false }
  const { table, person } = await made.table(
    {},
    withDeal({ ...dealOfDay('2026-11-16', description), results: [first] }),
  )
  await playOut(table, [person], made.time)
  const over = person.all('over')[0]!
  const deal = dealOf((await made.store.match(over.match))!, description, 'Ada')!
  expect(deal.results).toEqual([first, { name: 'Ada', points: over.scores[0], won: over.winners.includes(0) }])
  expect(deal).toMatchObject({ ...dealOfDay('2026-11-16', description), results: deal.results })
})

test.each(TURNS.slice(0, 1))('%s: what cannot be continued is refused in one sentence', async (game) => {
  const made = await device(game)
  const log = await played(made)
  const end = from(made, log, log.entries.length)
  await expect(made.table({}, alone(end, 0, 'casual'))).rejects.toThrow(OverAlready)
  const wrong = { ...log, entries: [...log.entries].reverse() }
  await expect(made.table({}, alone(from(made, wrong, 5), 0, 'casual'))).rejects.toThrow(Refusal)
  expect(readLog(writeLog(log))).toEqual(log)
})

function seenBy(made: Device, match: Match, seat: number): object {
  const viewer = made.parts.code.description.openTable ? -1 : seat
  const { you: _, ...view } = made.parts.views.view(match.seenRecord(viewer), viewer) as Record<string, unknown>
  return JSON.parse(JSON.stringify(view)) as object
}
