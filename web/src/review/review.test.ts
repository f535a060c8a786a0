import { expect, test, vi } from 'vitest'
import { BadLog } from '../local/log'
import { curveOf, luckPath } from './curve'
import { gradeOf } from './grade'
import { deleteReviews, keepReview, keptReview, reviewId } from './kept'
import { WHOLE, type TurnReport } from './report'
import type { FromReviewer, ToReviewer } from './reviewer'
import { NotReviewed, runReview, type ReviewWorker } from './running'
import { hundredths, turnReport, type Ending, type Judged } from './turns'

const ending: Ending = { seats: 4, seat: 1, over: true, scores: [1, 2, 3, 4], winners: [1, 2] }

const judged = (entry: number, chance: number, loss: number): Judged => ({
  entry,
  ms: 10 * entry,
  played: 1,
  best: loss ? 2 : 1,
  played_words: 'this',
  best_words: 'that',
  chance,
  loss,
  error: 10,
  points: 0,
  lead: 0,
  mistake: loss > 30,
  reason: '',
  rules: [],
})

const sum = ({ start, decisions, luck }: TurnReport) =>
  decisions.reduce((all, each) => all + each.luck - each.loss, start) + luck

// The report

test('start, luck and losses add up to the result, and moves that are all alike do not count', () => {
  const report = turnReport(ending, [judged(3, 300_000, 20_000), null, judged(8, 410_000, 0), judged(9, 390_001, -500)])
  expect(report.decisions.map(({ luck }) => luck)).toEqual([50_000, 130_000, -19_999])
  expect(report.result).toBe(WHOLE / 2)
  expect(sum(report)).toBe(report.result)
})

test('a match that was left early has no result', () => {
  const report = turnReport({ ...ending, over: false, winners: [] }, [judged(3, 300_000, 20_000)])
  expect([report.result, report.luck]).toEqual([null, 0])
})

test('numbers are rounded as Python rounds them', () => {
  expect([0.125, 0.375, 0.625, 2.5, 1.005, -0.125, 2.675].map(hundredths)).toEqual([
    0.12, 0.38, 0.62, 2.5, 1, -0.12, 2.67,
  ])
})

// The curve

test('luck leads from choice to choice, and choices drop', () => {
  const report = turnReport(ending, [judged(3, 500_000, 250_000), judged(8, 500_000, 0)])
  const curve = curveOf(report, 300, 100)
  expect(curve.start).toEqual({ x: 0, y: 75 })
  expect(curve.drops.map(({ from, to }) => [from.x, from.y, to.y])).toEqual([
    [100, 50, 75],
    [200, 50, 50],
  ])
  expect(curve.end).toEqual({ x: 300, y: 50 })
  expect(luckPath(curve)).toBe('M0.0 75.0L100.0 50.0M100.0 75.0L200.0 50.0M200.0 50.0L300.0 50.0')
})

test('estimates outside 0 to 100 % stay inside the picture', () => {
  const { drops } = curveOf(turnReport(ending, [judged(3, 1_000_400, 1_000_900)]), 100, 100)
  expect([drops[0]!.from.y, drops[0]!.to.y]).toEqual([0, 100])
})

// The grade

const scale = {
  unit: '%',
  levels: { champion: { loss: 1 }, novice: { loss: 8 }, sharp: { loss: 2 }, casual: { loss: 4 } },
}
const losses = (mean: number) => Array.from({ length: 20 }, (_, i) => mean + (i % 2 ? 0.1 : -0.1))

test('levels are marked at equal distances, the weakest first', () => {
  const { marks } = gradeOf(losses(3), scale)!
  expect(marks.map(({ level }) => level)).toEqual(['novice', 'casual', 'sharp', 'champion'])
  expect(marks.map(({ place }) => place)).toEqual([0.125, 0.375, 0.625, 0.875])
})

test.each([
  [3, 'casual', 'sharp', 0.5],
  [20, null, 'novice', 0],
  [0.5, 'champion', null, 1],
  [8, 'novice', 'casual', 0.125],
])('a loss of %d per decision lies between %s and %s', (mean, below, above, place) => {
  const grade = gradeOf(Array<number>(20).fill(mean), scale)!
  expect(grade.place).toBeCloseTo(place)
  expect([grade.below, grade.above]).toEqual([below, above])
})

