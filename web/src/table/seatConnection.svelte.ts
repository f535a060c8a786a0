/** One seat of this page, or its spectator: a connection of its own, and the view from there. */

import { Connection, type ConnectionStatus, type Credentials } from '../net/connection'
import { FrameQueue } from '../net/frameQueue'
import type { Event, Over, Race, Said, TableNow, Told, Welcome } from '../net/messages'
import type { TableEnvironment, View } from './table.svelte'
import { applyDiff, type ViewDiff } from './viewDiff'

const REMEMBERED_MOVES = 20

/** What the table that a seat belongs to needs to know. */
export interface SeatListener {
  welcomed(seat: SeatConnection, welcome: Welcome): void
  tableChanged(seat: SeatConnection, table: TableNow): void
  beforeEvent(seat: SeatConnection, event: Event, view: View): void
  afterEvent(seat: SeatConnection, event: Event, viewBefore: View): void
  raceJudged(seat: SeatConnection, race: Race): void
  matchEnded(seat: SeatConnection, over: Over): void
  tokenGiven(seat: number, token: string): void
  refused(says: string, rule: string | null, action: number | null): void
  emoteShown(seat: SeatConnection, from: number, kind: string): void
}

export class SeatConnection {
  you = $state<number | null>(null) // null: a spectator
  waits = $state<number | null>(null) // a spectator's seat from the next deal on
  view = $state.raw<View>(null)
  legal = $state.raw<ReadonlySet<number>>(new Set())
  status = $state<ConnectionStatus>('connecting')
  closeReason = $state<string | null>(null)
  unanswered = $state(false) // something was sent, and nothing has come back yet
  readonly connection: Connection
  private frameQueue: FrameQueue
  private moves = new Map<number, number>() // sequence number -> action

  constructor(
    tableId: string,
    private table: SeatListener,
    credentials: Credentials,
    environment: TableEnvironment,
    private onFirstWelcome?: (seat: SeatConnection) => void,
  ) {
    this.frameQueue = new FrameQueue(environment.frames)
    this.connection = new Connection(
      environment.url(tableId),
      credentials,
      {
        message: (message) => this.receive(message),
        status: (status, reason) => {
          this.status = status
          this.unanswered = false
          this.closeReason = reason
        },
      },
      environment.connection,
    )
  }

  act(action: number, event?: globalThis.Event): void {
    const { reveal, reaction } = event ? this.frameQueue.press(event.timeStamp) : { reveal: null, reaction: null }
    this.moves.set(this.connection.act(action, reveal, reaction), action)
    if (!event) this.expectAnswer() // a race is answered when it is judged
    if (this.moves.size > REMEMBERED_MOVES) this.moves.delete(this.moves.keys().next().value!)
  }

  /** Sends a request to the table. */
  send(message: Said): void {
    this.connection.send(message)
    this.expectAnswer()
  }

  private expectAnswer(): void {
    this.unanswered = this.connection.status === 'open'
  }

  private receive(message: Told): void {
    const { table, frameQueue } = this
    if (message.t !== 'sign' && (message.t !== 'event' || message.seat === this.you)) this.unanswered = false
    switch (message.t) {
      case 'welcome':
        frameQueue.clear()
        this.you = message.you
        this.waits = message.waits ?? null
        this.view = message.view ?? null
        this.legal = new Set(message.legal ?? [])
        table.welcomed(this, message)
        this.onFirstWelcome?.(this)
        this.onFirstWelcome = undefined
        break
      case 'event': {
        const at = this.connection.clock.toLocal(message.at)
        frameQueue.push(message.n, at, message.reveal ?? false, () => this.show(message))
        break
      }
      case 'table':
        frameQueue.follow(() => table.tableChanged(this, message.table))
        break
      case 'race':
        frameQueue.follow(() => table.raceJudged(this, message))
        break
      case 'over':
        frameQueue.follow(() => table.matchEnded(this, message))
        break
      case 'token':
        table.tokenGiven(message.seat, message.token)
        break
      case 'refused': {
        const action = message.seq == null ? null : (this.moves.get(message.seq) ?? null)
        table.refused(message.says, message.rule ?? null, action)
        break
      }
      case 'sign':
        table.emoteShown(this, message.seat, message.kind)
        break
    }
  }

  private show(event: Event): void {
    const before = this.view
    this.table.beforeEvent(this, event, before)
    this.view = applyDiff(before, (event.change ?? []) as ViewDiff)
    if (event.legal) this.legal = new Set(event.legal)
    this.table.afterEvent(this, event, before)
  }
}
