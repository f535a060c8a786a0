/**
 * Reviews one match for each request line, as the page's workers do.
 * tests/browser/test_review.py puts the views and reviews of all games in front of this.
 */

import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

import type { Description } from '../../web/src/engine/description'
import { compileGame, Engine, type GameCode } from '../../web/src/engine/engine'
import { EngineSearcher, type Effort } from '../../web/src/engine/search'
import type { GameViews } from '../../web/src/local/game'
import { readLog } from '../../web/src/local/log'
import { realTimeReport, type Summing } from '../../web/src/review/realTime'
import { Judge, situations, turnReport, type TurnWords } from '../../web/src/review/turns'

interface Request {
  log: string
  seat: number
  effort: Effort
}

declare const VIEWS: Record<string, GameViews>
declare const REVIEWS: Record<string, TurnWords | Summing>
declare const FOLDER: string

const codes = new Map<string, Promise<GameCode>>()

function codeOf(game: string): Promise<GameCode> {
  let found = codes.get(game)
  if (!found) {
    const description = JSON.parse(readFileSync(`${FOLDER}/${game}.json`, 'utf8')) as Description
    found = compileGame(description, readFileSync(`${FOLDER}/${game}.wasm`))
    codes.set(game, found)
  }
  return found
}

async function reviewed({ log: text, seat, effort }: Request) {
  const log = readLog(text)
  const { game } = log.header
  const code = await codeOf(game)
  const engine = await Engine.start(code)
  const review = REVIEWS[game] ?? null
  if (code.description.realTime) return realTimeReport(log, seat, engine, review as Summing)
  const { found, ending } = situations(log, seat, engine)
  // Another engine judges, as in a worker: nothing of the match itself is in its memory.
  const other = await Engine.start(code)
  const judge = new Judge(other, new EngineSearcher(other), VIEWS[game]!, review as TurnWords | null, effort)
  return turnReport(
    ending,
    found.map((situation) => judge.judge(situation, seat)),
  )
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await reviewed(JSON.parse(line) as Request).catch((error: Error) => ({ error: error.message }))
  process.stdout.write(JSON.stringify(answer) + '\n')
}
