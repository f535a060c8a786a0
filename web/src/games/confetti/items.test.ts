import { describe, expect, it } from 'vitest'
import type { Confetti } from '../../net/views'
import { newSets, removedNow, settled, tugBegan } from './changes'
import { anchorOf, itemsOf, keepAlike, placesOf, ropesOf, tidyOrder, type Shown } from './items'
import { layOut } from './layout'
import { WHOLE } from './lens'
import { CardState, Phase } from './rules.gen'
import { words } from './words'

const NAMES = ['ROY', 'OYR', 'YRO', 'GBP', 'BPG', 'PGB']
const card = (number: number, state: string = CardState.MIDDLE, at: Partial<Confetti.CardView> = {}) =>
  ({
    number,
    name: NAMES[number]!,
    state,
    owner: null,
    x: 100 * number + 50,
    y: 50,
    degrees: 0,
    ...at,
  }) as Confetti.CardView
const player = (seat: number, cards: Confetti.CardView[] = []) =>
  ({ seat, here: true, cards, points: 0 }) as unknown as Confetti.PlayerView
const tug = (pulled: Confetti.CardView, pullers: number[]) =>
  ({ card: pulled, pullers, open_until: 0, ends: 0 }) as Confetti.TugView
const view = (more: Partial<Confetti.View>) =>
  ({
    phase: Phase.PLAY,
    side: 'white',
    limit: 6,
    width: 1200,
    height: 700,
    middle: [],
    tugs: [],
    players: [player(0), player(1)],
    removed: [],
    ...more,
  }) as Confetti.View

const layout = layOut({ width: 1280, height: 748, others: 1, own: 6, theirs: 6, dense: false, leftHand: false })
const shown = (seen: Confetti.View, more: Partial<Shown> = {}) =>
  itemsOf({
    view: seen,
    layout,
    lens: WHOLE,
    order: [0, 1],
    you: 0,
    places: placesOf(seen, [], 0, more.grabbed ?? []),
    rows: null,
    grabbed: [],
    finger: null,
    name: (seat) => ['Ada', 'Olive'][seat]!,
    called: (seat) => ['You', 'Olive'][seat]!,
    ...more,
  })

describe('itemsOf', () => {
  it('lists the cards by number, whoever has them', () => {
    const seen = view({
      middle: [card(2)],
      players: [player(0, [card(1, CardState.HELD)]), player(1, [card(0, CardState.LOOSE)])],
    })
    const items = shown(seen)
    expect(items.map(({ number, seat }) => [number, seat])).toEqual([
      [0, 1],
      [1, 0],
      [2, null],
    ])
    expect(items[1]!.spot).toBe(layout.own[0])
    expect(items.map(({ label }) => label.split('; ')[1])).toEqual([
      words.where.loose('Olive'),
      words.where.yoursHeld(1),
      words.where.middle,
    ])
  })
  it('brings a grabbed card to your edge before there is an answer', () => {
    const [item] = shown(view({ middle: [card(3)] }), { grabbed: [3] })
    expect(item).toMatchObject({ seat: 0, spot: layout.own[0] })
    expect(item!.label).toContain(words.where.reaching('You'))
  })
  it('leaves the card under the finger where it is', () => {
    const spot = { x: 1, y: 2, side: 3, turn: 4 }
    expect(shown(view({ middle: [card(3)] }), { finger: { card: 3, spot } })[0]!.spot).toBe(spot)
  })
  it('hangs a tug between its players, with a rope to each', () => {
    const seen = view({ tugs: [tug(card(4, CardState.TUG), [0, 1])] })
    const items = shown(seen)
    expect(items[0]).toMatchObject({ rivals: true, seat: null })
    const ropes = ropesOf(seen, layout, [0, 1], new Map(items.map((item) => [item.number, item])))
    expect(ropes.map(({ seat, from }) => ({ seat, from }))).toEqual(
      [0, 1].map((seat) => ({ seat, from: anchorOf(layout, [0, 1], seat) })),
    )
  })
  it('hides what the lens does not show', () => {
    const items = shown(view({ middle: [card(0), card(5, CardState.MIDDLE, { x: 1150, y: 650 })] }), {
      lens: { zoom: 3, x: 1 / 6, y: 1 / 6 },
    })
    expect(items.map(({ away }) => away)).toEqual([false, true])
  })
})

describe('keepAlike', () => {
  it('changes only the items that are not as before', () => {
    const before = shown(view({ middle: [card(0), card(1), card(2)] }))
    const now = shown(view({ middle: [card(0), card(2)], players: [player(0, [card(1, CardState.HELD)]), player(1)] }))
    const kept = keepAlike(now, before)
    expect(kept).toEqual(now)
    expect(kept.map((item, number) => item === before[number])).toEqual([true, false, true])
  })
  it('notices every field', () => {
    const [item] = shown(view({ middle: [card(0)] }))
    const { x, y, side, turn } = item!.spot
    const changes = [
      ...[{ name: 'BPG' }, { state: 'held' }, { seat: 1 }, { label: '' }, { rivals: true }, { away: true }],
      ...[{ x: x + 1 }, { y: y + 1 }, { side: side + 1 }, { turn: turn + 1 }].map((change) => ({
        spot: { ...item!.spot, ...change },
      })),
    ]
    for (const change of changes) {
      const changed = { ...item!, ...change }
      expect(keepAlike([changed], [item!])[0]).toBe(changed)
    }
    expect(Object.keys(item!).length + Object.keys(item!.spot).length - 2, 'the number and the spot').toBe(
      changes.length,
    )
  })
})

describe('tidyOrder', () => {
  it('goes from the upper left to the lower right', () => {
    const seen = view({
      middle: [card(0, CardState.MIDDLE, { x: 850, y: 150 }), card(1), card(2, CardState.MIDDLE, { x: 50, y: 150 })],
    })
    expect([...tidyOrder(seen).keys()]).toEqual([1, 2, 0])
  })
})

describe('what has changed', () => {
  const before = view({ middle: [card(0), card(1)] })
  it('settles a grabbed card when somebody has it, or pulls at it', () => {
    expect(settled([0], before, before)).toEqual([])
    expect(
      settled([0], before, view({ middle: [card(1)], players: [player(0, [card(0, CardState.LOOSE)]), player(1)] })),
    ).toEqual([0])
    expect(settled([0, 1], before, view({ middle: [card(1)], tugs: [tug(card(0), [1])] }))).toEqual([0])
  })
  it('notices a tug once', () => {
    const pulling = view({ tugs: [tug(card(0), [0, 1])] })
    expect(tugBegan(before, pulling, 0)).toBe(true)
    expect(tugBegan(pulling, pulling, 0)).toBe(false)
    expect(tugBegan(before, view({ tugs: [tug(card(0), [0])] }), 0)).toBe(false)
  })
  it('names the card that is out', () => {
    expect(removedNow(before, view({ removed: ['ROY'] }))).toBe('ROY')
    expect(removedNow(before, before)).toBeUndefined()
  })
  it('finds the cards of a new set', () => {
    const two = view({ players: [player(0, [card(0), card(1)]), player(1)] })
    const three = view({ players: [player(0, [card(0), card(1), card(2)]), player(1)] })
    expect(newSets(before, two, 0)).toBeNull()
    expect(newSets(two, three, 0)).toEqual([0, 1, 2])
  })
})
