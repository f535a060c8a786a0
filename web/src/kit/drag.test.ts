import { describe, expect, test, vi } from 'vitest'
import { startDrag, type Drag, type Release } from './drag'

const pointer = (type: string, x: number, y: number, pointerId = 1) =>
  Object.assign(new Event(type), { clientX: x, clientY: y, pointerId }) as unknown as PointerEvent

function card() {
  const classes = new Set<string>()
  return {
    classList: { add: (name: string) => classes.add(name), remove: (name: string) => classes.delete(name) },
    style: { translate: '' },
    classes,
  }
}

function press(drag: Drag) {
  const page = new EventTarget()
  startDrag(pointer('pointerdown', 100, 100), drag, page)
  return (type: string, x: number, y: number, id?: number) => page.dispatchEvent(pointer(type, x, y, id))
}

describe('startDrag', () => {
  test('a short movement is a press', () => {
    const [move, end] = [vi.fn(), vi.fn<(release: Release) => void>()]
    const hand = press({ move, end })
    hand('pointermove', 104, 103)
    hand('pointerup', 104, 103)
    expect(move).not.toHaveBeenCalled()
    expect(end.mock.calls[0]![0]).toMatchObject({ dragged: false, cancelled: false, x: 4, y: 3 })
  })

  test('what is carried follows the pointer and is put back after the release', () => {
    const carried = card()
    let atRelease = ''
    const hand = press({ carry: carried as unknown as HTMLElement, end: () => (atRelease = carried.style.translate) })
    hand('pointermove', 120, 90)
    expect(carried.classes.has('dragged')).toBe(true)
    expect(carried.style.translate).toBe('20px -10px')
    hand('pointerup', 121, 90)
    expect(atRelease).toBe('20px -10px')
    expect(carried.style.translate).toBe('')
    expect(carried.classes.size).toBe(0)
  })

  test('other pointers do not matter, and nothing is heard after the release', () => {
    const [move, end] = [vi.fn(), vi.fn()]
    const hand = press({ move, end })
    hand('pointermove', 200, 200, 2)
    hand('pointerup', 200, 200, 2)
    expect(move).not.toHaveBeenCalled()
    hand('pointerup', 100, 100)
    hand('pointermove', 200, 200)
    expect(move).not.toHaveBeenCalled()
    expect(end).toHaveBeenCalledTimes(1)
  })

  test('it stands still while it is paused, and a cancelled pointer says so', () => {
    const move = vi.fn()
    const end = vi.fn<(release: Release) => void>()
    let pinching = true
    const hand = press({ move, end, paused: () => pinching, after: 7 })
    hand('pointermove', 150, 150)
    expect(move).not.toHaveBeenCalled()
    pinching = false
    hand('pointermove', 150, 150)
    expect(move).toHaveBeenCalledTimes(1)
    hand('pointercancel', 150, 150)
    expect(end.mock.calls[0]![0].cancelled).toBe(true)
  })
})
