import { describe, expect, it } from 'vitest'
import { apply } from './change'

describe('a change of a view', () => {
  const view = { turn: 0, seats: [{ box: [1, 2] }, { box: [3, 4] }], pile: { top: 'a' } }

  it('puts values at their paths', () => {
    const after = apply(view, [
      [['turn'], 1],
      [['seats', 1, 'box', 0], 9],
      [['pile'], null],
    ])
    expect(after).toEqual({ turn: 1, seats: [{ box: [1, 2] }, { box: [9, 4] }], pile: null })
  })

  it('leaves the view before as it was, and shares what did not change', () => {
    const before = structuredClone(view)
    const after = apply(view, [[['seats', 1, 'box', 0], 9]])
    expect(view).toEqual(before)
    expect(after.seats[0]).toBe(view.seats[0])
    expect(after.pile).toBe(view.pile)
    expect(after.seats[1]).not.toBe(view.seats[1])
  })

  it('replaces the whole, also when nothing was there', () => {
    expect(apply(null, [[[], { a: 1 }]])).toEqual({ a: 1 })
    expect(
      apply<unknown>(view, [
        [[], { a: { b: 1 } }],
        [['a', 'b'], 2],
      ]),
    ).toEqual({ a: { b: 2 } })
  })

  it('copies each part once', () => {
    const after = apply(view, [
      [['seats', 0, 'box', 0], 7],
      [['seats', 0, 'box', 1], 8],
    ])
    expect(after.seats[0]!.box).toEqual([7, 8])
    expect(view.seats[0]!.box).toEqual([1, 2])
  })

  it('with no change is the view itself', () => {
    expect(apply(view, [])).toBe(view)
  })
})
