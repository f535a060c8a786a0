/** What this page has seen of a match, for the story on the end screen. */

import type { Ring } from '../../net/messages'
import type { TableState } from '../../table/table.svelte'
import type { BellView } from './common'

export interface Bell {
  flips: number // when
  seat: number
  right: boolean
  says: string // "5 limes"
  cards: number // that moved
  rings: Ring[]
}

export interface Story {
  match: string | null
  /** Everybody's cards, by number of flips. */
  cards: { flips: number; scores: number[] }[]
  bells: Bell[]
}

const told = new WeakMap<TableState, Story>()

/** The story of the current match at a table; a new match starts a new one. */
export function storyOf(table: TableState): Story {
  const match = table.now?.match ?? null
  let story = told.get(table)
  if (!story || story.match !== match) {
    story = { match, cards: [], bells: [] }
    told.set(table, story)
  }
  return story
}

/** Tells a kept story again, after a reload. */
export const restoreStory = (table: TableState, kept: unknown): void => void told.set(table, kept as Story)

export function note(story: Story, view: BellView): void {
  const scores = view.seats.map((seat) => seat.score)
  const last = story.cards.at(-1)
  if (last && last.scores.every((score, seat) => score === scores[seat])) return
  story.cards.push({ flips: view.pace.flips, scores })
}

export interface Feats {
  quickest: { seat: number; ms: number } | null // of the rings that won
  largest: Bell | null // the most cards won at once
  bells: number[] // won by each seat
  wrong: number[]
}

export function feats(story: Story, seats: number): Feats {
  const found: Feats = {
    quickest: null,
    largest: null,
    bells: Array<number>(seats).fill(0),
    wrong: Array<number>(seats).fill(0),
  }
  for (const bell of story.bells) {
    if (!bell.right) {
      found.wrong[bell.seat]! += 1
      continue
    }
    found.bells[bell.seat]! += 1
    if (bell.cards > (found.largest?.cards ?? 0)) found.largest = bell
    const ms = bell.rings.find((ring) => ring.seat === bell.seat)?.ms
    if (ms != null && ms < (found.quickest?.ms ?? Infinity)) found.quickest = { seat: bell.seat, ms }
  }
  return found
}
