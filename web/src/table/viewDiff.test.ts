import { describe, expect, it } from 'vitest'
import { applyDiff, showsMore } from './viewDiff'

describe('a view diff', () => {
  const view = { turn: 0, seats: [{ box: [1, 2] }, { box: [3, 4] }], pile: { top: 'a' } }

  it('puts values at their paths', () => {
    const after = applyDiff(view, [
      [['turn'], 1],
      [['seats', 1, 'box', 0], 9],
      [['pile'], null],
    ])
    expect(after).toEqual({ turn: 1, seats: [{ box: [1, 2] }, { box: [9, 4] }], pile: null })
  })

  it('leaves the old view as it was, and shares everything that did not change', () => {
    const before = structuredClone(view)
    const after = applyDiff(view, [[['seats', 1, 'box', 0], 9]])
    expect(view).toEqual(before)
    expect(after.seats[0]).toBe(view.seats[0])
    expect(after.pile).toBe(view.pile)
    expect(after.seats[1]).not.toBe(view.seats[1])
  })

  it('replaces the whole view, even null', () => {
    expect(applyDiff(null, [[[], { a: 1 }]])).toEqual({ a: 1 })
    expect(
      applyDiff<unknown>(view, [
        [[], { a: { b: 1 } }],
        [['a', 'b'], 2],
      ]),
    ).toEqual({ a: { b: 2 } })
  })

  it('copies each part once', () => {
    const after = applyDiff(view, [
      [['seats', 0, 'box', 0], 7],
      [['seats', 0, 'box', 1], 8],
    ])
    expect(after.seats[0]!.box).toEqual([7, 8])
    expect(view.seats[0]!.box).toEqual([1, 2])
  })

  it('returns the view itself if nothing changed', () => {
    expect(applyDiff(view, [])).toBe(view)
  })
})

describe('what one view shows that another does not', () => {
  const mine = { turn: 1, hand: '7', opening: null, seats: [{ box: ['1', '?'] }, { box: ['?', '?'] }] }

  it('is a secret', () => {
    expect(showsMore(mine, { ...mine, hand: '?' })).toBe(true)
    expect(showsMore(mine, { ...mine, hand: null })).toBe(true)
    expect(showsMore({ hand: ['1 Sun', '2 Sun'] }, { hand: [] })).toBe(true)
    expect(showsMore({ hand: ['1 Sun'] }, { hand: ['2 Moon'] })).toBe(true)
    expect(showsMore(mine, null)).toBe(true)
  })

  it('is nothing, if the other shows as much or more', () => {
    expect(showsMore(mine, structuredClone(mine))).toBe(false)
    expect(showsMore({ ...mine, hand: '?' }, mine)).toBe(false)
    expect(showsMore(mine, { ...mine, opening: [0, 5] })).toBe(false)
    expect(showsMore({ hand: [] }, { hand: ['1 Sun'] })).toBe(false)
    expect(showsMore(null, mine)).toBe(false)
  })
})
