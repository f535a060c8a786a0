import { describe, expect, it } from 'vitest'
import { columnsOf, copied, mate, mateSide, pointsOf, setsOf } from './box'

const box = (text: string) => text.replace('/', ' ').split(/\s+/)

describe('counting a Box, by the test vectors of the rulebook', () => {
  it.each([
    ['PAR-104', '3 5 7 9 / 1 2 4 6', 37],
    ['PAR-105', '5 5 1 2 / 5 3 4 0', 15],
    ['PAR-106', '5 5 2 3 / 1 4 5 6', 31],
    ['PAR-107', '5 5 1 2 / 5 5 3 4', 0],
    ['PAR-108', '5 9 5 2 / 5 9 5 4', -4],
    ['PAR-109', '5 5 5 1 / 5 5 5 2', -12],
    ['PAR-110', '5 5 5 5 / 5 5 5 5', -20],
    ['PAR-111', '5 8 8 5 / 5 8 8 5', -20],
    ['PAR-112', 'P 5 1 2 / 5 5 3 4', 0],
    ['PAR-113', 'P 5 1 2 / 9 5 3 4', 10],
    ['PAR-114', '0 0 0 12 / 0 P 0 12', -15],
    ['PAR-115', 'P P P P / 7 7 7 7', -20],
    ['PAR-116', 'P 5 5 1 / P 5 5 2', -7],
    ['PAR-117', '12 12 12 12 / 11 11 11 11', 92],
  ])('%s', (_rule, text, points) => expect(pointsOf(box(text))).toBe(points))

  it('lets two Parrots join a set where the table chose that (PAR-116)', () => {
    expect(pointsOf(box('P 5 5 1 / P 5 5 2'), true)).toBe(-12)
    expect(setsOf(box('P 5 5 1 / P 5 5 2'), true)).toEqual([{ number: 5, columns: [0, 1, 2], points: -15 }])
  })

  it('counts what is known while cards are down', () => {
    expect(pointsOf(box('3 ? P 5 / 4 6 ? 5'))).toBe(13)
    expect(columnsOf(box('3 ? P 5 / 4 6 ? 5')).map(({ kind }) => kind)).toEqual(['sum', 'open', 'open', 'pair'])
  })

  it('knows which card lies in the same column', () => {
    expect([mate(1), mate(5)]).toEqual([5, 1])
    expect([mateSide(1), mateSide(5)]).toEqual(['down', 'up'])
  })

  it('lets the Parrot say its mate', () => {
    expect(copied(box('P ? P P / 4 P P ?'), 0)).toBe('4')
    expect(copied(box('P ? P P / 4 P P ?'), 5)).toBe('?')
    expect(copied(box('P ? P P / 4 P P ?'), 2)).toBe('…')
  })
})
