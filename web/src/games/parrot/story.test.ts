import { describe, expect, it } from 'vitest'
import { storyOf } from './story'

describe('the story of a match', () => {
  it('finds the best round, who took the lead and by how much', () => {
    expect(
      storyOf([
        [10, 5, -4],
        [8, 12, 3],
      ]),
    ).toEqual({ best: { seat: 0, round: 3, points: -4 }, lowest: [8, 5, -4], lead: { seat: 0, round: 2 }, margin: 12 })
  })

  it('knows a shared win', () => {
    expect(storyOf([[4], [4], [9]])).toMatchObject({ lead: null, margin: 0 })
  })

  it('has nothing to tell before a round is over', () => expect(storyOf([[], []])).toBeNull())
})
