import { describe, expect, it } from 'vitest'
import type { TrickyTwist } from '../../net/views'
import { besideEachOther, completes, inRows, lastFalseTricks, ledSuit, trickSize, trickSpots } from './turns'

const view = (more: Partial<TrickyTwist.View>): TrickyTwist.View =>
  ({
    phase: 'play',
    leader: 0,
    table: [null, null, null],
    table_is_last_turn: false,
    players: [],
    ...more,
  }) as TrickyTwist.View
const players = (...cards: string[][]) =>
  cards.map((false_tricks, seat) => ({ seat, false_tricks }) as TrickyTwist.Player)

describe('a turn', () => {
  it('has a led suit once it is led', () => {
    expect(ledSuit(view({ table: ['7 Sun', null, null] }))).toBe('Sun')
    expect(ledSuit(view({ table: ['7 Sun', '1 Sun', '2 Sun'], table_is_last_turn: true }))).toBeNull()
  })
  it('is completed by its last card', () => {
    expect(completes(view({ table: ['7 Sun', '8 Sun', null] }))).toBe(true)
    expect(completes(view({ table: ['7 Sun', null, null] }))).toBe(false)
    expect(completes(view({ phase: 'draw', table: ['7 Sun', '8 Sun', null] }))).toBe(false)
  })
  it('gives the winner the cards of the led suit', () => expect(trickSize(['7 Sun', '8 Sun', '1 Moon'], 1)).toBe(2))
  it('leaves its false tricks to be counted even if it was the last', () => {
    const before = view({ players: players(['1 Moon'], [], []), table: ['7 Sun', '8 Sun', null] })
    const after = view({ phase: 'reserve', table: ['7 Sun', '8 Sun', '3 Circle'] })
    expect(lastFalseTricks(before, after)).toEqual([['1 Moon'], [], ['3 Circle']])
    expect(lastFalseTricks({ ...before, phase: 'declare' }, after)).toEqual([['1 Moon'], [], []])
  })
})

describe('a hand', () => {
  it('shows enough of every card for a thumb', () => {
    expect(besideEachOther(374, 64)).toBe(8)
    expect(besideEachOther(371, 64)).toBe(7)
    expect(besideEachOther(64, 64)).toBe(1)
  })

  it('is laid in even rows', () => {
    expect(inRows([1, 2, 3, 4, 5, 6, 7, 8, 9], 8).map((row) => row.length)).toEqual([5, 4])
    expect(inRows([1, 2, 3], 8)).toEqual([[1, 2, 3]])
    expect(inRows([], 8)).toEqual([])
  })
})

describe('trickSpots', () => {
  it('lays your card at the bottom and the others clockwise around the middle', () => {
    const near = (spots: { x: number; y: number }[]) =>
      spots.map(({ x, y }) => [Number(x.toFixed(2)) + 0, Number(y.toFixed(2)) + 0])
    expect(near(trickSpots(4))).toEqual([
      [0, 0.52],
      [-1.06, 0],
      [0, -0.52],
      [1.06, 0],
    ])
    expect(near(trickSpots(3))).toEqual([
      [0, 0.52],
      [-0.72, -0.4],
      [0.72, -0.4],
    ])
  })
})
