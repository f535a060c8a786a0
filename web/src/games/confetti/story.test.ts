import { describe, expect, it } from 'vitest'
import type { Event } from '../../net/messages'
import type { Confetti } from '../../net/views'
import { bestOf, note, robbed, type Story } from './story'

const result = (points: number, sets: number, cards: number) => ({ points, sets, cards })

describe('the story', () => {
  it('knows the best haul', () => {
    const rounds = [
      { round: 1, results: [result(2, 3, 5), result(3, 3, 3)] },
      { round: 2, results: [result(-1, 0, 1), result(2, 2, 3)] },
    ]
    expect(bestOf(rounds)).toEqual({ seat: 1, round: 1, points: 3, perfect: true })
    expect(bestOf([{ round: 1, results: [result(0, 0, 0)] }])).toBeNull()
  })

  it('notes each round once, when it has been counted', () => {
    const story: Story = { match: null, rounds: [], stolen: [] }
    const view = (phase: string) =>
      ({
        phase,
        round: 1,
        players: [{ result: { points: 2, sets: [{}, {}], cards: ['a', 'b', 'c'], spare: [] } }],
      }) as unknown as Confetti.View
    note(story, view('play'))
    expect(story.rounds).toEqual([])
    note(story, view('choose'))
    note(story, view('break'))
    expect(story.rounds).toEqual([{ round: 1, results: [result(2, 2, 3)] }])
  })

  it('knows who was robbed', () => {
    const before = {
      players: [
        { seat: 0, cards: [{ number: 7 }] },
        { seat: 1, cards: [] },
      ],
    } as unknown as Confetti.View
    const event = (seat: number, action: number): Event => ({ t: 'event', n: 1, ms: 0, at: 0, seat, action })
    expect(robbed(event(1, 7), before)).toBe(0)
    expect(robbed(event(1, 8), before)).toBeNull()
    expect(robbed(event(0, 7), before)).toBeNull()
  })
})
