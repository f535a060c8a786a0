/**
 * A deal that several people play, each alone against the same bots: game, rules, options, bots and seed, with the results
 * so far. It travels in a link, `#/deal/PACKED`, so friends need no server.
 *
 * Whoever decodes the link finds the seed, and so the cards. Between friends that is fine: nothing on the page shows it
 * before the match is over.
 */

import type { Description } from '../engine/description'
import { MOST_NAME } from '../net/messages'
import { words } from '../words'
import { daySeed } from './daily'
import { BadRequest } from './game'
import { packLog, readLog, unpackLog } from './log'
import { sha256 } from './sha256'
import { checkedSetup } from './setup'
import type { Begun, DealResult, KeptMatch } from './store'

export interface Deal {
  game: string
  rules: number // version
  options: Record<string, unknown> // that are not the default
  seed: bigint
  levels: (string | null)[] // of the bots, by seat; null is the seat of the person
  results: DealResult[] // the latest last
  day?: string // whose deal it is, such as 2026-11-16
}

const FORM = 1 // of a link
const MOST_RESULTS = 8
const MOST_POINTS = 1_000_000

const optionsDigest = (options: Record<string, unknown>): string => sha256(JSON.stringify(options)).slice(0, 6)

/** All options with their values, in the order of the game. */
function allOptions(description: Description, { game, levels, options }: Deal): Record<string, unknown> {
  const level = levels.find((each) => each !== null) ?? description.bots.names[0]!
  return checkedSetup(description, { game, seats: levels.length, options, level }).options
}

/** A name as it is shown: control characters are removed, and it is cut to the longest that a player can have. */
export const shortName = (name: string): string => [...name.replace(/\p{C}/gu, '').trim()].slice(0, MOST_NAME).join('')

/** The same deal, whoever plays it, has the same key. */
export const dealKey = ({ game, rules, seed }: Pick<Deal, 'game' | 'rules' | 'seed'>): string =>
  sha256(`parlour deal:${game}:${rules}:${seed}`).slice(0, 16)

/** The deal of a match that one person played alone against bots, with its result; null for any other match. */
export function dealOf(kept: KeptMatch, description: Description, name: string): Deal | null {
  const { levels, origin, result } = kept
  if (!levels || levels.filter((level) => level === null).length !== 1 || origin?.kind === 'position') return null
  const { header } = readLog(kept.log)
  if (header.rules !== description.version) return null
  const isDefault = (option: string, value: unknown) =>
    JSON.stringify(value) === JSON.stringify(description.options.find((each) => each.name === option)?.default)
  const options = Object.fromEntries(Object.entries(header.options).filter((option) => !isDefault(...option)))
  const seat = levels.indexOf(null)
  const own = { name: shortName(name), points: result.scores[seat]!, won: result.winners.includes(seat) }
  return {
    game: header.game,
    rules: header.rules,
    options,
    seed: header.seed,
    levels,
    results: [...(origin?.results ?? []), own].slice(-MOST_RESULTS),
    ...(origin?.day !== undefined && { day: origin.day }),
  }
}

type Packed = [
  form: number,
  game: string,
  rules: number,
  seed: string,
  levels: (string | null)[],
  options: Record<string, unknown>,
  digest: string, // of all options: another version of the page may have other defaults
  results: [name: string, points: number, won: number][],
  day: string | null,
]

export function packDeal(deal: Deal, description: Description): Promise<string> {
  const { game, rules, options, seed, levels, results, day } = deal
  const packed: Packed = [
    FORM,
    game,
    rules,
    String(seed),
    levels,
    options,
    optionsDigest(allOptions(description, deal)),
    results.map(({ name, points, won }) => [name, points, Number(won)]),
    day ?? null,
  ]
  return packLog(JSON.stringify(packed))
}

/** The results as a page may show them: links are not to be trusted. */
function checkedResults(results: unknown): DealResult[] {
  if (!Array.isArray(results)) throw new BadRequest(words.deal.broken)
  return results.slice(-MOST_RESULTS).map((each: unknown) => {
    const [name, points, won] = Array.isArray(each) ? (each as unknown[]) : []
    if (typeof name !== 'string' || !Number.isInteger(points) || Math.abs(Number(points)) > MOST_POINTS)
      throw new BadRequest(words.deal.broken)
    return { name: shortName(name) || words.name.guest, points: Number(points), won: Boolean(won) }
  })
}

/** Reads what a link carries. A BadRequest says in one sentence what is wrong with it. */
export async function unpackDeal(text: string, describe: (game: string) => Promise<Description | null>): Promise<Deal> {
  const read = await unpackLog(text)
    .then((json) => JSON.parse(json) as unknown)
    .catch(() => null)
  if (!Array.isArray(read)) throw new BadRequest(words.deal.broken)
  const [form, game, rules, seed, levels, options, digest, results, day] = read as Partial<Packed>
  if (typeof form === 'number' && form > FORM) throw new BadRequest(words.deal.newer)
  if (typeof game !== 'string' || typeof rules !== 'number' || !/^\d{1,19}$/.test(String(seed)))
    throw new BadRequest(words.deal.broken)
  const description = await describe(game)
  if (!description) throw new BadRequest(words.deal.noGame)
  if (rules !== description.version) throw new BadRequest(words.deal.otherRules(description.title))
  const { names } = description.bots
  const known = (level: unknown) => level === null || (typeof level === 'string' && names.includes(level))
  if (!Array.isArray(levels) || !levels.every(known) || levels.filter((level) => level === null).length !== 1)
    throw new BadRequest(words.deal.broken)
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw new BadRequest(words.deal.broken)
  const deal: Deal = { game, rules, options, seed: BigInt(seed!), levels, results: checkedResults(results) }
  let same: boolean
  try {
    same = optionsDigest(allOptions(description, deal)) === digest
  } catch (error) {
    if (error instanceof BadRequest) throw new BadRequest(words.deal.broken)
    throw error
  }
  if (!same) throw new BadRequest(words.deal.otherRules(description.title))
  if (typeof day === 'string' && daySeed(day, game) === deal.seed) deal.day = day
  return deal
}

/** How a table begins at which somebody plays a deal. */
export const withDeal = ({ seed, levels, results, day }: Deal): Begun => ({
  seat: levels.indexOf(null),
  levels,
  beginning: { seed, origin: { kind: 'deal', results, ...(day !== undefined && { day }) } },
})

// Comparison

export interface Compared extends DealResult {
  yours: boolean
  place: number // equal results share a place
}

/** Your result among those of others who played the same deal, best first: a win counts more than points. */
export function compare(own: DealResult, others: DealResult[], lowest: boolean): Compared[] {
  const better = (a: DealResult, b: DealResult) =>
    Number(b.won) - Number(a.won) || (lowest ? a.points - b.points : b.points - a.points)
  const all = [{ ...own, yours: true }, ...others.map((each) => ({ ...each, yours: false }))]
  return all
    .map((each) => ({ ...each, place: 1 + all.filter((other) => better(other, each) < 0).length }))
    .sort((a, b) => a.place - b.place)
}
