import { describe, expect, it } from 'vitest'
import type { KeptResult } from './results'
import { asCsv, fromPast, median, statisticsOf, weekOf } from './statistics'

const DAY = 24 * 3600 * 1000
const MONDAY = new Date(2026, 10, 16).getTime()

let number = 0
const result = (more: Partial<KeptResult> = {}): KeptResult => {
  number += 1
  return {
    id: `match-${number}`,
    at: MONDAY + number,
    game: 'parrot',
    title: 'Parrot',
    own: [0],
    names: ['Ada', 'Robin'],
    bots: [null, 'casual'],
    scores: [10, 20],
    winners: [0],
    lowest: true,
    rings: [],
    ...more,
  }
}

describe('statistics', () => {
  it('counts matches, wins and typical scores by game', () => {
    const [first, second, ...rest] = statisticsOf([
      result(),
      result({ scores: [30, 20], winners: [1] }),
      result({ scores: [14, 20] }),
      result({ game: 'piccolo', title: 'Piccolo', lowest: false, scores: [40, 16] }),
    ])
    expect(rest).toEqual([])
    expect(first).toMatchObject({ game: 'parrot', matches: 3, alone: 3, wins: 2, typical: 14, best: 10 })
    expect(second).toMatchObject({ game: 'piccolo', matches: 1, wins: 1, best: 40 })
  })

  it('counts people by name and bots by level, each once in a match', () => {
    const [game] = statisticsOf([
      result({ names: ['Ada', 'Mia', 'Robin', 'Olive'], bots: [null, null, 'casual', 'casual'], scores: [1, 2, 3, 4] }),
      result({ winners: [1], scores: [3, 2] }),
    ])
    expect(game!.opponents).toEqual([
      { name: 'casual', bot: true, matches: 2, wins: 1 },
      { name: 'Mia', bot: false, matches: 1, wins: 1 },
    ])
  })

  it('counts matches of several players on one device, but no wins', () => {
    const [game] = statisticsOf([result({ own: [0, 1], bots: [null, null] })])
    expect(game).toMatchObject({ matches: 1, alone: 0, wins: 0, typical: null, best: null, opponents: [] })
  })

  it('leaves out matches that were only watched', () => {
    expect(statisticsOf([result({ own: [] })])).toEqual([])
  })

  it('takes reaction times by week', () => {
    const [game] = statisticsOf([
      result({ at: MONDAY - DAY, rings: [400, 200, 300] }),
      result({ at: MONDAY + 1, rings: [250] }),
      result({ at: MONDAY + 6 * DAY, rings: [150] }),
    ])
    expect(game!.weeks.map(({ from, rings, median, fastest }) => [from, rings, median, fastest])).toEqual([
      [weekOf(MONDAY - DAY), 3, 300, 200],
      [MONDAY, 2, 200, 150],
    ])
  })

  it('finds the best moments', () => {
    const all = [
      result({ scores: [10, 11], rings: [300] }),
      result({ scores: [5, 25], rings: [180, 220] }),
      result({ scores: [30, 3], winners: [1] }),
    ]
    expect(statisticsOf(all)[0]!.moments).toEqual([
      { kind: 'streak', value: 2, at: all[1]!.at, match: null },
      { kind: 'ring', value: 180, at: all[1]!.at, match: all[1]!.id },
      { kind: 'margin', value: 20, at: all[1]!.at, match: all[1]!.id },
      { kind: 'narrow', value: 1, at: all[0]!.at, match: all[0]!.id },
    ])
  })

  it('includes matches from before results were kept, unless they were deleted', () => {
    const past = {
      match: 'old',
      table: 't',
      game: 'parrot',
      title: 'Parrot',
      at: 50,
      names: ['Ada', 'Robin'],
      scores: [1, 2],
      winners: [0],
      you: 0,
      best: 210,
    }
    const lowest = () => true
    expect(fromPast([past], new Set(), 0, lowest)).toMatchObject([{ id: 'old', own: [0], lowest: true, rings: [210] }])
    expect(fromPast([past], new Set(['old']), 0, lowest)).toEqual([])
    expect(fromPast([past], new Set(), 50, lowest)).toEqual([])
    expect(fromPast([{ ...past, you: null }], new Set(), 0, lowest)).toEqual([])
  })

  it('writes a table for spreadsheets, in which no name is a formula', () => {
    const lines = asCsv([
      result({ id: 'm', at: 0, names: ['Ada "A", B', '=HYPERLINK(1)'], scores: [-3, 2], rings: [200, 301] }),
    ]).split('\r\n')
    expect(lines[0]).toBe('match,date,game,player,bot,you,score,won,rings,median_ring_ms')
    expect(lines[1]).toBe('m,1970-01-01T00:00:00.000Z,parrot,"Ada ""A"", B",,1,-3,1,2,250.5')
    expect(lines[2]).toBe("m,1970-01-01T00:00:00.000Z,parrot,'=HYPERLINK(1),casual,0,2,0,,")
  })

  it('knows the median', () => {
    expect(median([])).toBeNull()
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
  })
})
