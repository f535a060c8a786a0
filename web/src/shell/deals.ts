/** Deals as the page shows them, and today's. */

import { keep, keptTable, pastMatches, recall, type PastMatch } from '../kit/memory'
import { localGames } from '../local/catalogue'
import { dateOf, gameOfDay } from '../local/daily'
import type { Deal } from '../local/deal'
import type { GameNow } from '../net/messages'
import { words } from '../words'
import { go } from './route.svelte'
import { playDeal } from './tables'

/** The number of bots, and the name of their level if they have one in common. */
export function botsOf({ levels }: Pick<Deal, 'levels'>): [number: number, level: string | null] {
  const found = levels.filter((level) => level !== null)
  return [found.length, new Set(found).size === 1 ? (words.levels[found[0]!] ?? null) : null]
}

/** A date such as 2026-11-16 as people write it. */
export const dateText = (day: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long' }).format(new Date(`${day}T12:00:00`))

const LATEST = 'day' // the table of the latest deal of the day

/** The deal of the day, and how far you are with it. */
export interface Today {
  day: string
  game: GameNow
  result: PastMatch | null // your first match with it
  table: string | null // where you are still playing it
}

export function today(): Today {
  const day = dateOf(new Date())
  const name = gameOfDay(
    day,
    localGames.map((game) => game.name),
  )
  const latest = recall<{ day: string; table: string } | null>(LATEST, null)
  const running = latest?.day === day && (keptTable(latest.table)?.at ?? 0) > 0
  return {
    day,
    game: localGames.find((game) => game.name === name)!,
    result: pastMatches().findLast((past) => past.day === day) ?? null, // the latest comes first there
    table: running ? latest.table : null,
  }
}

/** Plays today's deal, or goes on with it. */
export async function playToday({ day, game, result, table }: Today): Promise<void> {
  if (table && !result) {
    go(`/t/${table}`)
    return
  }
  const { dealOfDate } = await import('../local/beginnings')
  const opened = await playDeal(await dealOfDate(day, game.name))
  keep(LATEST, { day, table: opened })
}
