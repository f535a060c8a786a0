import { describe, expect, it } from 'vitest'
import type { Parrot } from '../../net/views'
import type { TableState } from '../../table/table.svelte'
import { seat, view } from './fakes'
import { noteFor, promptFor } from './prompts'
import { Phase } from './rules.gen'
import { words } from './words'

const table = (you: number | null) => ({ you, seats: [{ name: 'Ada' }, { name: 'Olive' }] }) as unknown as TableState
const asked = (seen: Parrot.View, doing: Partial<Parameters<typeof promptFor>[0]> = {}, you: number | null = 0) =>
  promptFor({
    table: table(you),
    view: seen,
    yours: seen.turn === you,
    opening: false,
    picked: [],
    mode: 'put',
    flyer: null,
    mayDiscard: true,
    ...doing,
  })

describe('promptFor', () => {
  it('asks for two cards, then for one more, then waits for the others', () => {
    const opening = view({
      phase: Phase.OPENING,
      turn: null,
      seats: [seat('? ? ? ? ? ? ? ?'), { ...seat('? ? ? ? ? ? ? ?'), ready: false }],
    })
    expect(asked(opening, { opening: true })).toBe(words.prompt.openTwo)
    expect(asked(opening, { opening: true, picked: [3] })).toBe(words.prompt.openOne)
    expect(asked(opening)).toBe('Waiting for Olive.')
    expect(asked({ ...opening, seats: opening.seats.map((one) => ({ ...one, ready: false })) })).toBe(
      'Waiting for 2 players.',
    )
  })
  it('says what the card in hand is for', () => {
    expect(asked(view())).toBe(words.prompt.put('5'))
    expect(asked(view(), { mayDiscard: false })).toBe(words.prompt.mustPut('5'))
    expect(asked(view(), { mode: 'discard' })).toBe(words.prompt.away)
    expect(asked(view(), { mode: 'float' })).toBe(words.prompt.which)
    expect(asked(view(), { mode: 'float', flyer: 4 })).toBe(words.prompt.land)
  })
  it('names the player whose turn it is', () => {
    expect(asked(view({ phase: Phase.CHOOSE, turn: 1 }))).toBe(words.prompt.other('Olive'))
    expect(asked(view({ turn: 1, hand: '?' }))).toBe(words.prompt.otherHolds('Olive'))
  })
})

describe('noteFor', () => {
  it('counts down cards, and says who has finished', () => {
    expect(noteFor(view(), 0)).toBe(words.notes.down(3))
    const last = view({ ender: 0, seats: [seat('5 1 8 2 P 3 4 1'), seat('1 ? ? ? 2 ? ? ?')] })
    expect([noteFor(last, 0), noteFor(last, 1)]).toEqual([words.notes.finished, words.notes.lastTurn])
    expect(noteFor(view({ phase: Phase.COUNTING }), 0)).toBeUndefined()
  })
})
