import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Description } from '../engine/description'
import { words } from '../words'
import { dealOfDay } from './daily'
import { compare, dealKey, dealOf, packDeal, shortName, unpackDeal, type Deal } from './deal'
import { packLog, writeLog } from './log'
import type { KeptMatch } from './store'

const ENGINE = new URL('../../engine/', import.meta.url)
const DESCRIPTIONS = readdirSync(ENGINE)
  .filter((name) => name.endsWith('.json') && name !== 'sources.json')
  .map((name) => JSON.parse(readFileSync(new URL(name, ENGINE), 'utf8')) as Description)
const about = DESCRIPTIONS[0]!
const describeGame = (game: string) => Promise.resolve(DESCRIPTIONS.find((each) => each.game === game) ?? null)
const read = (text: string) => unpackDeal(text, describeGame)

const deal: Deal = {
  game: about.game,
  rules: about.version,
  options: {},
  seed: 2n ** 63n - 25n,
  levels: ['casual', null, 'sharp'],
  results: [{ name: 'Ada', points: 42, won: true }],
}

/** A link with something else in one place. */
async function altered(place: number, value: unknown): Promise<string> {
  const { unpackLog } = await import('./log')
  const parts = JSON.parse(await unpackLog(await packDeal(deal, about))) as unknown[]
  parts[place] = value
  return packLog(JSON.stringify(parts))
}

describe('a link', () => {
  test.each(DESCRIPTIONS)('carries a deal of $title, and is short', async (description) => {
    const option = description.options.find(({ kind }) => kind === 'choice')!
    const own = {
      ...deal,
      game: description.game,
      rules: description.version,
      options: { [option.name]: option.values.find((value) => value !== option.default) },
      results: [...deal.results, { name: 'Ben', points: -3, won: false }],
    }
    const packed = await packDeal(own, description)
    expect(packed).toMatch(/^[\w-]+$/)
    expect(packed.length).toBeLessThan(300)
    expect(packed).not.toContain(String(own.seed))
    expect(await read(packed)).toEqual(own)
  })

  test('that is broken is refused in one sentence', async () => {
    const packed = await packDeal(deal, about)
    const broken = [
      '',
      'd',
      'nonsense',
      packed.slice(0, -8),
      packed.slice(0, 30),
      await packLog('{}'),
      await packLog('not JSON'),
      await altered(1, 7),
      await altered(3, 'x'),
      await altered(3, '-5'),
      await altered(4, ['casual', 'casual']),
      await altered(4, [null, null]),
      await altered(4, [null, 'genius']),
      await altered(4, [null, ...new Array<string>(40).fill('casual')]),
      await altered(5, { nothing: 1 }),
      await altered(5, [1]),
      await altered(7, 'x'),
      await altered(7, [[1, 2, 3]]),
      await altered(7, [['Ada', 1e9, 1]]),
      await altered(7, [['Ada', null, 1]]),
    ]
    for (const each of broken) await expect(read(each), each).rejects.toThrow(words.deal.broken)
  })

  test('of other rules, other defaults, another game or a newer page says so', async () => {
    await expect(read(await altered(2, about.version + 1))).rejects.toThrow(words.deal.otherRules(about.title))
    await expect(read(await altered(6, '000000'))).rejects.toThrow(words.deal.otherRules(about.title))
    await expect(read(await altered(1, 'whist'))).rejects.toThrow(words.deal.noGame)
    await expect(read(await altered(0, 2))).rejects.toThrow(words.deal.newer)
  })

  test('has at most eight results, with names of at most 24 letters', async () => {
    const many = Array.from({ length: 11 }, (_, number) => [`\u0007 ${'x'.repeat(30)}`, number, 0])
    const { results } = await read(await altered(7, many))
    expect(results.map(({ points }) => points)).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
    expect(results[0]!.name).toBe('x'.repeat(24))
    expect((await read(await altered(7, [['', 1, 1]]))).results[0]!.name).toBe(words.name.guest)
    expect(shortName('👩‍👩‍👧'.repeat(20)).length).toBeLessThan(60)
  })

  test('names a day only if it is the deal of that day', async () => {
    const day = dealOfDay('2026-11-16', about)
    expect(await read(await packDeal(day, about))).toEqual(day)
    expect((await read(await packDeal({ ...day, day: '2026-11-17' }, about))).day).toBeUndefined()
  })
})

describe('the deal of a match', () => {
  const header = { game: about.game, rules: about.version, seats: 3, options: {}, seed: 77n, clock: 5 }
  const kept: KeptMatch = {
    id: 'local-1',
    started: 0,
    ended: 1,
    result: { scores: [9, 12, 7], winners: [1] },
    log: writeLog({ header, entries: [] }),
    levels: ['casual', null, 'casual'],
  }
  const origin = {
    kind: 'deal' as const,
    results: Array.from({ length: 8 }, () => deal.results[0]!),
    day: '2026-11-16',
  }

  test('carries your result, after those of others', () => {
    const own = { name: 'Ben', points: 12, won: true }
    expect(dealOf(kept, about, ' Ben')).toMatchObject({ seed: 77n, levels: kept.levels, results: [own] })
    const passedOn = dealOf({ ...kept, origin }, about, 'Ben')!
    expect(passedOn.results).toEqual([...origin.results.slice(1), own])
    expect(passedOn.day).toBe('2026-11-16')
  })

  test('is there only if one person played the whole of it', () => {
    expect(dealOf({ ...kept, levels: undefined }, about, 'Ben')).toBeNull()
    expect(dealOf({ ...kept, levels: [null, null, 'casual'] }, about, 'Ben')).toBeNull()
    expect(dealOf({ ...kept, origin: { kind: 'position', match: 'x', ms: 1 } }, about, 'Ben')).toBeNull()
    const older = writeLog({ header: { ...header, rules: about.version - 1 }, entries: [] })
    expect(dealOf({ ...kept, log: older }, about, 'Ben')).toBeNull()
  })

  test('has the same key for everybody', () => {
    expect(dealKey(deal)).toBe(dealKey({ ...deal, seed: deal.seed }))
    expect(dealKey(deal)).not.toBe(dealKey({ ...deal, seed: 5n }))
  })
})

describe('results are compared', () => {
  const result = (name: string, points: number, won = false) => ({ name, points, won })

  test('by points, and by a win first', () => {
    const others = [result('Ben', 30), result('Cleo', 25, true), result('Dan', 50)]
    const places = (lowest: boolean) =>
      compare(result('Ada', 30), others, lowest).map(({ name, place }) => [name, place])
    expect(places(false)).toEqual([
      ['Cleo', 1],
      ['Dan', 2],
      ['Ada', 3],
      ['Ben', 3],
    ])
    expect(places(true)).toEqual([
      ['Cleo', 1],
      ['Ada', 2],
      ['Ben', 2],
      ['Dan', 4],
    ])
  })

  test('and yours is marked', () => {
    const found = compare(result('Ada', 3, true), [result('Ada', 3, false)], false)
    expect(found.map(({ yours }) => yours)).toEqual([true, false])
  })
})
