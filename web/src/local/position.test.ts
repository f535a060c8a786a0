import { describe, expect, test } from 'vitest'
import type { Entry, Log } from './log'
import { before, readPosition, writePosition } from './position'

const entries: Entry[] = [
  [1000, 0, 5],
  [4000, 1, 6],
  [4000, 0, 7],
  [9000, 1, 8],
]
const log: Log = { header: { game: 'x', rules: 1, seats: 2, options: {}, seed: 1n, clock: 12_000 }, entries }
const at = (text: string, realTime = false) => {
  const found = before(log, readPosition(text)!, realTime)
  return found && [found.entries.length, found.clock]
}

describe('positions', () => {
  test('are read as they are written', () => {
    for (const text of ['0', '37', '37@15200', '@15200', '@0']) expect(writePosition(readPosition(text)!)).toBe(text)
    for (const text of ['', '@', 'x', '-1', '1.5', '3@', '3@x', '3@1@2', '1e3', '99999999'])
      expect(readPosition(text)).toBeNull()
    expect(writePosition({ actions: null, ms: 12.7 })).toBe('@12')
  })

  test('by the number of actions are just before the next one', () => {
    expect(at('0')).toEqual([0, 1000])
    expect(at('1')).toEqual([1, 4000])
    expect(at('3')).toEqual([3, 9000])
    expect(at('4')).toEqual([4, 12_000])
    expect(at('5')).toBeNull()
  })

  test('of a real-time match leave time to act differently', () => {
    expect(at('1', true)).toEqual([1, 2000])
    expect(at('2', true)).toEqual([2, 4000])
    expect(at('0', true)).toEqual([0, 0])
  })

  test('by both never contradict the log', () => {
    expect(at('1@2500')).toEqual([1, 2500])
    expect(at('1@10')).toEqual([1, 1000])
    expect(at('1@8000')).toEqual([1, 4000])
  })

  test('by the time are after everything that was done until then', () => {
    expect(at('@999')).toEqual([0, 999])
    expect(at('@4000')).toEqual([3, 4000])
    expect(at('@50000')).toEqual([4, 12_000])
  })
})
