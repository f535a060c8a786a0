/** Your own mistakes, which a review has found: they come back as exercises. */

import { Engine } from '../engine/engine'
import { readLog } from '../local/log'
import { gameParts } from '../local/tables'
import { addMistakes, keptCards, keptLog, keptMistake, type Mistake } from './kept'
import { Position } from './position'
import { newCard } from './schedule'
import type { Exercise } from './shipped'

/** A decision of a review (review/report.ts); chances and losses in millionths. */
export interface JudgedDecision {
  entry: number
  played: number
  best: number
  loss: number
  chance?: number
  points?: number
}

export interface ReviewedMatch {
  match: string
  game: string
  log: string
  seat: number
  decisions: JudgedDecision[] // the mistakes
}

const WHOLE = 1_000_000
const OF_A_MATCH = 5 // only the worst mistakes of a match are kept: more would crowd out other matches

/** Keeps the worst mistakes of a match as exercises; returns how many are new. */
export async function rememberMistakes(reviewed: ReviewedMatch, now = Date.now()): Promise<number> {
  const { match, game, seat } = reviewed
  const known = new Set((await keptCards()).map(({ id }) => id))
  const log = readLog(reviewed.log)
  const position = new Position(await Engine.start((await gameParts(game)).code))
  const mistakes: Mistake[] = []
  const wrong = reviewed.decisions.filter(({ played, best, loss }) => played !== best && loss > 0)
  for (const { entry, played, best, loss, chance, points } of wrong.sort((a, b) => b.loss - a.loss)) {
    if (mistakes.length === OF_A_MATCH) break
    if (log.entries[entry]?.[1] !== seat) continue
    position.show(log, entry)
    if (!position.isChoice(best)) continue
    mistakes.push({
      id: `own/${match}/${seat}/${entry}`,
      at: now,
      game,
      match,
      seat,
      entry,
      played,
      best,
      chance: chance === undefined ? null : chance / WHOLE,
      loss: loss / WHOLE,
      points: points ?? 0,
    })
  }
  const added = mistakes.filter(({ id }) => !known.has(id))
  const cards = added.map(({ id }) => newCard({ id, game, own: true, level: null }, now))
  if (added.length) await addMistakes({ id: match, at: now, log: reviewed.log }, added, cards)
  return added.length
}

/** A mistake as an exercise; null if it or its match is no longer kept. */
export async function ownExercise(id: string): Promise<Exercise | null> {
  const mistake = await keptMistake(id)
  const log = mistake && (await keptLog(mistake.match))
  if (!mistake || !log) return null
  const { game, entry, best, chance, played, loss, points } = mistake
  return {
    id,
    game,
    level: null,
    log: readLog(log),
    entry,
    best,
    chance,
    costs: new Map([[played, { loss, points }]]),
  }
}
