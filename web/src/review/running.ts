/** A review in workers: the page's own thread only hands out the decisions and collects what was found. */

import type { GameCode } from '../engine/engine'
import { BadLog } from '../local/log'
import type { Report } from './report'
import type { FromReviewer, ToReviewer } from './reviewer'
import { turnReport, type Ending, type Judged } from './turns'

const MOST_WORKERS = 4

export type Progress = (done: number, of: number) => void

/** The part of a Worker that is used here. */
export interface ReviewWorker {
  postMessage(message: ToReviewer): void
  onmessage: ((event: { data: FromReviewer }) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  terminate(): void
}

const browserWorker = (): ReviewWorker =>
  new Worker(new URL('./review.worker.ts', import.meta.url), { type: 'module' }) as ReviewWorker

/** Something went wrong that is not the match's fault. */
export class NotReviewed extends Error {}

/**
 * Reviews the match of a log for one seat. Each worker plays the log again, which takes milliseconds, and then asks for one
 * decision after another, so that a long one holds up nobody. Rejects with a BadLog, NotReviewed, or the signal's reason.
 */
export function runReview(
  code: GameCode,
  log: string,
  seat: number,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
  cores: number = navigator.hardwareConcurrency || 2,
  makeWorker: () => ReviewWorker = browserWorker,
): Promise<Report> {
  return new Promise<Report>((resolve, reject) => {
    const workers: ReviewWorker[] = []
    let ending: Ending | null = null
    let judged: (Judged | null)[] = []
    let next = 0
    let done = 0

    const stop = () => {
      for (const worker of workers) worker.terminate()
      signal.removeEventListener('abort', cancel)
    }
    const finish = (report: Report) => {
      stop()
      resolve(report)
    }
    const fail = (error: Error) => {
      stop()
      reject(error)
    }
    const cancel = () => fail(signal.reason as Error)

    const giveWork = (worker: ReviewWorker) => {
      if (next < judged.length) worker.postMessage({ t: 'judge', number: next++ })
    }
    const hear = (worker: ReviewWorker, message: FromReviewer) => {
      switch (message.t) {
        case 'opened':
          if (!ending) {
            ending = message.ending
            judged = new Array<Judged | null>(message.number).fill(null)
            progress(0, judged.length)
            if (!judged.length) return finish(turnReport(ending, judged))
            while (workers.length < Math.min(cores, MOST_WORKERS, judged.length)) addWorker()
          }
          return giveWork(worker)
        case 'judged':
          judged[message.number] = message.judged
          progress(++done, judged.length)
          return done === judged.length ? finish(turnReport(ending!, judged)) : giveWork(worker)
        case 'report':
          return finish(message.report)
        case 'failed':
          return fail(message.says ? new BadLog(message.says) : new NotReviewed())
      }
    }
    const addWorker = () => {
      const worker = makeWorker()
      workers.push(worker)
      worker.onmessage = ({ data }) => hear(worker, data)
      worker.onerror = () => fail(new NotReviewed())
      worker.postMessage({ t: 'open', code, log, seat })
    }

    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel)
    addWorker()
  })
}
