import { expect, test } from 'vitest'
import { dayOf, DAYS, dueToday, MOST_A_DAY, newCard, scoreOf, tried, type Card } from './schedule'

const at = (text: string) => new Date(text).getTime() // in local time
const MONDAY = at('2026-03-02T20:00')
const later = (days: number, hour = 8) => new Date(2026, 2, 2 + days, hour).getTime()
const shipped = (id = 'a'): Card => newCard({ id, game: 'some', own: false, level: 1 }, MONDAY)
const mistake = (id = 'own'): Card => newCard({ id, game: 'some', own: true, level: null }, MONDAY)

test('a day begins at midnight, whatever the hour', () => {
  expect(dayOf(at('2026-03-02T00:00'))).toBe(dayOf(at('2026-03-02T23:59')))
  expect(dayOf(at('2026-03-03T00:00')) - dayOf(at('2026-03-02T23:59'))).toBe(1)
  expect(dayOf(at('2027-01-01T01:00')) - dayOf(at('2026-12-31T23:00'))).toBe(1)
  // also over the nights in which clocks are changed
  for (const night of ['2026-03-28', '2026-03-08', '2026-10-24', '2026-11-01'])
    expect(dayOf(at(`${night}T23:30`) + 24 * 3600_000) - dayOf(at(`${night}T12:00`))).toBeGreaterThanOrEqual(1)
})

test('a mistake of yours comes back from the next day on', () => {
  expect(dueToday([mistake()], MONDAY)).toEqual([])
  expect(dueToday([mistake()], later(1, 0))).toHaveLength(1)
  expect(dueToday([mistake()], later(40))).toHaveLength(1)
})

test('what is solved comes back later and later, and then not at all', () => {
  let card = mistake()
  const seen: number[] = []
  for (let day = 0; day < 100; day++) {
    if (!dueToday([card], later(day)).length) continue
    seen.push(day)
    card = tried(card, true, later(day))
  }
  expect(seen).toEqual([1, 4, 11, 32]) // 1, 3, 7 and 21 days after each other
  expect(card).toMatchObject({ box: null, due: null, tries: 4, solved: 4, first: true })
})

test('what is not solved begins again at the first box', () => {
  const first = tried(mistake(), true, later(1))
  expect(first).toMatchObject({ box: 1, due: dayOf(later(4)) })
  expect(tried(first, false, later(4))).toMatchObject({
    box: 0,
    due: dayOf(later(5)),
    tries: 2,
    solved: 1,
    first: true,
  })
})

test('a shipped exercise comes back only if it was not solved', () => {
  expect(tried(shipped(), true, MONDAY)).toMatchObject({ box: null, due: null, first: true })
  const failed = tried(shipped(), false, MONDAY)
  expect(failed).toMatchObject({ box: 0, due: dayOf(later(DAYS[0]!)), first: false })
  expect(tried(failed, true, later(1))).toMatchObject({ box: 1, due: dayOf(later(4)), first: false })
})

test('your own mistakes come first, then what has waited longest', () => {
  const cards = [tried(shipped('new'), false, later(1)), tried(shipped('old'), false, MONDAY), mistake()]
  expect(dueToday(cards, later(5)).map(({ id }) => id)).toEqual(['own', 'old', 'new'])
})

test('a day has no more repetitions than is good', () => {
  const waiting = Array.from({ length: 30 }, (_, i) => tried(shipped(String(i)), false, MONDAY))
  expect(dueToday(waiting, later(1))).toHaveLength(MOST_A_DAY)
  const half = waiting.map((card, i) => (i < 15 ? tried(card, true, later(1)) : card))
  expect(dueToday(half, later(1, 20))).toHaveLength(MOST_A_DAY - 15)
  expect(dueToday(half, later(2))).toHaveLength(15)
  const fresh = Array.from({ length: 30 }, (_, i) => tried(shipped(`n${i}`), true, later(1)))
  expect(dueToday([...waiting, ...fresh], later(1))).toHaveLength(MOST_A_DAY) // first tries are no repetitions
})

test('the score counts first tries', () => {
  const failed = tried(shipped(), false, MONDAY)
  expect(scoreOf([tried(shipped(), true, MONDAY), tried(failed, true, later(1)), mistake()])).toEqual({
    solved: 1,
    tried: 2,
  })
})
