/** Where bots think: in a worker, so that the page stays smooth, or (in tests) on the calling thread. */

import { Bot, type Decision } from '../engine/bots'
import type { Engine, GameCode } from '../engine/engine'

export interface BotHost {
  /** Called if a bot's file could not be loaded; a casual bot plays in that seat instead. */
  missing?: (level: string) => void
  /** A bot sits down; what the one before it in that seat knew is forgotten. */
  seat(seat: number, level: string, seed: bigint): void
  /** What a bot will do. A promise that gives null was not answered, because the host has been closed. */
  think(seat: number, seen: Uint8Array, moves: number[]): Decision | Promise<Decision | null>
  close(): void
}

/** Bots on the calling thread. They answer at once. */
export class DirectBots implements BotHost {
  private bots = new Map<number, Bot>()

  constructor(private engine: Engine) {}

  seat(seat: number, level: string, seed: bigint): void {
    this.bots.set(seat, new Bot(this.engine, level, seat, seed))
  }

  think(seat: number, seen: Uint8Array, moves: number[]): Decision | Promise<Decision> {
    return this.bots.get(seat)!.think(seen, moves)
  }

  close(): void {}
}

const CHAMPION = 'champion'
export const SEARCH_PARTS = 4 // of a champion's search, each in a worker of its own if the device has as many cores

/** Messages to the worker of the bots, and to those that help with a search. */
export type ToWorker =
  | { t: 'load'; code: GameCode }
  | { t: 'seat'; seat: number; level: string; seed: bigint }
  | { t: 'think'; number: number; seat: number; seen: Uint8Array; moves: number[] }
  | { t: 'helper'; port: MessagePort } // somebody to whom parts of a search can be given
  | { t: 'help'; port: MessagePort } // somebody who gives parts of a search

export type FromWorker = { number: number; decision: Decision } | { missing: string }

/** Bots in a worker; the champion's search is spread over several. */
export class WorkerBots implements BotHost {
  private workers: Worker[] = []
  private waiting = new Map<number, (decision: Decision | null) => void>()
  private number = 0
  missing?: (level: string) => void

  constructor(
    private code: GameCode,
    private cores = navigator.hardwareConcurrency || 2,
  ) {
    this.addWorker().onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('missing' in data) {
        this.missing?.(data.missing)
        return
      }
      this.waiting.get(data.number)?.(data.decision)
      this.waiting.delete(data.number)
    }
  }

  private addWorker(): Worker {
    const worker = new Worker(new URL('./bots.worker.ts', import.meta.url), { type: 'module' })
    this.workers.push(worker)
    worker.postMessage({ t: 'load', code: this.code } satisfies ToWorker)
    return worker
  }

  private send(message: ToWorker): void {
    this.workers[0]!.postMessage(message)
  }

  seat(seat: number, level: string, seed: bigint): void {
    if (level === CHAMPION && this.code.description.bots.search) this.addHelpers()
    this.send({ t: 'seat', seat, level, seed })
  }

  /** A search uses the cores of the device. */
  private addHelpers(): void {
    while (this.workers.length < Math.min(this.cores, SEARCH_PARTS)) {
      const { port1, port2 } = new MessageChannel()
      this.addWorker().postMessage({ t: 'help', port: port1 } satisfies ToWorker, [port1])
      this.workers[0]!.postMessage({ t: 'helper', port: port2 } satisfies ToWorker, [port2])
    }
  }

  think(seat: number, seen: Uint8Array, moves: number[]): Promise<Decision | null> {
    const number = (this.number += 1)
    this.send({ t: 'think', number, seat, seen, moves })
    return new Promise((done) => this.waiting.set(number, done))
  }

  close(): void {
    for (const worker of this.workers) worker.terminate()
    for (const done of this.waiting.values()) done(null)
    this.waiting.clear()
  }
}
