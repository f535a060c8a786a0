import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Description } from '../engine/description'
import { compileGame } from '../engine/engine'
import { LocalBots } from './bots'
import { Device, Person, playOut, settled } from './fakes'
import type { GameViews } from './game'
import { readLog, writeLog } from './log'
import { logOf } from './seats'
import { replayOf } from './replay'
import { applyDiff, type ViewDiff } from '../table/viewDiff'
import type { Event } from '../net/messages'

const ENGINE = new URL('../../engine/', import.meta.url)
const VIEWS = import.meta.glob<GameViews>('../games/*/views.gen.ts')
const GAMES = readdirSync(ENGINE).flatMap((name) => (name.endsWith('.wasm') ? [name.replace('.wasm', '')] : []))

async function device(game: string): Promise<Device> {
  const description = JSON.parse(readFileSync(new URL(`${game}.json`, ENGINE), 'utf8')) as Description
  const code = await compileGame(description, readFileSync(new URL(`${game}.wasm`, ENGINE)))
  return new Device(code, await VIEWS[`../games/${game}/views.gen.ts`]!())
}

/** Games by what they are, so that no test names one. */
const gamesWith = (wanted: (description: Description) => boolean): string[] =>
  GAMES.filter((game) => wanted(JSON.parse(readFileSync(new URL(`${game}.json`, ENGINE), 'utf8')) as Description))
const BELLS = gamesWith(({ oneVerdict }) => oneVerdict)
const TURNS = gamesWith(({ realTime }) => !realTime)

describe.each(GAMES)('%s', (game) => {
  test('is played against bots to its end, and again', { timeout: 60_000 }, async () => {
    const made = await device(game)
    const { table, person } = await made.table()
    person.say({ t: 'start' })
    await playOut(table, [person], made.time)
    expect(person.now!.status).toBe('over')
    const over = person.all('over')
    expect(over).toHaveLength(1)
    expect(person.now!.matches).toEqual([over[0]!.match])
    expect(person.view).toEqual(viewOf(made, table, 0))

    const kept = (await made.store.match(over[0]!.match))!
    expect(kept.result).toEqual({ scores: over[0]!.scores, winners: over[0]!.winners })
    const replay = await replayOf(readLog(kept.log), made.parts)
    expect(replay.result).toEqual(kept.result)
    const events = replay.events.filter((event): event is Event => event.t === 'event')
    const last = events.reduce((view, event) => applyDiff(view, event.change as ViewDiff), null as unknown)
    expect(last).toEqual(viewOf(made, table, null))
    expect(writeLog(readLog(kept.log))).toBe(kept.log)

    person.say({ t: 'rematch' })
    await settled()
    expect(person.now!.status).toBe('playing')
    expect(person.welcome.commitment).not.toBe(over[0]!.commitment)
  })

  test('goes on after a reload', async () => {
    const made = await device(game)
    const { table, person } = await made.table()
    person.say({ t: 'start' })
    await made.time.pass(9000)
    if (person.legal.length) person.act(person.legal[0]!)
    await made.time.pass(2500)
    const { token, now } = person
    person.leave()
    await table.saved()
    const [state, clock] = [table.match!.bytes().slice(), table.match!.clock]
    await made.time.pass(100_000) // nobody watches, so nothing happens
    expect(table.match!.clock).toBe(clock)

    const again = await made.reload()
    expect(again.match!.bytes()).toEqual(state)
    const back = new Person(again, made.time, token)
    await settled()
    expect(back.you).toBe(0)
    expect(back.now!.match).toBe(now!.match)
    expect(back.view).toEqual(viewOf(made, again, 0))
    await playOut(again, [back], made.time)
    expect(back.now!.status).toBe('over')
  })
})

function viewOf(made: Device, table: Awaited<ReturnType<Device['reload']>>, seat: number | null): object {
  const viewer = seat === null || made.parts.code.description.openTable ? -1 : seat
  const { you: _, ...view } = made.parts.views.view(table.match!.seenRecord(viewer), viewer) as Record<string, unknown>
  return JSON.parse(JSON.stringify(view)) as object
}

test.each(TURNS)('%s: a refusal has its rule and sentence', async (game) => {
  const made = await device(game)
  const { person } = await made.table()
  person.say({ t: 'start' })
  await made.time.pass(50)
  const { actions, asides } = made.parts.code.description
  const illegal = Array.from({ length: actions }, (_, action) => action).find(
    (action) => !person.legal.includes(action) && !asides.includes(action),
  )!
  person.act(illegal)
  await settled()
  const [refused] = person.all('refused')
  expect(refused!.rule).toMatch(/^[A-Z]{3}-\d+$/)
  expect(refused!.says.length).toBeGreaterThan(10)
  expect(refused!.seq).toBeGreaterThan(0)
  person.act(actions + 5)
  person.say({ t: 'resume' })
  await settled()
  expect(person.all('refused').map(({ says }) => says)).toEqual([
    refused!.says,
    `there is no action ${actions + 5}, only 0 to ${actions - 1}`,
    'the match is not paused.',
  ])
})

