/** The chance to win over a match, as lines to be drawn: luck leads from one choice to the next, and a choice can cost. */

import { WHOLE, type TurnReport } from './report'

export interface Place {
  x: number
  y: number
}

export interface Drop {
  entry: number
  from: Place // with the best move
  to: Place // with the move played
  mistake: boolean
}

export interface Curve {
  start: Place
  drops: Drop[] // one for each decision
  end: Place | null // the result
}

/** In a box of this size. Chances are estimates, so a line may leave 0 to 100 % by a little; it is kept inside. */
export function curveOf({ start, decisions, result }: TurnReport, width: number, height: number): Curve {
  const steps = decisions.length + (result === null ? 0 : 1)
  const place = (step: number, chance: number): Place => ({
    x: (width * step) / Math.max(1, steps),
    y: height * (1 - Math.min(1, Math.max(0, chance / WHOLE))),
  })
  return {
    start: place(0, start),
    drops: decisions.map(({ entry, chance, loss, mistake }, number) => ({
      entry,
      from: place(number + 1, chance),
      to: place(number + 1, chance - loss),
      mistake,
    })),
    end: result === null ? null : place(steps, result),
  }
}

/** The lines of luck as the path of an SVG: each begins where the choice before it has left the chance. */
export function luckPath({ start, drops, end }: Curve): string {
  const at = ({ x, y }: Place) => `${x.toFixed(1)} ${y.toFixed(1)}`
  let before = start
  let path = ''
  for (const { from, to } of drops) {
    path += `M${at(before)}L${at(from)}`
    before = to
  }
  return path + (end ? `M${at(before)}L${at(end)}` : '')
}
