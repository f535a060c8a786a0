import { describe, expect, it } from 'vitest'
import { kept, panned, WHOLE, zoomed } from './lens'

const heap = { x: 100, y: 50, width: 400, height: 200 }

describe('the lens', () => {
  it('never looks beyond the heap', () => {
    expect(kept({ zoom: 2, x: 0, y: 1 })).toEqual({ zoom: 2, x: 0.25, y: 0.75 })
    expect(kept({ zoom: 0.3, x: 0, y: 1 })).toEqual(WHOLE)
    expect(kept({ zoom: 9, x: 0.5, y: 0.5 }).zoom).toBe(3)
  })

  it('keeps the card under the finger where it is', () => {
    const at = { x: 200, y: 100 }
    const near = zoomed(WHOLE, heap, 2, at)
    // The part of the heap that is seen at a point, from 0 to 1
    const seen = (lens: typeof near) => lens.x + ((at.x - heap.x) / heap.width - 0.5) / lens.zoom
    expect(seen(near)).toBeCloseTo(seen(WHOLE))
    expect(zoomed(WHOLE, heap, 2)).toEqual({ zoom: 2, x: 0.5, y: 0.5 })
    expect(zoomed(near, heap, 0.2)).toEqual(WHOLE)
  })

  it('moves with the finger', () => {
    expect(panned({ zoom: 2, x: 0.5, y: 0.5 }, heap, 80, -40)).toEqual({ zoom: 2, x: 0.4, y: 0.6 })
    expect(panned(WHOLE, heap, 80, 40)).toEqual(WHOLE)
  })
})
