import { describe, expect, it } from 'vitest'
import type { Event } from '../../net/messages'
import { seat, view } from './fakes'
import { floating, placing, revealing } from './moves'
import { Act } from './rules.gen'
import { say } from './say'

const speaking = { you: 0, name: (number: number) => ['You', 'Robin'][number]! }
const event = (action: number | null, who: number | null = 0): Event => ({
  t: 'event',
  n: 1,
  ms: 0,
  at: 0,
  seat: who,
  action,
})

describe('what is said', () => {
  it('names a drawn card to its drawer alone', () => {
    const before = view({ phase: 'choose', hand: null })
    expect(say(event(Act.DRAW), before, view(), speaking)).toEqual(['You draw a 5.'])
    const theirs = { ...before, turn: 1 }
    expect(say(event(Act.DRAW, 1), theirs, view({ turn: 1, hand: '?' }), speaking)).toEqual(['Robin draws a card.'])
  })

  it('tells where a card goes and what comes out', () => {
    const after = view({
      phase: 'choose',
      hand: null,
      turn: 1,
      discard: '12',
      seats: [seat('5 5 8 ? P 3 ? 1'), seat('1 ? ? ? 2 ? ? ?')],
    })
    expect(say(event(placing(1)), view(), after, speaking)).toEqual([
      'You put a 5 on place 2; a 12 goes to the discard pile.',
    ])
  })

  it('tells of flights, passes and cards turned up', () => {
    const flown = view({
      phase: 'choose',
      hand: null,
      turn: 1,
      discard: '11',
      seats: [seat('5 P 8 ? 5 3 ? 1'), seat('1 ? ? ? 2 ? ? ?')],
    })
    expect(say(event(floating(4, 1)), view(), flown, speaking)).toEqual([
      'Your Parrot flies to place 2 and copies 3; an 11 goes to the discard pile.',
    ])
    const turned = view({
      phase: 'choose',
      hand: null,
      turn: 1,
      discard: '5',
      seats: [seat('5 8 8 ? P 3 ? 1'), seat('1 ? ? ? 2 ? ? ?')],
    })
    expect(say(event(revealing(1)), view(), turned, speaking)).toEqual([
      'You discard a 5.',
      'Turned up: an 8 on place 2.',
    ])
    const passed = view({ phase: 'choose', hand: null, turn: 1, discard: '5' })
    expect(say(event(Act.PASS), view(), passed, speaking)).toEqual(['You discard a 5 and pass.'])
  })

  it('calls your turn, the last card and the end', () => {
    const theirs = view({ turn: 1, seats: [seat('5 ? 8 ? P 3 ? 1'), seat('1 1 1 1 2 2 ? ?')] })
    const last = view({
      turn: 0,
      phase: 'choose',
      hand: null,
      discard: '4',
      seats: [seat('5 ? 8 ? P 3 ? 1'), seat('1 1 1 1 2 2 7 ?')],
    })
    expect(say(event(revealing(6), 1), theirs, last, speaking).slice(-2)).toEqual([
      'Robin has one face-down card left.',
      'Your turn: draw, or take the 4.',
    ])
    const ended = view({
      turn: 0,
      phase: 'choose',
      hand: null,
      ender: 1,
      discard: '4',
      seats: [seat('5 ? 8 ? P 3 ? 1'), seat('1 1 1 1 2 2 7 7')],
    })
    expect(say(event(revealing(7), 1), { ...theirs, seats: last.seats }, ended, speaking).slice(-2)).toEqual([
      'Robin has finished: everyone else gets one more turn.',
      'Your last turn: draw, or take the 4.',
    ])
  })

  it('counts a round', () => {
    const after = view({
      phase: 'counting',
      turn: null,
      hand: null,
      seats: [seat('5 8 8 1 P 3 2 1', 14, [14]), seat('1 1 1 1 2 2 7 7', 22, [22])],
    })
    expect(say(event(Act.PASS), view(), after, speaking).slice(-2)).toEqual([
      'You: 14 points, 14 in total.',
      'Robin: 22 points, 22 in total.',
    ])
  })
})
