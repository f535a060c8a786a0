import { describe, expect, it } from 'vitest'
import type { Event } from '../../net/messages'
import type { TrickyTwist } from '../../net/views'
import { say } from './say'

const player = (seat: number, more: Partial<TrickyTwist.Player> = {}): TrickyTwist.Player => ({
  seat, hand: 5, reserve: 3, reserve_laid: true, tricks: [], false_tricks: [], bonus: [], declared: [], waiting: false, left: false, score: 0, ...more,
})
const view = (more: Partial<TrickyTwist.View>): TrickyTwist.View => ({
  game: 'tricky_twist', seat: 0, phase: 'play', round: 1, rounds: 3, turn: 1, to_act: 0, starter: 0, leader: 0,
  scoring_card: { name: 'ODD', says: '', suits: [], stars: [1] }, variable_side: 'value', display: [], players: [player(0), player(1), player(2)],
  table: [null, null, null], table_is_last_turn: false, hand: ['3 Moon', '5 Sun'], reserve: [], own_tricks: [], declaring: null, results: [], clock: 0, decide_by: null, ...more,
})
const speaking = { you: 0, name: (seat: number) => ['You', 'Olive', 'Basil'][seat]! }
const event = (seat: number, action: number) => ({ t: 'event', n: 1, ms: 0, at: 0, seat, action }) as Event

describe('announcements', () => {
  it('say what was led and what you may play', () => {
    const before = view({ leader: 2, to_act: 2 })
    const after = view({ leader: 2, to_act: 0, table: [null, null, '9 Moon'] })
    expect(say(event(2, 58), before, after, speaking)).toEqual(['Basil plays 9 Moon.', 'Your turn: follow with a Moon. You can play 3 Moon.'])
  })
  it('say who wins the turn and who has a false trick', () => {
    const before = view({ leader: 1, to_act: 0, table: [null, '4 Circle', '9 Circle'] })
    const after = view({ phase: 'draw', leader: 2, to_act: 2, table: ['3 Moon', '4 Circle', '9 Circle'], table_is_last_turn: true })
    expect(say(event(0, 52), before, after, speaking)).toEqual(['You play 3 Moon.', 'Basil wins a trick of 2 cards.', 'Your 3 Moon is a false trick.'])
  })
  it('say only to you what you drew', () => {
    const before = view({ phase: 'draw' })
    const after = view({ phase: 'draw', to_act: 1, hand: ['3 Moon', '5 Sun', '7 Sun'], players: [player(0, { reserve: 2 }), player(1), player(2)] })
    expect(say(event(0, 48), before, after, speaking)).toEqual(['You draw the 7 Sun.'])
    const other = view({ phase: 'draw', to_act: 2, players: [player(0), player(1, { reserve: 2 }), player(2)] })
    expect(say(event(1, 48), view({ phase: 'draw', to_act: 1 }), other, speaking)).toEqual(['Olive draws from the reserve.'])
  })
})
