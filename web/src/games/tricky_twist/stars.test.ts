import { describe, expect, it } from 'vitest'
import { cardNamed, choiceOf, numberOf, winnerOf } from './cards'
import { Act } from './rules.gen'
import {
  baseOf,
  best,
  counted,
  outcomes,
  placeOf,
  readDeclared,
  starsOf,
  tally,
  worth,
  type Holding,
  type Round,
} from './stars'

const round = (name: string, stars: number[], more: Partial<Round> = {}): Round => ({
  card: { name, says: '', suits: [], stars },
  valueSide: ['SEQ', 'EVEN', 'ODD'].includes(name),
  others: [],
  dense: false,
  ...more,
})
const holding = (tricks: number, falseTricks: string[], bonus: Holding['bonus'] = [], own: string[] = []): Holding => ({
  tricks,
  falseTricks,
  bonus,
  own,
})
const RISING = [1, 3, 6, 9, 12]

describe('cards', () => {
  it('are named and numbered both ways', () => {
    for (let number = 0; number < 48; number += 1) expect(numberOf(cardNamed(number))).toBe(number)
    expect(cardNamed(18)).toBe('7 Sun')
  })
  it('are won by the highest of the led suit', () => {
    expect(winnerOf(['7 Moon', '9 Moon', '12 Sun', '2 Moon'], 0)).toBe(1)
    expect(winnerOf(['12 Sun', '1 Moon', '3 Square'], 1)).toBe(1)
  })
  it('are declared by number', () => {
    expect(choiceOf(Act.FLIP + 18)).toEqual({ kind: 'flip', card: '7 Sun' })
    expect(choiceOf(Act.VALUE + 4)).toEqual({ kind: 'value', value: 5 })
    expect(choiceOf(Act.PLUS + 52)).toEqual({ kind: 'change', thing: 'V1', by: 1 })
    expect(choiceOf(Act.MINUS + 0)).toEqual({ kind: 'change', thing: '1 Moon', by: -1 })
    expect(choiceOf(Act.UNUSED)).toBeNull()
    expect(choiceOf(Act.COMMIT)).toBeNull()
  })
})

describe('the base score (TRK-110, TRK-111)', () => {
  it.each([
    [6, 1, 9],
    [3, 4, 12],
    [4, 4, 24],
    [0, 5, 0],
    [5, 0, 5],
    [5, 5, 30],
  ])('%i tricks and %i false ones', (tricks, falseTricks, stars) => expect(baseOf(tricks, falseTricks)).toBe(stars))
})

describe('scoring cards (TRK-112 to TRK-117)', () => {
  const cards = ['7 Sun', '3 Moon', '6 Sun', '2 Square', '8 Moon']
  it('sequence', () => expect(starsOf(round('SEQ', RISING), holding(0, cards), {}).count).toBe(3))
  it('strongest suit', () =>
    expect(
      starsOf(round('BEST', [1, 2, 3, 5, 8, 12]), holding(0, ['7 Sun', '3 Moon', '6 Sun', '2 Square', '9 Sun']), {})
        .card,
    ).toBe(3))
  it('number of suits', () => expect(starsOf(round('SUITS', [1, 3, 7, 12]), holding(0, cards), {}).card).toBe(7))
  it('even and odd', () => {
    expect(starsOf(round('EVEN', RISING), holding(0, cards), {}).card).toBe(6)
    expect(starsOf(round('ODD', RISING), holding(0, cards), {}).card).toBe(3)
  })
  it('one of two suits: the better', () => {
    const two = round('SUIT2-A', [2, 4, 7, 10, 12])
    two.card.suits = ['Moon', 'Square']
    expect(starsOf(two, holding(0, cards), {}).card).toBe(4)
  })
  it('fewest and most, with ties', () => {
    expect([5, 3, 3, 1].map((mine, seat, all) => placeOf('MANY', mine, all.toSpliced(seat, 1), false))).toEqual([
      1, 2, 2, 4,
    ])
    expect([5, 3, 3, 1].map((mine, seat, all) => placeOf('MANY', mine, all.toSpliced(seat, 1), true))).toEqual([
      1, 2, 2, 3,
    ])
    expect([0, 1, 3].map((mine, seat, all) => placeOf('FEW', mine, all.toSpliced(seat, 1), false))).toEqual([0, 1, 2])
  })
  it('says which cards are paid for', () => {
    const found = tally(holding(0, cards), {})
    expect([...counted(round('SEQ', RISING).card, cards, found)].toSorted()).toEqual(['6 Sun', '7 Sun', '8 Moon'])
    expect(counted(round('EVEN', RISING).card, cards, found).size).toBe(3)
    expect(
      counted(round('EVEN', RISING).card, cards, found, { V4: { kind: 'change', thing: '7 Sun', by: 1 } }).size,
    ).toBe(4)
  })
})

describe('declaring', () => {
  it('is read from words', () => {
    expect(readDeclared(['Flip: 7 Sun', 'Joker: false trick', 'V1: 5', 'V4: -1 on V1'])).toEqual({
      Flip: { kind: 'flip', card: '7 Sun' },
      Joker: { kind: 'joker', trick: false },
      V1: { kind: 'value', value: 5 },
      V4: { kind: 'change', thing: 'V1', by: -1 },
    })
    expect(readDeclared(['V2: Square'])).toEqual({ V2: { kind: 'suit', suit: 'Square' } })
  })
  it('flips a trick to be level (TRK-111)', () => {
    const even = round('SUITS', [0, 0, 0, 0])
    const found = best(even, holding(5, ['1 Sun', '2 Sun', '3 Sun'], ['Flip'], ['9 Moon']))
    expect(found.stars.base).toBe(24)
    expect(found.declared.Flip).toEqual({ kind: 'flip', card: '9 Moon' })
  })
  it('uses the Joker where it is worth more', () => {
    const found = best(round('SUITS', [0, 0, 0, 0]), holding(4, ['1 Sun', '2 Sun', '3 Sun'], ['Joker']))
    expect(found.stars.base).toBe(24)
    expect(found.declared.Joker).toEqual({ kind: 'joker', trick: false })
  })
  it('closes a gap in a run, and moves a card into it', () => {
    const cards = ['3 Sun', '5 Moon', '6 Moon']
    const seq = round('SEQ', RISING)
    expect(best(seq, holding(4, cards, ['V3'])).declared.V3).toEqual({ kind: 'value', value: 4 })
    expect(best(seq, holding(3, cards, ['V4'])).stars.count).toBe(3)
    expect(best(seq, holding(9, cards, ['V1', 'V4'])).stars.count).toBe(4)
  })
  it('leaves a card unused rather than spoil the balance', () => {
    const found = best(round('SUITS', [0, 0, 0, 0]), holding(1, ['1 Sun'], ['V1']))
    expect(found.declared.V1).toBeNull()
  })
  it('says what each choice would pay', () => {
    const found = outcomes(
      round('SUITS', [0, 0, 0, 0]),
      holding(4, ['1 Sun', '2 Sun', '3 Sun'], ['Joker']),
      {},
      'Joker',
      [220, 221, Act.UNUSED],
    )
    expect([...found.values()]).toEqual([14, 24, 13])
  })
  it('knows what one more bonus card is worth', () => {
    const held = holding(4, ['1 Sun', '2 Sun', '3 Sun'])
    expect(worth(round('SUITS', [0, 0, 0, 0]), held, 'Star')).toBe(4)
    expect(worth(round('SUITS', [0, 0, 0, 0]), held, 'Joker')).toBe(11)
  })
})
