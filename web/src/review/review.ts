/** The review of a match: from this device's memory, made here, or made by the server if this page cannot. */

import { gameCode } from '../engine/files'
import type { GameCode } from '../engine/engine'
import { isLocalMatch } from '../local/ids'
import { BadLog, readLog, type Log } from '../local/log'
import { reviewedMatch, server } from '../net/http'
import { words } from '../words'
import { keepReview, keptReview, reviewId } from './kept'
import { isTurnReport, type Decision, type Report } from './report'
import { NotReviewed, runReview, type Progress } from './running'

export interface Asked {
  match: string
  log: string
  seat: number
  own: boolean // the seat was played on this device
}

interface Mistakes {
  match: string
  game: string
  log: string
  seat: number
  decisions: Decision[]
}

// The exercises keep your own mistakes, to be solved on another day.
const exercises = import.meta.glob<{ rememberMistakes(mistakes: Mistakes): unknown }>('../exercises/own.ts')

async function remember({ match, log, seat, own }: Asked, { header }: Log, report: Report): Promise<void> {
  if (!own || !isTurnReport(report)) return
  const load = exercises['../exercises/own.ts']
  const decisions = report.decisions.filter(({ mistake }) => mistake)
  if (load && decisions.length)
    await (await load()).rememberMistakes({ match, game: header.game, log, seat, decisions })
}

const ignore = () => undefined // a full disk must not spoil a review

/** Rejects with an error whose message is a sentence for players, or with the signal's reason. */
export async function review(
  asked: Asked,
  build: string,
  running: { progress: Progress; signal: AbortSignal },
): Promise<Report> {
  const log = readLog(asked.log)
  if (!(asked.seat >= 0 && asked.seat < log.header.seats)) throw new BadLog(words.review.noSeat)
  const id = reviewId(asked.log, asked.seat)
  const kept = await keptReview(id).catch(() => null)
  if (kept?.build === build) return kept.report
  try {
    const report = await made(asked, log, running)
    await keepReview({ id, at: Date.now(), build, report }).catch(ignore)
    await remember(asked, log, report).catch(ignore)
    return report
  } catch (error) {
    if (kept && !running.signal.aborted) return kept.report // by an earlier version of the page, or of the rules
    throw error
  }
}

async function made(asked: Asked, log: Log, running: { progress: Progress; signal: AbortSignal }): Promise<Report> {
  try {
    const code = await codeOf(log.header.game)
    const { realTime, layouts } = code.description
    if (realTime && !layouts.Facts) throw new BadLog(words.review.noReview)
    return await runReview(code, asked.log, asked.seat, running)
  } catch (error) {
    const { match, seat } = asked
    if (running.signal.aborted) throw error
    if (!isLocalMatch(match) && (await server()))
      return (await reviewedMatch(match, seat, running.progress, running.signal)) as Report
    throw error instanceof BadLog ? error : new NotReviewed(words.review.notHere, { cause: error })
  }
}

async function codeOf(game: string): Promise<GameCode> {
  try {
    return await gameCode(game)
  } catch (error) {
    throw new NotReviewed(words.review.notHere, { cause: error }) // no WebAssembly, or another package's game
  }
}
