import { describe, expect, it } from 'vitest'
import type { BellCard } from './common'
import { fives, nearly, sums } from './five'

const fruit = (name: string, amount: number) => ({ fruit: name, amount })
const fruitOf = (card: BellCard) => [(card as BellCard & { fruit: string }).fruit]
const item = (colour: string, type: string, amount: number) => ({ colour, type, amount })
const bothOf = (card: BellCard) => {
  const { colour, type } = card as BellCard & { colour: string; type: string }
  return [`colour ${colour}`, `type ${type}`]
}
const kindsOf = (found: { kind: string }[]) => found.map(({ kind }) => kind)

describe('fives', () => {
  it('adds up over all tops, and wants exactly five (PIC-62, PIC-63)', () => {
    expect(fives([fruit('lime', 2), null, fruit('lime', 3), fruit('plum', 1)], fruitOf)).toEqual([
      { kind: 'lime', amount: 5, seats: [0, 2] },
    ])
    expect(fives([fruit('lime', 3), fruit('lime', 3)], fruitOf)).toEqual([])
    expect(fives([null, null], fruitOf)).toEqual([])
    expect(kindsOf(fives([fruit('plum', 5), fruit('banana', 5)], fruitOf))).toEqual(['plum', 'banana'])
  })

  it('counts by colour and by type (TWI-63, TWI-64)', () => {
    expect(kindsOf(fives([item('red', 'hat', 2), item('red', 'candle', 3)], bothOf))).toEqual(['colour red'])
    expect(kindsOf(fives([item('red', 'hat', 2), item('blue', 'hat', 3)], bothOf))).toEqual(['type hat'])
    expect(kindsOf(fives([item('blue', 'hat', 5), item('blue', 'candle', 1)], bothOf))).toEqual(['type hat'])
    expect(fives([item('blue', 'hat', 5), item('blue', 'candle', 1), item('red', 'hat', 1)], bothOf)).toEqual([])
  })

  it('names what came near a five', () => {
    const tops = [fruit('lime', 1), fruit('plum', 4), fruit('banana', 3), fruit('banana', 3)]
    expect(nearly(tops, fruitOf).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['plum', 4],
      ['banana', 6],
    ])
    expect(sums(tops, fruitOf)).toHaveLength(3)
  })
})
