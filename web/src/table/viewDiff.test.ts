import { describe, expect, it } from 'vitest'
import { applyDiff } from './viewDiff'

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
