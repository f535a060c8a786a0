import { beforeEach, describe, expect, it } from 'vitest'
import { FakeWorld } from './fakes'
import { Line, type LineStatus } from './line'
import type { TableNow, Told, Welcome } from './messages'

const table: TableNow = { id: 'x', game: 'parrot', status: 'playing', seats: [], options: {}, public: false }
const welcome = (more: Partial<Welcome> = {}): Welcome => ({
  t: 'welcome',
  version: 1,
  table,
  you: 0,
  number: 5,
  now: 1000,
  ...more,
})

describe('a line', () => {
  let world: FakeWorld
  let line: Line
  let told: Told[]
  let turns: [LineStatus, string | null][]

  beforeEach(() => {
    world = new FakeWorld()
    told = []
    turns = []
    line = new Line(
      'ws://here',
      { token: 'key' },
      { told: (message) => told.push(message), status: (...turn) => turns.push(turn) },
      world,
    )
    line.open()
    world.socket.onopen!()
  })

  const comesBack = () => {
    world.timers.pass(5000)
    world.socket.onopen!()
  }

  it('says hello first, and is open when it is welcomed', () => {
    expect(world.socket.sent[0]).toEqual({ t: 'hello', version: 1, token: 'key', last: 0 })
    expect(line.status).toBe('connecting')
    world.socket.tell(welcome())
    expect(line.status).toBe('open')
    expect(told).toHaveLength(1)
  })

  it('resumes from the last event', () => {
    world.socket.tell(welcome())
    world.socket.tell({ t: 'event', n: 9, ms: 0, at: 0 })
    world.socket.onclose!()
    expect(line.status).toBe('lost')
    world.timers.pass(200)
    expect(world.sockets).toHaveLength(2)
    world.socket.onopen!()
    expect(world.socket.sent[0]).toMatchObject({ t: 'hello', token: 'key', last: 9 })
  })

  it('waits longer from attempt to attempt, and not at all when told to hurry', () => {
    world.socket.tell(welcome())
    const opened: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      world.socket.onclose!()
      const from = world.timers.now()
      const before = world.sockets.length
      while (world.sockets.length === before) world.timers.pass(1)
      opened.push(world.timers.now() - from)
    }
    expect(opened).toEqual([200, 500, 1000, 2000, 4000, 4000])
    world.socket.onclose!()
    line.hurry()
    expect(line.status).toBe('connecting')
  })

  it('notices a line that has gone silent', () => {
    world.socket.tell(welcome())
    world.timers.pass(7300)
    expect(world.sockets[0]!.closed).toBe(true)
    expect(world.sockets.length).toBeGreaterThan(1)
  })

  it('numbers moves so that they grow, over reloads too', () => {
    world.socket.tell(welcome())
    expect(line.act(3)).toBe(1_700_000_000_000)
    expect(line.act(4, 7, 412.345)).toBe(1_700_000_000_001)
    expect(world.socket.said.slice(1)).toEqual([
      { t: 'act', seq: 1_700_000_000_000, action: 3 },
      { t: 'act', seq: 1_700_000_000_001, action: 4, reveal: 7, reaction: 412.3 },
    ])
  })

  it('says an unanswered move again after a break, with the same number', () => {
    world.socket.tell(welcome())
    const seq = line.act(3)
    world.socket.onclose!()
    comesBack()
    world.socket.tell(welcome({ legal: [3, 4] }))
    expect(world.socket.said.slice(1)).toEqual([{ t: 'act', seq, action: 3 }])
  })

  it('does not repeat what was answered, refused, raced, is no longer possible or was somebody else’s', () => {
    world.socket.tell(welcome())
    line.act(1)
    world.socket.tell({ t: 'event', n: 6, ms: 0, at: 0, seat: 0, action: 1 })
    const seq = line.act(2)
    world.socket.tell({ t: 'refused', says: 'No.', seq })
    line.act(3, 6, 300)
    line.act(4)
    line.act(5)
    world.socket.tell({ t: 'event', n: 7, ms: 0, at: 0, seat: 1, action: 5 })
    world.socket.onclose!()
    comesBack()
    world.socket.tell(welcome({ legal: [1, 2, 3, 5] }))
    expect(world.socket.said.slice(1)).toMatchObject([{ action: 5 }])
  })

  it('answers a race only when all input before it was handled', () => {
    world.socket.tell(welcome())
    world.socket.tell({ t: 'underway', race: 4 })
    line.act(1, 5, 250) // this press was still waiting to be handled
    expect(world.socket.said.map((message) => message.t)).toEqual(['hello', 'act'])
    world.flushed()
    expect(world.socket.said.map((message) => message.t)).toEqual(['hello', 'act', 'answer'])
  })

  it('keeps a seat’s key for the next hello', () => {
    world.socket.tell(welcome({ you: null }))
    world.socket.tell({ t: 'token', seat: 2, token: 'other' })
    world.socket.onclose!()
    comesBack()
    expect(world.socket.sent[0]).toMatchObject({ t: 'hello', token: 'other' })
  })

  it('comes back when the server says so, and stays away when it does not', () => {
    world.socket.tell(welcome())
    world.socket.tell({ t: 'bye', says: 'Restarting.', again: true })
    expect(line.status).toBe('lost')
    comesBack()
    world.socket.tell(welcome())
    world.socket.tell({ t: 'bye', says: 'This seat was opened on another screen.' })
    world.timers.pass(60_000)
    expect(line.status).toBe('closed')
    expect(turns.at(-1)).toEqual(['closed', 'This seat was opened on another screen.'])
    expect(world.sockets).toHaveLength(2)
  })

  it('says that the page is hidden, again on a new line', () => {
    world.socket.tell(welcome())
    line.hide(true)
    world.socket.onclose!()
    comesBack()
    world.socket.tell(welcome())
    expect(world.socket.said.at(-1)).toEqual({ t: 'hidden', hidden: true })
  })
})
