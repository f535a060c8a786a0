import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeEnvironment } from './fakes'
import { Connection, type ConnectionStatus } from './connection'
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

describe('a connection', () => {
  let environment: FakeEnvironment
  let connection: Connection
  let received: Told[]
  let statuses: [ConnectionStatus, string | null][]

  beforeEach(() => {
    environment = new FakeEnvironment()
    received = []
    statuses = []
    connection = new Connection(
      'ws://here',
      { token: 'key' },
      { message: (message) => received.push(message), status: (...change) => statuses.push(change) },
      environment,
    )
    connection.open()
    environment.socket.onopen!()
  })

  const reconnect = () => {
    environment.timers.pass(5000)
    environment.socket.onopen!()
  }

  it('says hello first, and is open after the welcome', () => {
    expect(environment.socket.sent[0]).toEqual({ t: 'hello', version: 1, token: 'key', last: 0 })
    expect(connection.status).toBe('connecting')
    environment.socket.deliver(welcome())
    expect(connection.status).toBe('open')
    expect(received).toHaveLength(1)
  })

  it('resumes from the last event', () => {
    environment.socket.deliver(welcome())
    environment.socket.deliver({ t: 'event', n: 9, ms: 0, at: 0 })
    environment.socket.onclose!()
    expect(connection.status).toBe('lost')
    environment.timers.pass(200)
    expect(environment.sockets).toHaveLength(2)
    environment.socket.onopen!()
    expect(environment.socket.sent[0]).toMatchObject({ t: 'hello', token: 'key', last: 9 })
  })

  it('waits longer with every attempt, and reconnects at once when asked to', () => {
    environment.socket.deliver(welcome())
    const opened: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      environment.socket.onclose!()
      const from = environment.timers.now()
      const before = environment.sockets.length
      while (environment.sockets.length === before) environment.timers.pass(1)
      opened.push(environment.timers.now() - from)
    }
    expect(opened).toEqual([200, 500, 1000, 2000, 4000, 4000])
    environment.socket.onclose!()
    connection.reconnectNow()
    expect(connection.status).toBe('connecting')
  })

  it('notices a connection that has gone silent', () => {
    environment.socket.deliver(welcome())
    environment.timers.pass(7300)
    expect(environment.sockets[0]!.closed).toBe(true)
    expect(environment.sockets.length).toBeGreaterThan(1)
  })

  it('continues the sequence numbers of moves where the server says, whatever the clock of the device shows', () => {
    vi.spyOn(Date, 'now').mockReturnValue(0) // set back
    environment.socket.deliver(welcome({ seq: 41 })) // this page was reloaded
    expect(connection.act(3)).toBe(42)
    expect(connection.act(4, 7, 412.345)).toBe(43)
    expect(environment.socket.sentWithoutPings.slice(1)).toEqual([
      { t: 'act', seq: 42, action: 3 },
      { t: 'act', seq: 43, action: 4, reveal: 7, reaction: 412.3 },
    ])
    environment.socket.deliver(welcome({ seq: 42 })) // the second has not arrived yet
    expect(connection.act(5)).toBe(44)
    vi.restoreAllMocks()
  })

  it('sends an unanswered move again after a reconnect, with the same number', () => {
    environment.socket.deliver(welcome())
    const seq = connection.act(3)
    environment.socket.onclose!()
    reconnect()
    environment.socket.deliver(welcome({ legal: [3, 4] }))
    expect(environment.socket.sentWithoutPings.slice(1)).toEqual([{ t: 'act', seq, action: 3 }])
  })

  it('does not repeat moves that were answered, refused or raced, or are no longer legal', () => {
    environment.socket.deliver(welcome())
    connection.act(1)
    environment.socket.deliver({ t: 'event', n: 6, ms: 0, at: 0, seat: 0, action: 1 })
    const seq = connection.act(2)
    environment.socket.deliver({ t: 'refused', says: 'No.', seq })
    connection.act(3, 6, 300)
    connection.act(4)
    connection.act(5)
    environment.socket.deliver({ t: 'event', n: 7, ms: 0, at: 0, seat: 1, action: 5 })
    environment.socket.onclose!()
    reconnect()
    environment.socket.deliver(welcome({ legal: [1, 2, 3, 5] }))
    expect(environment.socket.sentWithoutPings.slice(1)).toMatchObject([{ action: 5 }])
  })

  it('answers a race only after all earlier input was handled', () => {
    environment.socket.deliver(welcome())
    environment.socket.deliver({ t: 'underway', race: 4 })
    connection.act(1, 5, 250) // this press was waiting to be handled
    expect(environment.socket.sentWithoutPings.map((message) => message.t)).toEqual(['hello', 'act'])
    environment.handleInput()
    expect(environment.socket.sentWithoutPings.map((message) => message.t)).toEqual(['hello', 'act', 'answer'])
  })

  it('uses the token of a seat for the next hello', () => {
    environment.socket.deliver(welcome({ you: null }))
    environment.socket.deliver({ t: 'token', seat: 2, token: 'other' })
    environment.socket.onclose!()
    reconnect()
    expect(environment.socket.sent[0]).toMatchObject({ t: 'hello', token: 'other' })
  })

  it('reconnects when the server says so, and otherwise stays closed', () => {
    environment.socket.deliver(welcome())
    environment.socket.deliver({ t: 'bye', says: 'Restarting.', again: true })
    expect(connection.status).toBe('lost')
    reconnect()
    environment.socket.deliver(welcome())
    environment.socket.deliver({ t: 'bye', says: 'This seat was opened on another screen.' })
    environment.timers.pass(60_000)
    expect(connection.status).toBe('closed')
    expect(statuses.at(-1)).toEqual(['closed', 'This seat was opened on another screen.'])
    expect(environment.sockets).toHaveLength(2)
  })

  it('tells the server that the page is hidden, also after a reconnect', () => {
    environment.socket.deliver(welcome())
    connection.setHidden(true)
    environment.socket.onclose!()
    reconnect()
    environment.socket.deliver(welcome())
    expect(environment.socket.sentWithoutPings.at(-1)).toEqual({ t: 'hidden', hidden: true })
  })
})
