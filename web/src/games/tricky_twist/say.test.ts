import { describe, expect, it } from 'vitest'
import type { Event } from '../../net/messages'
import { playing } from './cards'
import { player, view } from './fakes'
import { Act } from './rules.gen'
import { say } from './say'

const speaking = { you: 0, name: (seat: number) => ['You', 'Olive', 'Basil'][seat]! }
const event = (seat: number, action: number) => ({ t: 'event', n: 1, ms: 0, at: 0, seat, action }) as Event

describe('announcements', () => {
  it('say what was led and what you may play', () => {
    const before = view({ leader: 2, to_act: 2 })
    const after = view({ leader: 2, to_act: 0, table: [null, null, '9 Moon'] })
    expect(say(event(2, playing('9 Moon')), before, after, speaking)).toEqual([
      'Basil plays 9 Moon.',
      'Your turn: follow with a Moon. You can play 3 Moon.',
    ])
  })
  it('say who wins the turn and who has a false trick', () => {
    const before = view({ leader: 1, to_act: 0, table: [null, '4 Circle', '9 Circle'] })
    const after = view({
      phase: 'draw',
      leader: 2,
      to_act: 2,
      table: ['3 Moon', '4 Circle', '9 Circle'],
      table_is_last_turn: true,
    })
    expect(say(event(0, playing('3 Moon')), before, after, speaking)).toEqual([
      'You play 3 Moon.',
      'Basil wins a trick of 2 cards.',
      'Your 3 Moon is a false trick.',
    ])
  })
  it('say only to you what you drew', () => {
    const before = view({ phase: 'draw' })
    const after = view({
      phase: 'draw',
      to_act: 1,
      hand: ['3 Moon', '5 Sun', '7 Sun'],
      players: [player(0, { reserve: 2 }), player(1), player(2)],
    })
    expect(say(event(0, Act.DRAW), before, after, speaking)).toEqual(['You draw the 7 Sun.'])
    const other = view({ phase: 'draw', to_act: 2, players: [player(0), player(1, { reserve: 2 }), player(2)] })
    expect(say(event(1, Act.DRAW), view({ phase: 'draw', to_act: 1 }), other, speaking)).toEqual([
      'Olive draws from the reserve.',
    ])
  })
})
