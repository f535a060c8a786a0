/** A match is over: what this device keeps of it. */

import type { GameModule } from '../games/module'
import { keepMatch, pastMatches, type PastMatch } from '../kit/memory'
import { isLocal } from '../local/ids'
import type { Over } from '../net/messages'
import { nameOf } from '../table/people'
import type { TableState } from '../table/table.svelte'
import { gameNow, keepLog } from './library'
import { keepResult, keepStory } from './results'
import { pastMatch } from './tables'

const ignore = () => undefined // a full disk must not spoil the end of a match

/** What a match of this device began with, as the list of past matches keeps it. */
async function beginningOf(table: TableState, over: Over): Promise<Pick<PastMatch, 'deal' | 'day' | 'practice'>> {
  if (!isLocal(over.match)) return {}
  const { dealKey, dealOfMatch, originOf } = await import('../local/beginnings')
  const origin = await originOf(over.match)
  const found = table.own.length === 1 ? await dealOfMatch(over.match, '') : null
  const deal = found && dealKey(found)
  const again = pastMatches().some((past) => past.match !== over.match && deal !== null && past.deal === deal)
  const day = origin?.kind === 'deal' ? origin.day : undefined
  return {
    ...(deal !== null && { deal }),
    ...(day !== undefined && { day }),
    ...((origin?.kind === 'position' || again) && { practice: true }),
  }
}

export function rememberMatch(table: TableState, over: Over): void {
  const past = pastMatch(table, over)
  keepMatch(past)
  void keepLog(over).catch(ignore) // then the replay comes from the server
  const { own, seats, game, title, races } = table
  const result = {
    id: over.match,
    at: Date.now(),
    game,
    title,
    own,
    names: seats.map((_, seat) => nameOf(table, seat)),
    bots: seats.map((seat) => (seat.name ? null : (seat.bot ?? null))),
    scores: over.scores,
    winners: over.winners,
    rings: races.flatMap((race) =>
      race.rings.filter((ring) => own.includes(ring.seat) && ring.ms != null).map((ring) => Math.round(ring.ms!)),
    ),
  }
  void (async () => {
    const beginning = await beginningOf(table, over).catch((): Awaited<ReturnType<typeof beginningOf>> => ({}))
    keepMatch({ ...past, ...beginning })
    const lowest = (await gameNow(game))?.lowest_wins ?? false
    if (!beginning.practice) await keepResult({ ...result, lowest })
  })().catch(ignore)
}

/** Keeps what the end screen tells, for a reload. */
export function rememberStory(table: TableState, game: GameModule, over: Over): void {
  const { races, history } = table
  const own = game.story?.of(table) ?? null
  void keepStory({ id: over.match, at: Date.now(), over, races, history, own }).catch(ignore)
}