test.each(TURNS.slice(0, 1))('%s: a pause stops the clock, and three seconds pass before it goes on', async (game) => {
  const made = await device(game)
  const { table, person } = await made.table()
  person.say({ t: 'start' })
  await made.time.pass(1000)
  person.say({ t: 'pause' })
  await settled()
  expect(person.now!.status).toBe('paused')
  const events = person.all('event').length
  person.act(person.legal[0] ?? 0)
  await made.time.pass(60_000)
  expect(person.all('event')).toHaveLength(events)
  expect(person.all('refused').at(-1)!.says).toBe('the match is paused.')
  const stood = Math.floor(table.play!.time.now())
  expect(stood).toBe(1000)

  person.say({ t: 'resume' })
  await settled()
  expect(person.now).toMatchObject({ status: 'playing', resumes_at: made.time.now() + 3000 })
  await made.time.pass(2999)
  expect(table.play!.running).toBe(false)
  await made.time.pass(2)
  expect(table.play!.running).toBe(true)
  expect(person.now!.resumes_at).toBeNull()
  await made.time.pass(499)
  expect(Math.round(table.play!.time.now() - stood)).toBe(500)
})

test.each(GAMES)('%s: bots in a worker play to the end', { timeout: 60_000 }, async (game) => {
  const made = await device(game)
  made.slowBots = true
  const { table, person } = await made.table({ level: 'sharp' })
  person.say({ t: 'start' })
  await playOut(table, [person], made.time)
  expect(person.now!.status).toBe('over')
  expect(table.kept.entries.filter(([, seat]) => seat > 0).length).toBeGreaterThan(2)
})

test.each(TURNS.slice(0, 1))('%s: a device that slept goes on where it stopped', async (game) => {
  const made = await device(game)
  const { table, person } = await made.table()
  person.say({ t: 'start' })
  await made.time.pass(100)
  made.time.time += 3_600_000
  await made.time.pass(0)
  await made.time.pass(1)
  expect(table.match!.clock).toBeLessThan(60_000)
  expect(table.play!.time.now()).toBeLessThan(60_000)
})

test.each(TURNS.slice(0, 1))('%s: a hidden page stands still, and a faster pace is faster', async (game) => {
  const made = await device(game)
  made.pace = 10
  const { table, person } = await made.table()
  person.say({ t: 'start' })
  await made.time.pass(10)
  person.say({ t: 'hidden', hidden: true })
  await made.time.pass(600_000)
  expect(table.play!.time.now()).toBeCloseTo(100, 0)
  person.say({ t: 'hidden', hidden: false })
  await made.time.pass(10)
  expect(table.play!.time.now()).toBeCloseTo(200, 0)
})

test.each(BELLS)('%s: rings on one device are judged by their own time stamps, in one verdict', async (game) => {
  const made = await device(game)
  const { table, person: ada } = await made.table({ seats: 3, options: { flip: 'automatic' }, level: 'novice' })
  const [ben, cleo] = [new Person(table, made.time), new Person(table, made.time)]
  await settled()
  ben.say({ t: 'sit', seat: 1, name: 'Ben', colour: 1 })
  cleo.say({ t: 'sit', seat: 2, name: 'Cleo', colour: 2 })
  await settled()
  expect([ben.you, cleo.you]).toEqual([1, 2])
  ada.say({ t: 'start' })
  const [ring] = made.parts.code.description.races!
  await made.time.pass(60_000, () => ada.all('event').some(({ reveal }) => reveal))
  const reveal = ada.all('event').findLast((event) => event.reveal)!
  const shown = reveal.at
  await made.time.pass(shown + 480 - made.time.now())
  cleo.act(ring, reveal.n, 455) // pressed last, handled first
  await made.time.pass(10)
  ada.act(ring, reveal.n, 430)
  ben.act(ring, reveal.n, 440)
  await made.time.pass(1000, () => ada.all('race').length > 0)
  for (const person of [ada, ben, cleo]) {
    expect(person.all('race')).toHaveLength(1)
    const [race] = person.all('race')
    expect(race!.reveal).toBe(reveal.n)
    expect(race!.rings.map(({ seat, ms }) => [seat, ms])).toEqual([
      [0, 430],
      [1, 440],
      [2, 455],
    ])
  }
  expect(made.time.now() - shown).toBeLessThan(430 + 300)
  const rings = table.kept.entries.filter(([, , action]) => action === ring)
  expect(rings.map(([, seat]) => seat)).toEqual([0, 1, 2])
  expect(rings[1]![0] - rings[0]![0]).toBe(10)
  const replay = await replayOf(logOf(table.kept), made.parts)
  const race = replay.events.find((event) => event.t === 'race')!
  expect(race.rings).toEqual(ada.all('race')[0]!.rings)
})

