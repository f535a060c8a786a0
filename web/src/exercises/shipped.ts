/** The exercises that come with the page, mined from matches between bots by tools/exercises.py; loaded when wanted. */

import type { Log } from '../local/log'
import { once } from '../net/once'

/** By number: the weakest bots that find the best move. */
export const LEVELS = ['novice', 'casual', 'sharp', 'champion']

/** What a move costs, compared with the best one. */
export interface Cost {
  loss: number // of the chance to win, 0 to 1
  points: number // lost; below 0: gained
}

/** A position to solve. */
export interface Exercise {
  id: string
  game: string
  level: number | null // 0 to 3: the weakest bot that finds the best move; null: a mistake of yours
  log: Log
  entry: number // the number of entries before it; the seat is that of the next one
  best: number
  chance: number | null // to win with the best move
  costs: ReadonlyMap<number, Cost> // of other moves, as far as they are known
}

/** As tools/exercises.py writes them. */
export interface Shipped {
  game: string
  rules: number
  matches: {
    seats: number
    seed: number
    log: number[] // of each entry: ms since the one before, seat, action
    positions: [
      entry: number,
      best: number,
      level: number,
      chance: number,
      others: [move: number, loss: number, points: number][],
    ][]
  }[]
}

const WHOLE = 10_000 // a chance of 100 % in the files
const TENTHS = 10 // of points in the files

const FILES = import.meta.glob<string>('../../exercises/*.json', { query: '?url', import: 'default', eager: true })

/** The games that have exercises. */
export const GAMES = Object.keys(FILES).map((path) => path.replace(/^.*\/(.*)\.json$/, '$1'))

export function exercisesOf({ game, rules, matches }: Shipped): Exercise[] {
  return matches.flatMap(({ seats, seed, log, positions }) => {
    const entries: Log['entries'] = []
    let ms = 0
    for (let i = 0; i < log.length; i += 3) entries.push([(ms += log[i]!), log[i + 1]!, log[i + 2]!])
    const whole: Log = { header: { game, rules, seats, options: {}, seed: BigInt(seed), clock: ms }, entries }
    return positions.map(([entry, best, level, chance, others]) => ({
      id: `${game}/${seed}/${entry}`,
      game,
      level,
      log: whole,
      entry,
      best,
      chance: chance / WHOLE,
      costs: new Map(others.map(([move, loss, points]) => [move, { loss: loss / WHOLE, points: points / TENTHS }])),
    }))
  })
}

/** All exercises of a game. */
export const shipped = once(async (game: string): Promise<Exercise[]> => {
  const file = FILES[`../../exercises/${game}.json`]
  if (!file) return []
  const answer = await fetch(file)
  if (!answer.ok) throw new Error(`${answer.url} cannot be loaded (${answer.status})`)
  return exercisesOf((await answer.json()) as Shipped)
})