test('few or very different losses make a grade rough', () => {
  expect(gradeOf(losses(3), scale)!.rough).toBe(false)
  expect(gradeOf([3, 3], scale)!.rough).toBe(true)
  expect(gradeOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 30], scale)!.rough).toBe(true)
})

test('there is no grade without decisions', () => {
  expect(gradeOf([], scale)).toBeNull()
})

// Workers

class FakeWorker implements ReviewWorker {
  onmessage: ReviewWorker['onmessage'] = null
  onerror: ReviewWorker['onerror'] = null
  heard: ToReviewer[] = []
  ended = false

  postMessage(message: ToReviewer): void {
    this.heard.push(message)
  }
  terminate(): void {
    this.ended = true
  }
  say(data: FromReviewer): void {
    this.onmessage!({ data })
  }
}

function running(cores: number) {
  const workers: FakeWorker[] = []
  const stop = new AbortController()
  const progress = vi.fn()
  const make = () => {
    workers.push(new FakeWorker())
    return workers.at(-1)!
  }
  const done = runReview({} as never, 'log', 1, { progress, signal: stop.signal }, cores, make)
  return { workers, stop, progress, done }
}

test('decisions are shared out among workers one by one, and put together in order', async () => {
  const { workers, progress, done } = running(2)
  workers[0]!.say({ t: 'opened', ending, number: 3 })
  workers[1]!.say({ t: 'opened', ending, number: 3 })
  expect(workers.map(({ heard }) => heard.slice(1))).toEqual([[{ t: 'judge', number: 0 }], [{ t: 'judge', number: 1 }]])
  workers[1]!.say({ t: 'judged', number: 1, judged: judged(5, 200_000, 0) })
  expect(workers[1]!.heard.at(-1)).toEqual({ t: 'judge', number: 2 })
  workers[1]!.say({ t: 'judged', number: 2, judged: null })
  workers[0]!.say({ t: 'judged', number: 0, judged: judged(3, 300_000, 0) })
  const report = (await done) as TurnReport
  expect(report.decisions.map(({ entry }) => entry)).toEqual([3, 5])
  expect(progress.mock.calls).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
    [3, 3],
  ])
  expect(workers.every(({ ended }) => ended)).toBe(true)
})

test('no more than four workers are started, and no more than there are decisions', () => {
  const many = running(16)
  many.workers[0]!.say({ t: 'opened', ending, number: 50 })
  expect(many.workers).toHaveLength(4)
  const few = running(16)
  few.workers[0]!.say({ t: 'opened', ending, number: 2 })
  expect(few.workers).toHaveLength(2)
})

test('a match without a decision is done at once', async () => {
  const { workers, done } = running(2)
  workers[0]!.say({ t: 'opened', ending, number: 0 })
  expect(((await done) as TurnReport).decisions).toEqual([])
})

test('cancelling ends all workers', async () => {
  const { workers, stop, done } = running(2)
  workers[0]!.say({ t: 'opened', ending, number: 9 })
  stop.abort(new Error('cancelled'))
  await expect(done).rejects.toThrow('cancelled')
  expect(workers.every(({ ended }) => ended)).toBe(true)
})

test('a log that breaks the rules is told from a failure of the engine', async () => {
  const bad = running(1)
  bad.workers[0]!.say({ t: 'failed', says: 'This is not the log of a match.' })
  await expect(bad.done).rejects.toThrow(BadLog)
  const broken = running(1)
  broken.workers[0]!.onerror!({} as ErrorEvent)
  await expect(broken.done).rejects.toThrow(NotReviewed)
})

// On the device

test('reviews are kept by log and seat, and can be deleted', async () => {
  const report = turnReport(ending, [])
  const id = reviewId('a log', 1)
  expect(id).not.toBe(reviewId('a log', 2))
  await keepReview({ id, at: 1, build: 'b', report })
  expect((await keptReview(id))?.report).toEqual(report)
  expect(await keptReview(reviewId('another', 1))).toBeNull()
  await deleteReviews()
  expect(await keptReview(id)).toBeNull()
})
