/** A match is over: what this device keeps of it. */

import type { GameModule } from '../games/module'
import { keepMatch } from '../kit/memory'
import type { Over } from '../net/messages'
import { nameOf } from '../table/people'
import type { TableState } from '../table/table.svelte'
import { gameNow, keepLog } from './library'
import { keepResult, keepStory } from './results'
import { pastMatch } from './tables'

const ignore = () => undefined // a full disk must not spoil the end of a match

export function rememberMatch(table: TableState, over: Over): void {
  keepMatch(pastMatch(table, over))
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
  void gameNow(game)
    .then((about) => keepResult({ ...result, lowest: about?.lowest_wins ?? false }))
    .catch(ignore)
}

/** Keeps what the end screen tells, for a reload. */
export function rememberStory(table: TableState, game: GameModule, over: Over): void {
  const { races, history } = table
  const own = game.story?.of(table) ?? null
  void keepStory({ id: over.match, at: Date.now(), over, races, history, own }).catch(ignore)
}
