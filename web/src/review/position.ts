/** The table as the reviewed seat saw it before one of its moves. */

import { Engine } from '../engine/engine'
import type { GameParts } from '../local/game'
import type { Log } from '../local/log'
import { byTheRules, dealt } from '../local/replay'
import { ShownViews } from '../local/views'
import { playEntry } from './steps'

export async function positionBefore(
  log: Log,
  entry: number,
  seat: number,
  parts: GameParts,
): Promise<{ view: object; legal: number[]; ms: number }> {
  const match = dealt(log, await Engine.start(parts.code))
  byTheRules(() => {
    for (const each of log.entries.slice(0, entry)) playEntry(match, each)
    const ms = log.entries[entry]?.[0] ?? match.clock
    if (ms > match.clock) match.wait(ms)
  })
  return { view: new ShownViews(match, parts).view(seat), legal: match.legal(seat), ms: match.clock }
}
