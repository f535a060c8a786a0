import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeTime, FakeWorld } from '../net/fakes'
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
  let world: FakeWorld
  let time: FakeTime
  let table: TableState
  const keep = vi.fn()

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
    world = new FakeWorld()
    time = world.timers
    keep.mockClear()
    table = new TableState(
      'x',
      [{ token: 'k' }],
      { line: world, frames: time, url: (id) => `ws://here/${id}`, keep },
      'inv',
    )
    table.open()
    world.socket.onopen!()
    world.socket.tell(welcome())
  })

  it('knows what the welcome says', () => {
    expect(table.you).toBe(0)
    expect(table.view.turn).toBe(0)
    expect([...table.legal]).toEqual([1, 2])
    expect(table.status).toBe('open')
    expect(table.host).toBe(true)
    expect(table.own).toEqual([0])
  })

  it('applies events and tells watchers before and after', () => {
    const heard: unknown[] = []
    table.watch({
      before: (_, view) => heard.push(['before', view.turn, table.view.turn]),
      after: (event, before, after) =>
        heard.push(['after', before.turn, after.turn, table.view === after, event.words]),
    })
    world.socket.tell({
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

  it('shows nothing before its instant, nor what follows it', () => {
    world.socket.tell({ t: 'event', n: 6, ms: 2100, at: time.now() + 100, reveal: true, change: [[['turn'], 1]] })
    world.socket.tell({ t: 'race', n: 6, reveal: null, rings: [] })
    world.socket.tell({ t: 'table', n: 7, table: now({ status: 'over' }) })
    expect([table.view.turn, table.race, table.now!.status]).toEqual([0, null, 'playing'])
    time.pass(120)
    expect([table.view.turn, table.now!.status]).toEqual([1, 'over'])
    expect(table.races).toHaveLength(1)
  })

  it('runs the match’s clock at its pace, and stops it in a pause', () => {
    time.pass(500)
    expect(table.gameNow()).toBe(2500)
    world.socket.tell({ t: 'table', n: 6, table: now({ status: 'paused' }) })
    time.pass(500)
    expect(table.gameNow()).toBe(2500)
    world.socket.tell({ t: 'table', n: 7, table: now({ resumes_at: time.now() + 3000 }) })
    time.pass(3000)
    expect(table.gameNow()).toBe(2500)
    world.socket.tell({ t: 'table', n: 7, table: now({ pace: 2 }) })
    time.pass(100)
    expect(table.gameNow()).toBe(2700)
  })

  it('sends a press with what was on the screen', () => {
    world.socket.tell({ t: 'event', n: 8, ms: 2100, at: time.now(), reveal: true, change: [] })
    time.pass(400)
    const painted = 1024 // shown at 1008, the next frame is 1024
    table.act(1, { timeStamp: painted + 300 } as Event)
    expect(world.socket.said.at(-1)).toMatchObject({ t: 'act', action: 1, reveal: 8, reaction: 300 })
  })

  it('sends a press at what each saw at another moment with the time since that happened', () => {
    const happened = time.now() - 120 // what came over a slow line
    world.socket.tell({ t: 'event', n: 8, ms: 2100, at: happened, change: [] })
    time.pass(400)
    table.act(1, { timeStamp: happened + 300 } as Event)
    expect(world.socket.said.at(-1)).toMatchObject({ t: 'act', action: 1, reveal: 8, reaction: 300 })
    table.act(1)
    expect(world.socket.said.at(-1)).not.toHaveProperty('reveal')
  })

  it('tells why something was refused, and what had been tried', () => {
    table.act(7)
    const act = world.socket.said.at(-1)!
    world.socket.tell({ t: 'refused', says: 'that card is held', rule: 'CON-18', seq: (act as { seq: number }).seq })
    expect(table.refusal).toMatchObject({ says: 'That card is held.', rule: 'CON-18', action: 7 })
  })

  it('says nothing of a move that the end of the match has overtaken', () => {
    table.act(7)
    const { seq } = world.socket.said.at(-1) as { seq: number }
    world.socket.tell({
      t: 'over',
      n: 6,
      match: 'm1',
      scores: [1, 2],
      winners: [1],
      seed: '1',
      salt: 's',
      commitment: 'c',
    })
    world.socket.tell({ t: 'refused', says: 'no match is being played', seq })
    expect(table.refusal).toBeNull()
  })

  it('holds several seats: each line sees its own, one is looked from', () => {
    table.sitHere(1, 'Noah', 2)
    const second = world.socket
    second.onopen!()
    expect(second.sent[0]).toMatchObject({ t: 'hello', invite: 'inv' })
    second.tell(welcome({ you: null, legal: undefined }))
    expect(second.said.at(-1)).toEqual({ t: 'sit', seat: 1, name: 'Noah', colour: 2 })
    second.tell({ t: 'token', seat: 1, token: 'k2' })
    expect(keep).toHaveBeenCalledWith(table, 1, 'k2')
    second.tell(welcome({ you: 1, legal: [9], view: { turn: 5, seats: [] } }))
    expect(table.own).toEqual([0, 1])
    expect([...table.legalOf(1)]).toEqual([9])
    expect(table.view.turn).toBe(0)
    table.act(9, undefined, 1)
    expect(second.said.at(-1)).toMatchObject({ t: 'act', action: 9 })
    table.lookFrom(1)
    expect([table.you, table.view.turn]).toEqual([1, 5])
  })

  it('starts a new match with a clean slate, and keeps its history over a break', () => {
    world.socket.tell({ t: 'event', n: 6, ms: 2100, at: time.now(), seat: 0, action: 1, words: 'draw', change: [] })
    world.socket.tell(welcome({ number: 9, missed: [{ n: 8, ms: 2200, words: 'pass' }] }))
    expect(table.history.map((heard) => heard.words)).toEqual(['draw', 'pass'])
    world.socket.tell({
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
    world.socket.tell(welcome({ number: 12, table: now({ match: 'm2' }) }))
    expect(table.over).toBeNull()
    expect(table.history).toEqual([])
  })

  it('shows an emote for a while', () => {
    world.socket.tell({ t: 'sign', seat: 1, kind: 'wow' })
    expect(table.signs).toMatchObject([{ seat: 1, kind: 'wow' }])
    time.pass(4000)
    expect(table.signs).toEqual([])
  })
})
