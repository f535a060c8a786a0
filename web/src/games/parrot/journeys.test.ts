import { describe, expect, it } from 'vitest'
import { seat, view } from './fakes'
import { journeys } from './journeys'
import { floating, placing, revealing } from './moves'
import { Act } from './rules.gen'

describe('journeys', () => {
  it('bring a card to the hand', () => {
    const before = view({ phase: 'choose', hand: null })
    expect(journeys({ seat: 0, action: Act.DRAW }, before, view()).flights).toEqual([{ from: 'pile', to: 'hand' }])
    expect(journeys({ seat: 0, action: Act.TAKE }, before, view()).flights).toEqual([{ from: 'discard', to: 'hand' }])
  })

  it('put it on a place, and what lay there on the discard pile', () => {
    const after = view({ hand: null, turn: 1, seats: [seat('5 5 8 ? P 3 ? 1'), seat('1 ? ? ? 2 ? ? ?')] })
    expect(journeys({ seat: 0, action: placing(1) }, view(), after)).toEqual({
      flights: [
        { from: '0.1', to: 'discard' },
        { from: 'hand', to: '0.1' },
      ],
      turned: [],
      bird: null,
      dealt: false,
    })
  })

  it('discard it and turn one up', () => {
    const after = view({ hand: null, turn: 1, seats: [seat('5 4 8 ? P 3 ? 1'), seat('1 ? ? ? 2 ? ? ?')] })
    const found = journeys({ seat: 0, action: revealing(1) }, view(), after)
    expect(found.flights).toEqual([{ from: 'hand', to: 'discard' }])
    expect(found.turned).toEqual(['0.1'])
  })

  it('let the Parrot fly (PAR-118), and turn up the rest in a last turn', () => {
    const after = view({ hand: null, turn: 1, seats: [seat('5 P 8 7 5 3 2 1'), seat('1 ? ? ? 2 ? ? ?')] })
    const found = journeys({ seat: 0, action: floating(4, 1) }, view(), after)
    expect(found.bird).toEqual({ from: '0.4', to: '0.1' })
    expect(found.flights).toEqual([
      { from: '0.1', to: 'discard' },
      { from: 'hand', to: '0.4' },
    ])
    expect(found.turned).toEqual(['0.3', '0.6'])
  })

  it('read off what the table did for a slow player', () => {
    const slow = { seat: null, action: null }
    const drawn = view({ phase: 'choose', hand: null })
    const revealed = view({ hand: null, turn: 1, seats: [seat('5 4 8 ? P 3 ? 1'), seat('1 ? ? ? 2 ? ? ?')] })
    expect(journeys(slow, drawn, revealed)).toMatchObject({
      flights: [{ from: 'pile', to: 'discard' }],
      turned: ['0.1'],
    })
    const taken = view({ from_pile: false })
    expect(journeys(slow, taken, revealed).flights).toEqual([
      { from: '0.1', to: 'discard' },
      { from: 'hand', to: '0.1' },
    ])
    expect(journeys({ seat: 0, action: Act.PASS }, view(), view({ hand: null, turn: 1 })).flights).toHaveLength(1)
  })

  it('deal a new round', () => {
    expect(
      journeys(
        { seat: null, action: null },
        view({ phase: 'counting', turn: null }),
        view({ phase: 'opening', turn: null }),
      ).dealt,
    ).toBe(true)
  })
})
