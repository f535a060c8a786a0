import { describe, expect, it } from 'vitest'
import type { TrickyTwist } from '../../net/views'
import type { TableState } from '../../table/table.svelte'
import { player, view } from './fakes'
import { noteFor, promptFor } from './prompts'
import { Phase } from './rules.gen'
import { words } from './words'

const table = { you: 0, own: [0], seats: ['Ada', 'Olive', 'Basil'].map((name) => ({ name })) } as unknown as TableState
const asked = (seen: TrickyTwist.View, more: Partial<Parameters<typeof promptFor>[0]> = {}) =>
  promptFor({
    table,
    view: seen,
    yours: seen.to_act === 0,
    laying: false,
    picked: [],
    lingering: false,
    winner: null,
    led: null,
    ...more,
  })

describe('promptFor', () => {
  it('asks for the rest of the reserve, then waits for the others', () => {
    const reserve = view({
      phase: Phase.RESERVE,
      to_act: null,
      players: [player(0), player(1, { reserve_laid: false }), player(2)],
    })
    expect(asked(reserve, { laying: true, picked: ['3 Moon'] })).toBe(words.prompt.reserve(4))
    expect(asked(reserve)).toBe('Waiting for Olive.')
  })
  it('says whether you must follow', () => {
    expect(asked(view())).toBe(words.prompt.lead)
    expect(asked(view(), { led: 'Moon' })).toBe(words.prompt.follow('Moon'))
    expect(asked(view(), { led: 'Circle' })).toBe(words.prompt.free('Circle'))
  })
  it('says who has won while the turn is still in the middle', () => {
    const won = view({
      phase: Phase.DRAW,
      to_act: 1,
      leader: 2,
      table: ['3 Moon', '4 Circle', '9 Circle'],
      table_is_last_turn: true,
    })
    expect(asked(won, { lingering: true, winner: 2 })).toBe(words.prompt.won('Basil', 2))
    expect(asked(won, { winner: 2 })).toBe(words.prompt.otherDraw('Olive'))
  })
})

describe('noteFor', () => {
  it('says what a player does, and how many tricks the others have', () => {
    const seen = view({ to_act: 1, leader: 0 })
    expect([0, 1, 2].map((seat) => noteFor(seen, seen.players[seat]!, 3))).toEqual([
      words.notes.leads,
      words.notes.plays,
      words.tricksOf(3),
    ])
    expect(noteFor(seen, player(1, { left: true }), 0)).toBe(words.notes.left)
  })
})
