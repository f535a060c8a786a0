import { describe, expect, it } from 'vitest'
import { median, ServerClock } from './clock'
import { FakeTime } from './fakes'

describe('median', () => {
  it('is the middle, or between the two in the middle', () => {
    expect(median([5, 1, 3])).toBe(3)
    expect(median([4, 1, 3, 2])).toBe(2.5)
  })
})

describe('the server’s clock', () => {
  /** One ping that takes `there` ms to the server and `back` ms from it; its clock is `ahead` of ours. */
  function exchange(clock: ServerClock, time: FakeTime, ahead: number, there: number, back: number) {
    const c = time.now()
    time.pass(there)
    const s = time.now() + ahead
    time.pass(back)
    clock.pong(c, s)
  }

  it('finds the offset', () => {
    const time = new FakeTime()
    const clock = new ServerClock(time)
    for (let n = 0; n < 8; n += 1) exchange(clock, time, 5000, 20, 20)
    expect(clock.offset).toBe(5000)
    expect(clock.rtt).toBe(40)
    expect(clock.now()).toBe(time.now() + 5000)
    expect(clock.toLocal(clock.now() + 100)).toBe(time.now() + 100)
  })

  it('ignores samples that took more than twice the usual time', () => {
    const time = new FakeTime()
    const clock = new ServerClock(time)
    for (let n = 0; n < 5; n += 1) exchange(clock, time, 5000, 20, 20)
    for (let n = 0; n < 4; n += 1) exchange(clock, time, 5000, 300, 20) // held up on the way there
    expect(clock.offset).toBe(5000)
  })

  it('pings eight times quickly, then every two seconds, until it is stopped', () => {
    const time = new FakeTime()
    const clock = new ServerClock(time)
    const asked: number[] = []
    clock.start((c) => asked.push(c - 1000))
    time.pass(10_000)
    expect(asked.slice(0, 8)).toEqual([0, 80, 160, 240, 320, 400, 480, 560])
    expect(asked.slice(8)).toEqual([2560, 4560, 6560, 8560])
    clock.stop()
    time.pass(10_000)
    expect(asked).toHaveLength(12)
  })

  it('guesses from a welcome before the first pong, and keeps its estimate after a reconnect', () => {
    const time = new FakeTime()
    const clock = new ServerClock(time)
    clock.guess(6000)
    expect(clock.offset).toBe(5000)
    exchange(clock, time, 4990, 10, 10)
    expect(clock.offset).toBe(4990)
    clock.guess(99_999)
    expect(clock.offset).toBe(4990)
    clock.reset()
    expect(clock.known).toBe(false)
    expect(clock.offset).toBe(4990)
  })
})
