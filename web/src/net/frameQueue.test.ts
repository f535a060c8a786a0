import { beforeEach, describe, expect, it } from 'vitest'
import { FakeTime } from './fakes'
import { FrameQueue } from './frameQueue'

describe('a frame queue', () => {
  let time: FakeTime
  let queue: FrameQueue
  let shown: [string, number][]
  const show = (name: string) => () => void shown.push([name, time.now()])

  beforeEach(() => {
    time = new FakeTime()
    queue = new FrameQueue(time)
    shown = []
  })

  it('shows due events at once', () => {
    queue.push(1, 900, false, show('a'))
    expect(shown).toEqual([['a', 1000]])
  })

  it('shows a reveal in the first frame at or after its instant, never before', () => {
    queue.push(1, 1100, true, show('a'))
    time.pass(200)
    expect(shown).toEqual([['a', 1104]]) // 69 frames of 16 ms
  })

  it('keeps the order: events after a reveal wait for it', () => {
    queue.push(1, 1100, true, show('a'))
    queue.push(2, 1000, false, show('b'))
    queue.follow(show('c'))
    expect(shown).toEqual([])
    time.pass(200)
    expect(shown.map(([name]) => name)).toEqual(['a', 'b', 'c'])
    queue.follow(show('d'))
    expect(shown).toHaveLength(4)
  })

  it('measures from the frame in which the card was painted', () => {
    queue.push(7, 1100, true, show('a'))
    time.pass(500) // shown at 1104, painted at 1120
    expect(queue.press(1520)).toEqual({ reveal: 7, reaction: 400 })
  })

  it('counts a press before the paint as a reaction to the previous card', () => {
    queue.push(7, 1100, true, show('a'))
    queue.push(8, 1300, true, show('b'))
    time.pass(305) // the second is shown at 1312 at the earliest
    expect(queue.press(1305)).toEqual({ reveal: 7, reaction: 185 })
    time.pass(60)
    expect(queue.press(1310)).toEqual({ reveal: 7, reaction: 190 }) // handled late, pressed early
    expect(queue.press(1360).reveal).toBe(8)
  })

  it('measures from a reveal, not from later events', () => {
    queue.push(7, 1100, true, show('a'))
    time.pass(200)
    queue.push(8, 1150, false, show('ring'))
    time.pass(100)
    expect(queue.press(1290).reveal).toBe(7)
  })

  it('without reveals, measures from the instant of the last event on the screen', () => {
    queue.push(3, 880, false, show('a')) // 120 ms on the way; shown between frames, painted at the second frame, 1024
    queue.push(4, 1090, false, show('b')) // painted at 1120
    time.pass(200)
    expect(queue.press(1020)).toEqual({ reveal: null, reaction: null })
    expect(queue.press(1119)).toEqual({ reveal: 3, reaction: 239 })
    expect(queue.press(1124)).toEqual({ reveal: 4, reaction: 34 })
  })

  it('knows nothing before an event was shown', () => {
    expect(queue.press(1000)).toEqual({ reveal: null, reaction: null })
  })

  it('does not fall behind without frames, and claims no reaction then', () => {
    time.painting = false
    queue.push(1, 1100, true, show('a'))
    queue.push(2, 1150, true, show('b'))
    time.pass(1000)
    expect(shown.map(([name]) => name)).toEqual(['a', 'b'])
    expect(queue.press(2000)).toEqual({ reveal: 2, reaction: null })
  })

  it('drops waiting events when it is cleared', () => {
    queue.push(1, 1100, true, show('a'))
    queue.clear()
    time.pass(500)
    expect(shown).toEqual([])
  })
})
