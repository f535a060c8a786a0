/** What a review says, as src/parlour/review/turns.py and real_time.py say it. Chances are whole millionths. */

export { WHOLE } from './constants.gen'

/** A move that was one of several. */
export interface Decision {
  entry: number // its number in the log, from 0
  ms: number
  played: number
  best: number // the same as `played` if no move seems better
  played_words: string
  best_words: string
  luck: number // how the chance changed since the decision before, through cards and the other players
  chance: number // with the best move
  loss: number // what the move played falls short of it; an estimate, so it can be a little below 0
  error: number // its standard error
  points: number // points lost
  lead: number // how far it fell back behind the mean of the others, in points
  mistake: boolean // the loss is statistically certain, and worth telling
  reason: string
  rules: string[]
}

interface Played {
  seats: number
  seat: number
  over: boolean // false: the match was left early
  scores: number[]
  winners: number[]
}

export interface TurnReport extends Played {
  start: number // an equal share
  decisions: Decision[]
  luck: number // after the last decision
  result: number | null // the whole for a victory, a share of it for a tie, or 0; null: there is none
}

export interface RealTimeReport extends Played {
  losses: number[] // of each decision
  own: Record<string, unknown> // the game's own summary
}

export type Report = TurnReport | RealTimeReport

export const isTurnReport = (report: Report): report is TurnReport => 'decisions' in report

/**
 * What each decision lost, in the unit of a real-time game. In a turn-based game that is the lead over the others in
 * points. A player who is far behind has hardly any chance left to lose, and would get a better grade than the leader for
 * the same moves; and a good move may cost points of one's own, if it costs the others more.
 */
export const lossesOf = (report: Report): number[] =>
  isTurnReport(report) ? report.decisions.map(({ lead }) => lead) : report.losses
