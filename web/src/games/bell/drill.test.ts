import { describe, expect, it } from 'vitest'
import { deck as fruits } from '../piccolo/deck'
import { piccolo } from '../piccolo/game'
import { deck as things } from '../piccolo_twist/deck'
import { piccoloTwist } from '../piccolo_twist/game'
import { CARDS, Drill, FALSE_MS, LOST_MS, median, STAGES } from './drill'
import { fives } from './five'

const GAMES = [
  { game: piccolo, deck: fruits },
  { game: piccoloTwist, deck: things },
]

describe('the decks', () => {
  it('have as many cards as the games', () => {
    expect(fruits).toHaveLength(55)
    expect(things).toHaveLength(56)
  })
})

describe.each(GAMES)('a drill of $game.name', ({ game, deck }) => {
  const drillOf = (seed: number, stage = 2) => new Drill(deck, game.kinds, seed, STAGES[stage]!)

  it('deals the same cards for the same seed', () => {
    const [one, other] = [drillOf(5), drillOf(5)]
    for (let number = 0; number < CARDS; number++) {
      one.deal(number * 1000)
      other.deal(number * 1000)
      expect(one.tops).toEqual(other.tops)
    }
    expect(one.done).toBe(true)
    const tops = [1, 2, 3, 4].map((seed) => {
      const drill = drillOf(seed)
      drill.deal(0)
      return JSON.stringify(drill.tops)
    })
    expect(new Set(tops).size).toBeGreaterThan(1)
  })

  it.each(STAGES.map((_, stage) => stage))(
    'has five to nine fives for a player who rings them all, stage %i',
    (stage) => {
      for (let seed = 1; seed <= 25; seed++) {
        const drill = drillOf(seed, stage)
        for (let number = 0; number < CARDS; number++) {
          drill.deal(number * 1000)
          expect(drill.five !== null).toBe(fives(drill.tops, game.kinds).length > 0)
          if (drill.five) expect(drill.ring(number * 1000 + 400)).toMatchObject({ what: 'right', time: 400 })
        }
        const { fives: found, times, missed, wrong, score } = drill.result()
        expect(found).toBeGreaterThanOrEqual(5)
        expect(found).toBeLessThanOrEqual(9)
        expect({ times: new Set(times), missed, wrong, score }).toEqual({
          times: new Set([400]),
          missed: 0,
          wrong: 0,
          score: 400,
        })
      }
    },
  )

  it('counts missed fives and false rings', () => {
    const drill = drillOf(3)
    for (let number = 0; number < CARDS; number++) {
      drill.deal(number * 1000)
      if (number === 0) {
        expect(drill.ring(300).what).toBe('false')
        expect(drill.ring(400).what).toBe('ignored') // locked until the next card
      }
    }
    const { fives: found, missed, times, wrong, score } = drill.result()
    expect(found).toBeGreaterThan(0)
    expect({ missed, times, wrong }).toEqual({ missed: found, times: [], wrong: 1 })
    expect(score).toBe(LOST_MS + FALSE_MS / found)
  })

  it('takes the open cards after a right ring, and times a five from when it is on the screen', () => {
    const drill = drillOf(1)
    let now = 0
    while (!drill.five) drill.deal((now += 1000))
    drill.shown(now + 16)
    drill.shown(now + 500) // only the first time counts
    expect(drill.ring(now + 516)).toMatchObject({ what: 'right', time: 500 })
    expect(drill.tops.every((top) => top === null)).toBe(true)
    expect(drill.ring(now + 600).what).toBe('ignored')
  })

  it('accepts a ring just after the five has been covered', () => {
    for (let seed = 1; ; seed++) {
      const drill = drillOf(seed)
      let now = 0
      while (!drill.five) drill.deal((now += 1000))
      const kept = drill.fives.length
      drill.deal(now + 1000)
      if (drill.five || drill.fives.length > kept) continue // it still stands, or there is another one
      expect(drill.ring(now + 1249)).toMatchObject({ what: 'right', time: 1249 })
      break
    }
  })
})

describe('the median', () => {
  it('is the time in the middle', () => {
    expect(median([])).toBe(null)
    expect(median([700, 300, 500])).toBe(500)
  })
})