test('people come and go; the host decides', async () => {
  const made = await device(TURNS[0]!)
  const { table, person: ada } = await made.table({ seats: 3 })
  const ben = new Person(table, made.time)
  await settled()
  expect(ben.now!.watching).toBe(1)
  ben.say({ t: 'start' })
  ben.say({ t: 'sit', seat: 0, name: 'Ben' })
  ben.say({ t: 'sit', seat: 1, name: ' Ben  B. ', colour: 3 })
  await settled()
  expect(ben.all('refused').map(({ says }) => says)).toEqual(['only seated players can do that.', 'seat 1 is taken.'])
  expect(ada.now!.seats[1]).toMatchObject({ name: 'Ben B.', colour: 3, bot: null })
  ada.say({ t: 'bot', seat: 2, level: 'sharp' })
  ada.say({ t: 'options', level: 'novice', seats: 1 })
  ada.say({ t: 'options', options: { nothing: 1 } })
  ben.say({ t: 'emote', kind: 'wow' })
  await settled()
  expect(ada.all('refused')).toHaveLength(2)
  expect(ada.all('sign')).toEqual([{ t: 'sign', seat: 1, kind: 'wow' }])
  expect(ada.now!.seats[2]!.bot).toBe('sharp')
  ada.say({ t: 'start' })
  ada.say({ t: 'remove', seat: 1, bot: true })
  await settled()
  expect(ben.you).toBeNull()
  expect(ben.legal).toEqual([])
  expect(ada.now!.seats[1]!.bot).toBe('casual')
  ada.say({ t: 'leave' })
  await settled()
  expect(ada.now!.seats.map(({ bot }) => bot)).toEqual(['casual', 'casual', 'sharp'])
  await playOut(table, [], made.time)
  expect(ada.now!.status).toBe('over')
  ada.leave()
  ben.leave()
  await settled()
  expect(await made.store.table('local-test')).toBeUndefined() // nobody can come back to it
})

describe.each(GAMES)('the tempo of bots in %s', (game) => {
  test('shortens their pauses, but in a race it changes nothing', async () => {
    const made = await device(game)
    const { table, person } = await made.table()
    person.say({ t: 'start' })
    await settled()
    const match = table.match!
    const pauses = (['calm', 'normal', 'fast'] as const).map((tempo) => {
      const think = (_seat: number, _seen: Uint8Array, moves: number[]) => ({
        action: moves[0]!,
        at: match.clock + 4000,
      })
      const bots = new LocalBots(match, { seat: () => undefined, close: () => undefined, think }, () => undefined)
      bots.tempo = tempo
      for (let seat = 0; seat < match.seats; seat++) if (match.legal(seat).length) bots.seat(seat, 'casual', 1n)
      bots.ask()
      return bots.earliest()!.at - match.clock
    })
    expect(pauses).toEqual(TURNS.includes(game) ? [4000, 2000, 1000] : [4000, 4000, 4000])
  })

  test('can be changed during a match, and is kept', async () => {
    const made = await device(game)
    const { person } = await made.table()
    person.say({ t: 'start' })
    person.say({ t: 'options', tempo: 'fast' })
    await settled()
    expect(person.now!.tempo).toBe('fast')
    person.say({ t: 'options', tempo: 'calm', seats: 2 })
    await settled()
    expect(person.all('refused')).toHaveLength(1)
    await made.time.pass(100)
    expect((await made.reload()).now().tempo).toBe('fast')
  })
})

describe.each(gamesWith(({ races, oneVerdict }) => races !== null && !oneVerdict))('the timer of %s', (game) => {
  test('runs quickly when everybody is done, and bots use all of their time', async () => {
    const made = await device(game)
    const { table, person } = await made.table()
    person.say({ t: 'start' })
    await made.time.pass(2000)
    const { phase } = table.play!
    const entries = table.kept.entries.length
    expect(person.now!.done).toEqual([])
    person.say({ t: 'done' })
    await settled()
    expect(person.now!.pace).toBe(20)
    const began = made.time.now()
    await made.time.pass(10_000, () => table.play!.phase !== phase)
    expect(made.time.now() - began).toBeLessThan(4000)
    expect(table.kept.entries.slice(entries).some(([, seat]) => seat !== 0)).toBe(true)
    await settled()
    expect(person.now!.pace).toBe(1)
    expect(person.now!.done).toEqual([])
  })

  test('runs as usual for whoever acts after all', async () => {
    const made = await device(game)
    const { person } = await made.table()
    person.say({ t: 'start' })
    await made.time.pass(2000)
    person.say({ t: 'done' })
    await settled()
    person.act(person.legal[0]!)
    await settled()
    expect(person.now!.pace).toBe(1)
    expect(person.now!.done).toEqual([])
  })
})

describe.each([...BELLS, ...TURNS])('%s', (game) => {
  test('has no time that could be skipped', async () => {
    const made = await device(game)
    const { person } = await made.table()
    person.say({ t: 'start' })
    await settled()
    expect(person.now!.done ?? null).toBeNull()
    person.say({ t: 'done' })
    await settled()
    expect(person.all('refused')).toHaveLength(1)
  })
})
