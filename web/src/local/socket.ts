/** Connects the page to a table on this device: a `Socket` whose other end is in the same page. */

import type { Socket } from '../net/connection'
import type { Said, Told } from '../net/messages'
import type { Timers } from '../net/clock'
import { handle } from './handlers'
import type { Listener } from './broadcast'
import type { LocalTable } from './table'

/** Programs that drive the page (tools/visitor.py) follow a local match by this, as they follow a server's socket. */
interface Followed {
  parlourFollow?(socket: number, direction: 'received' | 'sent', data: string): void
}

let sockets = 0

/** Says to whoever follows it what goes over a socket of this page. */
export function follower(): (direction: 'received' | 'sent', data: string) => void {
  const number = (sockets += 1)
  return (direction, data) => (globalThis as Followed).parlourFollow?.(number, direction, data)
}

export class LocalSocket implements Socket, Listener {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  seat: number | null = null
  hidden = false
  private table: LocalTable | null = null
  private joined = false
  private closed = false
  private follow = follower()

  constructor(
    opening: Promise<LocalTable>,
    private timers: Timers,
  ) {
    opening.then(
      (table) => {
        this.table = table
        this.onopen?.()
      },
      (error: Error) => this.close(error.message),
    )
  }

  // The page's end

  /** Handled at once, because its moment counts. */
  send(data: string): void {
    const { table } = this
    if (!table || this.closed) return
    this.follow('sent', data)
    const said = JSON.parse(data) as Said
    if (said.t === 'ping') {
      this.deliver({ t: 'pong', c: said.c, s: this.timers.now() })
    } else if (said.t === 'hello') {
      if (this.joined) return
      this.joined = true
      this.seat = table.seatOf(said.token)
      table.join(this, said.last ?? 0)
    } else {
      handle(table, this, said)
    }
  }

  /** The page hangs up (without a reason), or the table does. */
  close(reason?: string, again = false): void {
    if (this.closed) return
    if (reason !== undefined) this.deliver({ t: 'bye', says: reason, again })
    this.closed = true
    this.table?.gone(this)
  }

  // The table's end

  /** Delivered after the present call, as from a network: who sends something is not answered before `send` returns. */
  deliver(message: Told): void {
    if (this.closed) return
    const data = JSON.stringify(message)
    this.follow('received', data)
    queueMicrotask(() => this.onmessage?.({ data }))
  }
}
