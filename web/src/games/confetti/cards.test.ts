import { describe, expect, it } from 'vitest'
import { kindsOf, nearest, placesAt, setsIn, SPOTS } from './cards'

const count = (hand: string) => setsIn(hand.split(' ')).length

describe('sets', () => {
  it('are counted as the rulebook’s examples say (CON-100 to CON-105)', () => {
    expect(count('GOP OYG RGB')).toBe(1)
    expect(count('YRB BOY GBO OGR')).toBe(2)
    expect(count('BOG OYB GPY YGO OBP')).toBe(4)
    expect(count('ROY OYR YRO')).toBe(3)
    expect(count('ROY OYR YRO GBP BPG PGB RYB YBR BRY')).toBe(9)
    expect(count('BYP ROG RGB YGO YGB PGR')).toBe(0)
    expect(count('RPG BRO RYG OPR GRO BYR')).toBe(2)
  })

  it('lie on three different cards', () => {
    for (const { cards } of setsIn(['ROY', 'OYR', 'YRO'])) expect(new Set(cards).size).toBe(3)
  })

  it('know what is missing', () => {
    expect(nearest(['ROY'])).toEqual({ kind: 0, has: ['small'], wants: ['medium', 'big'] })
    expect(nearest(['ROY', 'GRB'])).toEqual({ kind: 0, has: ['small', 'medium'], wants: ['big'] })
    expect(nearest([])).toBeNull()
  })
})

describe('a card', () => {
  it('has kinds by size', () => expect(kindsOf('ROP')).toEqual([0, 1, 5]))

  it('keeps its circles off the edge, overlapping a little', () => {
    const { small, medium, big } = SPOTS
    for (const { x, y, r } of [small, medium, big]) {
      expect(Math.min(x - r, y - r, 100 - x - r, 100 - y - r)).toBeGreaterThan(6)
    }
    const gap = (a: typeof big | typeof medium | typeof small, b: typeof a) =>
      Math.hypot(a.x - b.x, a.y - b.y) - a.r - b.r
    for (const each of [gap(small, medium), gap(small, big), gap(medium, big)]) {
      expect(each).toBeLessThan(0)
      expect(each).toBeGreaterThan(-6)
    }
  })
})

describe('places at an edge', () => {
  it('stay as they are, and gaps are filled first', () => {
    let places = placesAt([], [5, 9], 4)
    expect(places).toEqual([5, 9, null, null])
    places = placesAt(places, [9], 4)
    expect(places).toEqual([null, 9, null, null])
    places = placesAt(places, [2, 9, 40], 4)
    expect(places).toEqual([2, 9, 40, null])
  })

  it('grow beyond the limit and shrink again', () => {
    const places = placesAt([], [1, 2, 3], 2)
    expect(places).toEqual([1, 2, 3])
    expect(placesAt(places, [1], 2)).toEqual([1, null])
  })
})
