/** What the parts of a review's screen share. */

import { isLocalGame } from '../local/catalogue'
import { words } from '../words'
import { WHOLE } from '../review/report'

/** A match being reviewed, and for whom. */
export interface Reviewed {
  match: string
  log: string
  game: string
  title: string
  seat: number
  names: string[] // by seat
  name: string | null // of the reviewed player; null: the reader
}

/** Games of other packages have no review in this page. */
export const mayReview = (game: string): boolean => isLocalGame(game)

/** The address of a review; without a seat the screen asks for one. */
export const reviewPath = (match: string, seat: number | null): string =>
  `#/review/${match}${seat === null ? '' : `/${seat}`}`

const tenths = (share: number): number => Math.round(share / (WHOLE / 1000))
const shown = (number: number): string => words.percent((number / 10).toFixed(1))

/** A chance, or what is lost of one. */
export const percent = (share: number): string =>
  share > 0 && tenths(share) === 0 ? words.review.tiny : shown(tenths(share))

/** The parts of a result in tenths of a percent. They add up as they are shown, so rounding is counted as luck. */
export interface Split {
  start: number
  luck: number
  skill: number // 0 or below, unless estimates are off
  end: number
}

export function splitOf(start: number, lost: number, end: number): Split {
  const [first, skill, last] = [tenths(start), -tenths(lost), tenths(end)]
  return { start: first, luck: last - first - skill, skill, end: last }
}

const MINUS = '−'
export const signed = (number: number): string => `${number < 0 ? MINUS : '+'}${shown(Math.abs(number))}`
export const unsigned = shown
