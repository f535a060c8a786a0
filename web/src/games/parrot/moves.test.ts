import { describe, expect, it } from 'vitest'
import { floatFrom, floating, floatTo, isFloat, isPlace, isReveal, opening, revealing } from './moves'
import { Act } from './rules.gen'

describe('actions', () => {
  it('number the 28 openings in order', () => {
    const all = []
    for (let a = 0; a < 8; a += 1) for (let b = a + 1; b < 8; b += 1) all.push(opening(b, a))
    expect(all).toEqual(Array.from({ length: 28 }, (_, number) => number))
  })

  it('say from where to where a Parrot floats', () => {
    expect(floating(4, 1)).toBe(Act.FLOAT + 33)
    expect([floatFrom(Act.FLOAT + 33), floatTo(Act.FLOAT + 33)]).toEqual([4, 1])
  })

  it('know their kind', () => {
    expect([Act.PLACE, Act.PLACE + 7].every(isPlace)).toBe(true)
    expect([Act.TAKE, Act.REVEAL].some(isPlace)).toBe(false)
    expect([revealing(0), revealing(7)].every(isReveal)).toBe(true)
    expect(isFloat(Act.FLOAT + 63)).toBe(true)
    expect([Act.PASS, Act.LEAVE].some(isFloat)).toBe(false)
  })
})
