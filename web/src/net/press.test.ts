import { beforeEach, describe, expect, it } from 'vitest'
import { FakeTime } from './fakes'
import { Stage } from './press'

describe('the stage', () => {
  let time: FakeTime
  let stage: Stage
  let shown: [string, number][]
  const show = (name: string) => () => void shown.push([name, time.now()])

  beforeEach(() => {
    time = new FakeTime()
    stage = new Stage(time)
    shown = []
  })

  it('shows what is due at once', () => {
    stage.push(1, 900, false, show('a'))
    expect(shown).toEqual([['a', 1000]])
  })

  it('shows a reveal in the first frame at or after its instant, never before', () => {
    stage.push(1, 1100, true, show('a'))
    time.pass(200)
    expect(shown).toEqual([['a', 1104]]) // 69 frames of 16 ms
  })

  it('keeps the order: what follows a reveal waits for it', () => {
    stage.push(1, 1100, true, show('a'))
    stage.push(2, 1000, false, show('b'))
    stage.follow(show('c'))
    expect(shown).toEqual([])
    time.pass(200)
    expect(shown.map(([name]) => name)).toEqual(['a', 'b', 'c'])
    stage.follow(show('d'))
    expect(shown).toHaveLength(4)
  })

  it('measures from the frame in which the card was painted', () => {
    stage.push(7, 1100, true, show('a'))
    time.pass(500) // shown at 1104, painted at 1120
    expect(stage.press(1520)).toEqual({ reveal: 7, reaction: 400 })
  })

  it('takes a press before the paint for an answer to the card before', () => {
    stage.push(7, 1100, true, show('a'))
    stage.push(8, 1300, true, show('b'))
    time.pass(305) // the second is shown at 1312 at the earliest
    expect(stage.press(1305)).toEqual({ reveal: 7, reaction: 185 })
    time.pass(60)
    expect(stage.press(1310)).toEqual({ reveal: 7, reaction: 190 }) // handled late, pressed early
    expect(stage.press(1360).reveal).toBe(8)
  })

  it('answers to a reveal, not to what came after it', () => {
    stage.push(7, 1100, true, show('a'))
    time.pass(200)
    stage.push(8, 1150, false, show('ring'))
    time.pass(100)
    expect(stage.press(1290).reveal).toBe(7)
  })

  it('answers to the last event on the screen where there are no reveals, from its instant', () => {
    stage.push(3, 880, false, show('a')) // a line of 120 ms; shown between frames, painted at the second frame, 1024
    stage.push(4, 1090, false, show('b')) // painted at 1120
    time.pass(200)
    expect(stage.press(1020)).toEqual({ reveal: null, reaction: null })
    expect(stage.press(1119)).toEqual({ reveal: 3, reaction: 239 })
    expect(stage.press(1124)).toEqual({ reveal: 4, reaction: 34 })
  })

  it('knows nothing before anything was shown', () => {
    expect(stage.press(1000)).toEqual({ reveal: null, reaction: null })
  })

  it('does not lag behind where no frames are painted, and claims nothing then', () => {
    time.painting = false
    stage.push(1, 1100, true, show('a'))
    stage.push(2, 1150, true, show('b'))
    time.pass(1000)
    expect(shown.map(([name]) => name)).toEqual(['a', 'b'])
    expect(stage.press(2000)).toEqual({ reveal: 2, reaction: null })
  })

  it('forgets what waited when all is told anew', () => {
    stage.push(1, 1100, true, show('a'))
    stage.clear()
    time.pass(500)
    expect(shown).toEqual([])
  })
})
