/** Games, rulebooks and finished matches: from this page itself, and only for what it does not have from the server. */

import { isLocalGame, localGames, localRules } from '../local/catalogue'
import { isLocalMatch } from '../local/ids'
import * as http from '../net/http'
import type { GameNow } from '../net/messages'

/** Games that only the server has: those of other packages. */
export async function otherGames(): Promise<GameNow[]> {
  if (!(await http.server())) return []
  const all = await http.games().catch(() => [])
  return all.filter(({ name }) => !isLocalGame(name))
}

/** A game with its options and bots; null if there is no such game. */
export async function gameNow(name: string): Promise<GameNow | null> {
  const find = (games: GameNow[]) => games.find((game) => game.name === name) ?? null
  return find(localGames) ?? find(await otherGames())
}

export const rules = (game: string): Promise<http.Statement[]> => localRules(game) ?? http.rules(game)

export async function savedMatch(match: string): Promise<http.SavedMatch> {
  return isLocalMatch(match) ? (await import('../local/tables')).localMatch(match) : http.savedMatch(match)
}

/** The log of a finished match, as a file for `parlour replay` and `parlour verify`. */
export async function matchLog(match: string): Promise<string> {
  return isLocalMatch(match) ? (await import('../local/tables')).localLog(match) : http.matchLog(match)
}

/** The address of a replay that carries the whole match, so that anybody's page can show it. */
export async function replayLink(match: string): Promise<string> {
  const { linkedMatch } = await import('../local/tables')
  return `${location.origin}${location.pathname}#/replay/${await linkedMatch(await matchLog(match))}`
}
