import { beforeEach, describe, expect, it } from 'vitest'
import { FakeTime } from '../net/fakes'
import { AfterMatch, LINGER_MS } from './afterMatch.svelte'

describe('the end of a match', () => {
  let time: FakeTime
  let afterMatch: AfterMatch

  beforeEach(() => {
    time = new FakeTime()
    afterMatch = new AfterMatch(time)
  })

  it('shows the last cards for a while', () => {
    afterMatch.statusChanged('playing')
    afterMatch.statusChanged('over')
    time.pass(LINGER_MS - 1)
    expect(afterMatch.screen).toBe('last cards')
    time.pass(1)
    expect(afterMatch.screen).toBe('end')
  })

  it('shows the result at once to those who join later, and after a stopped match', () => {
    afterMatch.statusChanged('over')
    expect(afterMatch.screen).toBe('end')
    afterMatch.statusChanged('paused')
    afterMatch.statusChanged('stopped')
    expect(afterMatch.screen).toBe('end')
  })

  it('does not interrupt a rematch', () => {
    afterMatch.statusChanged('playing')
    afterMatch.statusChanged('over')
    time.pass(LINGER_MS / 2)
    afterMatch.statusChanged('playing')
    time.pass(LINGER_MS)
    expect(afterMatch.screen).toBe('last cards')
  })

  it('does not replace the final table', () => {
    afterMatch.statusChanged('playing')
    afterMatch.statusChanged('over')
    time.pass(LINGER_MS)
    afterMatch.screen = 'table'
    afterMatch.statusChanged('over') // somebody joined or left
    time.pass(LINGER_MS)
    expect(afterMatch.screen).toBe('table')
  })
})
