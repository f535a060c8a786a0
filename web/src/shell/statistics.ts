/** Statistics of the matches on this device. */

import type { PastMatch } from '../kit/memory'
import type { KeptResult } from './results'

export interface Opponent {
  /** A person's name, or the level of bots. */
  name: string
  bot: boolean
  matches: number
  wins: number
}

export interface GameStatistics {
  game: string
  title: string
  matches: number
  wins: number
  /** Matches with one seat of this device, of which wins can be counted. */
  alone: number
  typical: number | null // the median of your scores
  best: number | null
  opponents: Opponent[] // most matches first
  weeks: Week[] // with rings; oldest first
  moments: Moment[]
}

export interface Week {
  from: number // ms since 1970: midnight before Monday
  rings: number
  median: number
  fastest: number
}

export interface Moment {
  kind: 'streak' | 'ring' | 'margin' | 'narrow'
  value: number
  at: number
  match: string | null // that can be replayed
}

const DAY_MS = 24 * 3600 * 1000
const SHORT_STREAK = 2 // is not worth telling

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  if (!sorted.length) return null
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Midnight before the Monday of a moment's week, in local time. */
export function weekOf(at: number): number {
  const day = new Date(at)
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7))
  return day.getTime()
}

/** Matches from before results were kept: what the list of past matches knows of them. */
export function fromPast(
  past: readonly PastMatch[],
  known: ReadonlySet<string>,
  since: number,
  lowestWins: (game: string) => boolean,
): KeptResult[] {
  return past
    .filter(({ match, at, you, practice }) => !known.has(match) && at > since && you !== null && !practice)
    .map(({ match, at, game, title, names, scores, winners, you, best }) => ({
      id: match,
      at,
      game,
      title,
      own: [you!],
      names,
      bots: names.map(() => null),
      scores,
      winners,
      lowest: lowestWins(game),
      rings: best === undefined ? [] : [best],
    }))
}

const isWin = ({ own, winners }: KeptResult): boolean => own.length === 1 && winners.includes(own[0]!)

function opponentsOf(results: readonly KeptResult[]): Opponent[] {
  const found = new Map<string, Opponent>()
  for (const result of results) {
    if (result.own.length !== 1) continue
    const met = new Set<string>() // two bots of one level are one opponent
    result.names.forEach((name, seat) => {
      if (result.own.includes(seat)) return
      const bot = result.bots[seat] ?? null
      const key = bot === null ? `name ${name}` : `bot ${bot}`
      if (met.has(key)) return
      met.add(key)
      const opponent = found.get(key) ?? { name: bot ?? name, bot: bot !== null, matches: 0, wins: 0 }
      opponent.matches += 1
      opponent.wins += Number(isWin(result))
      found.set(key, opponent)
    })
  }
  return [...found.values()].sort((a, b) => b.matches - a.matches || a.name.localeCompare(b.name))
}

function weeksOf(results: readonly KeptResult[]): Week[] {
  const rings = new Map<number, number[]>()
  for (const { at, own, rings: times } of results)
    if (own.length === 1 && times.length) rings.set(weekOf(at), [...(rings.get(weekOf(at)) ?? []), ...times])
  return [...rings]
    .sort(([a], [b]) => a - b)
    .map(([from, times]) => ({
      from,
      rings: times.length,
      median: Math.round(median(times)!),
      fastest: Math.min(...times),
    }))
}

/** By how much you were ahead of the best of the others. */
function marginOf({ own, scores, lowest }: KeptResult): number | null {
  const others = scores.filter((_, seat) => seat !== own[0])
  if (!others.length) return null
  return lowest ? Math.min(...others) - scores[own[0]!]! : scores[own[0]!]! - Math.max(...others)
}

function momentsOf(results: readonly KeptResult[]): Moment[] {
  const moments: Moment[] = []
  let run = 0
  let streak: Moment | null = null
  let ring: Moment | null = null
  let clear: Moment | null = null
  let narrow: Moment | null = null
  for (const result of results) {
    if (result.own.length !== 1) continue
    const { at, id: match } = result
    run = isWin(result) ? run + 1 : 0
    if (run > Math.max(SHORT_STREAK - 1, streak?.value ?? 0)) streak = { kind: 'streak', value: run, at, match: null }
    const fastest = Math.min(Infinity, ...result.rings)
    if (fastest < (ring?.value ?? Infinity)) ring = { kind: 'ring', value: fastest, at, match }
    const margin = isWin(result) ? marginOf(result) : null
    if (margin === null || margin < 0) continue // whoever is left at the end may win with fewer points
    if (margin > (clear?.value ?? 0)) clear = { kind: 'margin', value: margin, at, match }
    if (margin > 0 && margin < (narrow?.value ?? Infinity)) narrow = { kind: 'narrow', value: margin, at, match }
  }
  for (const each of [streak, ring, clear, narrow !== null && narrow.match !== clear?.match ? narrow : null])
    if (each) moments.push(each)
  return moments
}

/** By game, most matches first. `results`: oldest first. */
export function statisticsOf(results: readonly KeptResult[]): GameStatistics[] {
  const games = new Map<string, KeptResult[]>()
  for (const result of results)
    if (result.own.length) games.set(result.game, [...(games.get(result.game) ?? []), result])
  return [...games]
    .map(([game, all]): GameStatistics => {
      const alone = all.filter(({ own }) => own.length === 1)
      const scores = alone.map(({ own, scores }) => scores[own[0]!]!)
      const lowest = all.at(-1)!.lowest
      return {
        game,
        title: all.at(-1)!.title,
        matches: all.length,
        alone: alone.length,
        wins: alone.filter(isWin).length,
        typical: median(scores),
        best: scores.length ? (lowest ? Math.min(...scores) : Math.max(...scores)) : null,
        opponents: opponentsOf(all),
        weeks: weeksOf(all),
        moments: momentsOf(all),
      }
    })
    .sort((a, b) => b.matches - a.matches)
}

const quoted = (value: unknown): string => {
  const text = String(value)
  // A cell that begins like a formula would be run by a spreadsheet.
  const safe = /^[=+\-@\t]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line for each player of each match, for spreadsheets. */
export function asCsv(results: readonly KeptResult[]): string {
  const lines = [['match', 'date', 'game', 'player', 'bot', 'you', 'score', 'won', 'rings', 'median_ring_ms']]
  for (const { id, at, game, names, bots, own, scores, winners, rings } of results)
    names.forEach((name, seat) => {
      const yours = own.includes(seat)
      lines.push(
        [
          id,
          new Date(at).toISOString(),
          game,
          name,
          bots[seat] ?? '',
          Number(yours),
          scores[seat] ?? '',
          Number(winners.includes(seat)),
          yours && own.length === 1 ? rings.length : '',
          yours && own.length === 1 ? (median(rings) ?? '') : '',
        ].map(quoted),
      )
    })
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

export const WEEKS = 26 // shown in the chart
export const recentWeeks = (weeks: readonly Week[], now: number): Week[] =>
  weeks.filter(({ from }) => from > now - WEEKS * 7 * DAY_MS)
