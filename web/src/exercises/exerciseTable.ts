/** A table for one move: it shows a position to the seat that is to act, and takes that seat's answer. */

import type { Match } from '../engine/match'
import { Refusal } from '../engine/match'
import { explainer, type GameParts } from '../local/game'
import { follower } from '../local/socket'
import { ShownViews } from '../local/views'
import { browserTimers } from '../net/clock'
import type { Socket } from '../net/connection'
import { browserFrames } from '../net/frameQueue'
import { VERSION, type Said, type SeatNow, type Told } from '../net/messages'
import { TableState } from '../table/table.svelte'
import { words } from '../words'

/** Replaces the socket: this page plays the server's part. */
class ExerciseSocket implements Socket {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  private follow = follower()

  constructor(private said: (message: Said) => void) {}

  send(data: string): void {
    this.follow('sent', data)
    const message = JSON.parse(data) as Said
    if (message.t === 'ping') this.deliver({ t: 'pong', c: message.c, s: performance.now() })
    else this.said(message)
  }

  close(): void {}

  /** Delivered after the present call, as from a network. */
  deliver(message: Told): void {
    const data = JSON.stringify(message)
    this.follow('received', data)
    queueMicrotask(() => this.onmessage?.({ data }))
  }
}

export class ExerciseTable {
  readonly table: TableState
  private socket = new ExerciseSocket((message) => this.said(message))
  private shown: { match: Match; seat: number; views: ShownViews } | null = null
  private moves = 0 // of this match; 0: the position is still as it was
  private number = 0 // of positions shown, so that each is another match to the page

  constructor(
    private game: string,
    private parts: GameParts,
    private answered: (action: number) => void,
  ) {
    this.table = new TableState(`exercise-${game}`, [], {
      connection: { openSocket: () => this.socket, timers: browserTimers, afterInput: (call) => call() },
      frames: browserFrames,
      url: () => '',
      saveToken: () => undefined,
    })
    this.table.hints = false
    this.table.open()
    this.socket.onopen?.()
  }

  /** Shows what a seat of a match with these options sees. */
  show(match: Match, seat: number, seats: SeatNow[], options: Record<string, unknown> = {}): void {
    match.explain = explainer(this.parts.views)
    const views = new ShownViews(match, this.parts)
    this.shown = { match, seat, views }
    this.moves = 0
    this.number += 1
    this.socket.deliver({
      t: 'welcome',
      version: VERSION,
      table: {
        id: this.table.id,
        game: this.game,
        status: 'paused', // there is no clock
        seats,
        options,
        public: false,
        match: `${this.table.id} ${this.number}`,
      },
      you: seat,
      number: 0,
      now: performance.now(),
      clock: match.clock,
      view: views.begin(seat),
      legal: match.legal(seat),
      title: this.parts.code.description.title,
    })
  }

  private said(message: Said): void {
    if (message.t !== 'act' || !this.shown) return
    const { match, seat } = this.shown
    if (this.moves) {
      this.socket.deliver({ t: 'refused', says: words.exercises.answered, seq: message.seq })
      return
    }
    try {
      match.play(seat, message.action)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.socket.deliver({ t: 'refused', says: error.message, rule: error.rule, seq: message.seq })
      return
    }
    this.happened(message.action)
    this.answered(message.action)
  }

  /** Makes a move for the player, such as the best one after a wrong answer. */
  play(action: number): void {
    const { match, seat } = this.shown!
    match.play(seat, action)
    this.happened(action)
  }

  private happened(action: number): void {
    const { match, seat, views } = this.shown!
    this.moves += 1
    this.socket.deliver({
      t: 'event',
      n: this.moves,
      ms: match.clock,
      at: performance.now(),
      change: views.changes([seat]).get(views.key(seat)),
      legal: [], // there is nothing more to do
      seat,
      action,
    })
  }

  close(): void {
    this.table.close()
  }
}
