import { describe, expect, it } from 'vitest'
import type { KeptMatch } from '../net/http'
import type { Event } from '../net/messages'
import { Reel } from './reel'

const events: Event[] = Array.from({ length: 120 }, (_, n) => ({
  t: 'event',
  n: n + 10,
  ms: n * 100,
  at: 0,
  change: [[['turn'], n]],
}))
const kept = (more: Partial<KeptMatch>): KeptMatch => ({
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

describe('a reel', () => {
  it('finds the view at any moment', () => {
    const reel = new Reel(kept({ view: { turn: -1, other: {} } }))
    expect(reel.length).toBe(11_900)
    expect(reel.view(0).turn).toBe(-1)
    for (const count of [1, 49, 50, 51, 100, 120]) expect(reel.view(count).turn).toBe(count - 1)
    expect(reel.count(-1)).toBe(0)
    expect(reel.count(0)).toBe(1)
    expect(reel.count(250)).toBe(3)
    expect(reel.count(1e9)).toBe(120)
  })

  it('begins with the first event where that brings the whole view', () => {
    const first: Event = { t: 'event', n: 9, ms: 0, at: 0, change: [[[], { turn: 7 }]] }
    const reel = new Reel(kept({ events: [first, ...events] }))
    expect(reel.view(0).turn).toBe(7)
    expect(reel.view(2).turn).toBe(0)
  })

  it('says so when there is no beginning', () => {
    expect(() => new Reel(kept({}))).toThrow()
  })

  it('keeps races with the event that brought the verdict', () => {
    const reel = new Reel(
      kept({ view: { turn: 0 }, events: [...events, { t: 'race', n: 12, reveal: null, rings: [] }] }),
    )
    expect(reel.events).toHaveLength(120)
    expect(reel.races.get(12)?.rings).toEqual([])
  })
})
