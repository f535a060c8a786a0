import { beforeEach, describe, expect, it } from 'vitest'
import { FakeTime } from '../net/fakes'
import { Aftermath, LINGER_MS } from './aftermath.svelte'

describe('the end of a match', () => {
  let time: FakeTime
  let aftermath: Aftermath

  beforeEach(() => {
    time = new FakeTime()
    aftermath = new Aftermath(time)
  })

  it('lets the last cards be seen for a while', () => {
    aftermath.heard('playing')
    aftermath.heard('over')
    time.pass(LINGER_MS - 1)
    expect(aftermath.sight).toBe('last cards')
    time.pass(1)
    expect(aftermath.sight).toBe('end')
  })

  it('is told at once to who comes later, and when a match was only stopped', () => {
    aftermath.heard('over')
    expect(aftermath.sight).toBe('end')
    aftermath.heard('paused')
    aftermath.heard('stopped')
    expect(aftermath.sight).toBe('end')
  })

  it('does not come over a rematch', () => {
    aftermath.heard('playing')
    aftermath.heard('over')
    time.pass(LINGER_MS / 2)
    aftermath.heard('playing')
    time.pass(LINGER_MS)
    expect(aftermath.sight).toBe('last cards')
  })

  it('does not take away another look at the table', () => {
    aftermath.heard('playing')
    aftermath.heard('over')
    time.pass(LINGER_MS)
    aftermath.sight = 'table'
    aftermath.heard('over') // somebody came or went
    time.pass(LINGER_MS)
    expect(aftermath.sight).toBe('table')
  })
})
