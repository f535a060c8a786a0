import { describe, expect, it } from 'vitest'
import type { SavedMatch } from '../net/http'
import type { Event } from '../net/messages'
import { Recording } from './replay'

const events: Event[] = Array.from({ length: 120 }, (_, n) => ({
  t: 'event',
  n: n + 10,
  ms: n * 100,
  at: 0,
  change: [[['turn'], n]],
}))
const saved = (more: Partial<SavedMatch>): SavedMatch => ({
  match: 'm',
  game: 'parrot',
  title: 'Parrot',
  rules: '1',
  seats: 2,
  started: 0,
  ended: 1,
  result: { scores: [], winners: [] },
  events,
  ...more,
})

describe('a recording', () => {
  it('finds the view at any moment', () => {
    const recording = new Recording(saved({ view: { turn: -1, other: {} } }))
    expect(recording.length).toBe(11_900)
    expect(recording.view(0).turn).toBe(-1)
    for (const count of [1, 49, 50, 51, 100, 120]) expect(recording.view(count).turn).toBe(count - 1)
    expect(recording.count(-1)).toBe(0)
    expect(recording.count(0)).toBe(1)
    expect(recording.count(250)).toBe(3)
    expect(recording.count(1e9)).toBe(120)
  })

  it('begins with the first event if that carries the whole view', () => {
    const first: Event = { t: 'event', n: 9, ms: 0, at: 0, change: [[[], { turn: 7 }]] }
    const recording = new Recording(saved({ events: [first, ...events] }))
    expect(recording.view(0).turn).toBe(7)
    expect(recording.view(2).turn).toBe(0)
  })

  it('refuses a match without its beginning', () => {
    expect(() => new Recording(saved({}))).toThrow()
  })

  it('finds races by the event with the verdict', () => {
    const recording = new Recording(
      saved({ view: { turn: 0 }, events: [...events, { t: 'race', n: 12, reveal: null, rings: [] }] }),
    )
    expect(recording.events).toHaveLength(120)
    expect(recording.races.get(12)?.rings).toEqual([])
  })
})
