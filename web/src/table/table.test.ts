import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeTime, FakeEnvironment } from '../net/fakes'
import type { TableNow, Welcome } from '../net/messages'
import { TableState } from './table.svelte'

const now = (more: Partial<TableNow> = {}): TableNow => ({
  id: 'x',
  game: 'parrot',
  status: 'playing',
  seats: [{ name: 'Mia', here: true, host: true }, { bot: 'casual' }],
  options: {},
  public: false,
  match: 'm1',
  ...more,
})

describe('a table', () => {
  let environment: FakeEnvironment
  let time: FakeTime
  let table: TableState
  const saveToken = vi.fn()

  const welcome = (more: Partial<Welcome> = {}): Welcome => ({
    t: 'welcome',
    version: 1,
    table: now(),
    you: 0,
    number: 5,
    now: time.now(),
    clock: 2000,
    view: { turn: 0, seats: [{ n: 1 }, { n: 2 }] },
    legal: [1, 2],
    ...more,
  })

  beforeEach(() => {
    environment = new FakeEnvironment()
    time = environment.timers
    saveToken.mockClear()
    table = new TableState(
      'x',
      [{ token: 'k' }],
      { connection: environment, frames: time, url: (id) => `ws://here/${id}`, saveToken },
      'inv',
    )
    table.open()
    environment.socket.onopen!()
    environment.socket.deliver(welcome())
  })

  it('takes its state from the welcome', () => {
    expect(table.you).toBe(0)
    expect(table.view.turn).toBe(0)
    expect([...table.legal]).toEqual([1, 2])
    expect(table.status).toBe('open')
    expect(table.host).toBe(true)
    expect(table.own).toEqual([0])
  })

  it('knows the seat that it waits for, and stops waiting', () => {
    environment.socket.deliver(welcome({ you: null, legal: undefined, waits: 1 }))
    expect([table.you, table.waits]).toEqual([null, 1])
    table.leave()
    expect(environment.socket.sentWithoutPings.at(-1)).toEqual({ t: 'leave', bot: true })
    environment.socket.deliver(welcome({ you: 1 }))
    expect([table.you, table.waits]).toEqual([1, null])
  })

  it('lets a newcomer in', () => {
    table.admit(1)
    expect(environment.socket.sentWithoutPings.at(-1)).toEqual({ t: 'admit', seat: 1 })
  })

  it('applies events and calls watchers before and after', () => {
    const heard: unknown[] = []
    table.watch({
      before: (_, view) => heard.push(['before', view.turn, table.view.turn]),
      after: (event, before, after) =>
        heard.push(['after', before.turn, after.turn, table.view === after, event.words]),
    })
    environment.socket.deliver({
      t: 'event',
      n: 6,
      ms: 2100,
      at: time.now(),
      seat: 0,
      action: 1,
      words: 'draw',
      change: [[['turn'], 1]],
      legal: [],
    })
    expect(heard).toEqual([
      ['before', 0, 0],
      ['after', 0, 1, true, 'draw'],
    ])
    expect(table.legal.size).toBe(0)
    expect(table.history.at(-1)).toMatchObject({ n: 6, words: 'draw' })
  })

  it('shows an event and everything after it no earlier than its instant', () => {
    environment.socket.deliver({
      t: 'event',
      n: 6,
      ms: 2100,
      at: time.now() + 100,
      reveal: true,
      change: [[['turn'], 1]],
    })
    environment.socket.deliver({ t: 'race', n: 6, reveal: null, rings: [] })
    environment.socket.deliver({ t: 'table', n: 7, table: now({ status: 'over' }) })
    expect([table.view.turn, table.race, table.now!.status]).toEqual([0, null, 'playing'])
    time.pass(120)
    expect([table.view.turn, table.now!.status]).toEqual([1, 'over'])
    expect(table.races).toHaveLength(1)
  })

  it('runs the match’s clock at the table’s pace, and stops it in a pause', () => {
    time.pass(500)
    expect(table.gameNow()).toBe(2500)
    environment.socket.deliver({ t: 'table', n: 6, table: now({ status: 'paused' }) })
    time.pass(500)
    expect(table.gameNow()).toBe(2500)
    environment.socket.deliver({ t: 'table', n: 7, table: now({ resumes_at: time.now() + 3000 }) })
    time.pass(3000)
    expect(table.gameNow()).toBe(2500)
    environment.socket.deliver({ t: 'table', n: 7, table: now({ pace: 2 }) })
    time.pass(100)
    expect(table.gameNow()).toBe(2700)
  })

  it('sends a press with the event that was on the screen', () => {
    environment.socket.deliver({ t: 'event', n: 8, ms: 2100, at: time.now(), reveal: true, change: [] })
    time.pass(400)
    const painted = 1024 // shown at 1008, the next frame is 1024
    table.act(1, { timeStamp: painted + 300 } as Event)
    expect(environment.socket.sentWithoutPings.at(-1)).toMatchObject({ t: 'act', action: 1, reveal: 8, reaction: 300 })
  })

  it('without reveals, sends the time since the last event happened', () => {
    const happened = time.now() - 120 // it arrives late
    environment.socket.deliver({ t: 'event', n: 8, ms: 2100, at: happened, change: [] })
    time.pass(400)
    table.act(1, { timeStamp: happened + 300 } as Event)
    expect(environment.socket.sentWithoutPings.at(-1)).toMatchObject({ t: 'act', action: 1, reveal: 8, reaction: 300 })
    table.act(1)
    expect(environment.socket.sentWithoutPings.at(-1)).not.toHaveProperty('reveal')
  })

  it('says why a move was refused, and which', () => {
    table.act(7)
    const act = environment.socket.sentWithoutPings.at(-1)!
    environment.socket.deliver({
      t: 'refused',
      says: 'that card is held',
      rule: 'CON-18',
      seq: (act as { seq: number }).seq,
    })
    expect(table.refusal).toMatchObject({ says: 'That card is held.', rule: 'CON-18', action: 7 })
  })

  it('ignores the refusal of a move that came after the end of the match', () => {
    table.act(7)
    const { seq } = environment.socket.sentWithoutPings.at(-1) as { seq: number }
    environment.socket.deliver({
      t: 'over',
      n: 6,
      match: 'm1',
      scores: [1, 2],
      winners: [1],
      seed: '1',
      salt: 's',
      commitment: 'c',
    })
    environment.socket.deliver({ t: 'refused', says: 'no match is being played', seq })
    expect(table.refusal).toBeNull()
  })

  it('holds several seats: each has its own view, one is shown', () => {
    table.addLocalPlayer(1, 'Noah', 2)
    const second = environment.socket
    second.onopen!()
    expect(second.sent[0]).toMatchObject({ t: 'hello', invite: 'inv' })
    second.deliver(welcome({ you: null, legal: undefined }))
    expect(second.sentWithoutPings.at(-1)).toEqual({ t: 'sit', seat: 1, name: 'Noah', colour: 2 })
    second.deliver({ t: 'token', seat: 1, token: 'k2' })
    expect(saveToken).toHaveBeenCalledWith(table, 1, 'k2')
    second.deliver(welcome({ you: 1, legal: [9], view: { turn: 5, seats: [] } }))
    expect(table.own).toEqual([0, 1])
    expect([...table.legalOf(1)]).toEqual([9])
    expect(table.view.turn).toBe(0)
    table.act(9, undefined, 1)
    expect(second.sentWithoutPings.at(-1)).toMatchObject({ t: 'act', action: 9 })
    table.viewFrom(1)
    expect([table.you, table.view.turn]).toEqual([1, 5])
  })

  it('keeps its history over a reconnect, and clears it for a new match', () => {
    environment.socket.deliver({
      t: 'event',
      n: 6,
      ms: 2100,
      at: time.now(),
      seat: 0,
      action: 1,
      words: 'draw',
      change: [],
    })
    environment.socket.deliver(welcome({ number: 9, missed: [{ n: 8, ms: 2200, words: 'pass' }] }))
    expect(table.history.map((heard) => heard.words)).toEqual(['draw', 'pass'])
    environment.socket.deliver({
      t: 'over',
      n: 10,
      match: 'm1',
      scores: [1, 2],
      winners: [1],
      seed: '1',
      salt: 's',
      commitment: 'c',
    })
    expect(table.over?.winners).toEqual([1])
    environment.socket.deliver(welcome({ number: 12, table: now({ match: 'm2' }) }))
    expect(table.over).toBeNull()
    expect(table.history).toEqual([])
  })

  it('shows an emote for a while', () => {
    environment.socket.deliver({ t: 'sign', seat: 1, kind: 'wow' })
    expect(table.signs).toMatchObject([{ seat: 1, kind: 'wow' }])
    time.pass(4000)
    expect(table.signs).toEqual([])
  })
})
