/** How good a seat played over a whole match: its loss per decision, next to those of the bots. */

/** What each level of bots loses per decision, as src/parlour/review/levels.json says; written by `tools/page_games.py`. */
export interface Scale {
  unit: string
  levels: Record<string, { loss: number }>
}

const files = import.meta.glob<Scale>('../games/*/levels.gen.json', { import: 'default' })

/** Null for a game whose bots have not been measured. */
export const scaleOf = async (game: string): Promise<Scale | null> =>
  (await files[`../games/${game}/levels.gen.json`]?.()) ?? null

export interface Mark {
  level: string
  place: number // on the scale, from 0 (worst) to 1
}

export interface Grade {
  loss: number // per decision
  marks: Mark[] // weakest first
  place: number
  from: number // the places between which it is likely to be: one standard error to each side
  to: number
  /** The levels next to it; null at an end of the scale. */
  above: string | null
  below: string | null
  rough: boolean // too few decisions to tell two neighbouring levels apart
}

const FEW = 8 // decisions

/** Levels are at equal distances on the scale, which goes half a step beyond the first and the last. */
export function gradeOf(losses: number[], { levels }: Scale): Grade | null {
  const number = losses.length
  const order = Object.entries(levels).sort(([, a], [, b]) => b.loss - a.loss)
  if (!number || order.length < 2) return null
  const loss = losses.reduce((sum, each) => sum + each, 0) / number
  const variance = losses.reduce((sum, each) => sum + (each - loss) ** 2, 0) / Math.max(1, number - 1)
  const error = Math.sqrt(variance / number)
  const bounds = order.map(([, level]) => level.loss)
  const place = (value: number) => placeOf(value, bounds)
  const better = order.filter(([, level]) => level.loss < loss)
  const worse = order.filter(([, level]) => level.loss >= loss)
  const [from, to] = [place(loss + error), place(loss - error)]
  return {
    loss,
    marks: order.map(([level], rank) => ({ level, place: (rank + 0.5) / order.length })),
    place: place(loss),
    from,
    to,
    above: better[0]?.[0] ?? null,
    below: worse.at(-1)?.[0] ?? null,
    rough: number < FEW || to - from > 1 / order.length,
  }
}

function placeOf(value: number, bounds: number[]): number {
  const last = bounds.length - 1
  const after = bounds.findIndex((bound) => bound < value)
  // Beyond the ends the scale goes on as between the two levels next to them.
  const left = after < 0 ? last - 1 : Math.max(0, Math.min(after - 1, last - 1))
  const steps = left + (bounds[left]! - value) / (bounds[left]! - bounds[left + 1]!)
  return Math.min(1, Math.max(0, (steps + 0.5) / bounds.length))
}
