/** The course of a round as paths in a square of 100, and in words. */

import type { RoundReview } from './review.gen'
import { words } from './words'

type Scale = (value: number) => number
const SAID = 4 // the curve is told at this many moments after the start

/** The bottom of the drawing: 0, or your lowest points. */
export const lowest = (round: RoundReview): number => Math.min(0, ...round.curve.map(({ points }) => points))

const path = (corners: [number, number][]): string =>
  corners.map(([x, y], place) => `${place ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`).join('')

/** A value holds until it changes. */
function corners(round: RoundReview, of: 'points' | 'best', x: Scale, y: Scale): [number, number][] {
  const found: [number, number][] = []
  for (const [place, point] of round.curve.entries()) {
    if (place > 0) found.push([x(point.ms), y(round.curve[place - 1]![of])])
    found.push([x(point.ms), y(point[of])])
  }
  const last = round.curve.at(-1)
  if (last) found.push([x(round.ms), y(last[of])])
  return found
}

export const stepsOf = (round: RoundReview, of: 'points' | 'best', x: Scale, y: Scale): string =>
  path(corners(round, of, x, y))

/** What lies between your points and the best hand within reach. */
export const areaOf = (round: RoundReview, x: Scale, y: Scale): string =>
  `${path([...corners(round, 'best', x, y), ...corners(round, 'points', x, y).reverse()])}Z`

/** The same for the ear: the start, a few moments in between, and the end. */
export function said(round: RoundReview): string {
  const parts: string[] = []
  for (let place = 0; place <= SAID; place += 1) {
    const ms = (round.ms * place) / SAID
    const point = round.curve.findLast((each) => each.ms <= ms) ?? round.curve[0]
    if (point) parts.push(words.review.moment(words.review.at(ms), point.points, point.best))
  }
  return words.review.curve(parts)
}
