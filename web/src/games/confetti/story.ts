/** What this page has seen of a match, for the story on the end screen. */

import type { Event } from '../../net/messages'
import type { Confetti } from '../../net/views'
import type { TableState } from '../../table/table.svelte'
import { isTake } from './cards'
import { Phase } from './rules.gen'

export interface RoundTold {
  round: number
  results: { points: number; sets: number; cards: number }[] // by seat
}

export interface Story {
  match: string | null
  rounds: RoundTold[]
  stolen: number[] // by the seat that took
}

const told = new WeakMap<TableState, Story>()

/** The story of the current match at a table; a new match starts a new one. */
export function storyOf(table: TableState): Story {
  const match = table.now?.match ?? null
  let story = told.get(table)
  if (!story || story.match !== match) {
    story = { match, rounds: [], stolen: [] }
    told.set(table, story)
  }
  return story
}

/** Tells a kept story again, after a reload. */
export const restoreStory = (table: TableState, kept: unknown): void => void told.set(table, kept as Story)

/** Records the result of a round, once. */
export function note(story: Story, view: Confetti.View): void {
  if (view.phase === Phase.PLAY || story.rounds.some(({ round }) => round === view.round)) return
  const results = view.players.map(({ result }) => ({
    points: result?.points ?? 0,
    sets: result?.sets.length ?? 0,
    cards: result?.cards.length ?? 0,
  }))
  story.rounds.push({ round: view.round, results })
}

/** The seat that has just lost a loose card to another player, or null. */
export function robbed(event: Event, before: Confetti.View): number | null {
  if (event.action == null || event.seat == null || !isTake(event.action)) return null
  for (const player of before.players) {
    if (player.seat !== event.seat && player.cards.some((card) => card.number === event.action)) return player.seat
  }
  return null
}

export interface Best {
  seat: number
  round: number
  points: number
  perfect: boolean // a set for every card
}

export function bestOf(rounds: readonly RoundTold[]): Best | null {
  let best: Best | null = null
  for (const { round, results } of rounds) {
    results.forEach(({ points, sets, cards }, seat) => {
      if (points > (best?.points ?? 0)) best = { seat, round, points, perfect: cards >= 3 && sets === cards }
    })
  }
  return best
}
