/** Games, rulebooks and finished matches: from this page itself, and only for what it does not have from the server. */

import { isLocalGame, localGames, localRules } from '../local/catalogue'
import { isLocalMatch } from '../local/ids'
import * as http from '../net/http'
import type { GameNow, Over } from '../net/messages'

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

/** From this device, or else from the server: an older match, or one by other rules than this page has. */
async function fromHere<T>(match: string, here: () => Promise<T>, server: () => Promise<T>): Promise<T> {
  return isLocalMatch(match) ? here() : here().catch(server)
}

export async function savedMatch(match: string): Promise<http.SavedMatch> {
  const { localMatch } = await import('../local/tables')
  return fromHere(
    match,
    () => localMatch(match),
    () => http.savedMatch(match),
  )
}

/** The log of a finished match, as a file for `parlour replay` and `parlour verify`. */
export async function matchLog(match: string): Promise<string> {
  const { localLog } = await import('../local/tables')
  return fromHere(
    match,
    () => localLog(match),
    () => http.matchLog(match),
  )
}

/** A match with friends is over: keeps its log, so that it can be replayed without the server. */
export async function keepLog({ match, scores, winners }: Over): Promise<void> {
  if (isLocalMatch(match)) return
  const { keepLog } = await import('../local/tables')
  await keepLog(match, await http.matchLog(match), { scores, winners })
}

/** The address of a replay that carries the whole match, so that anybody's page can show it. */
export async function replayLink(match: string): Promise<string> {
  const { linkedMatch } = await import('../local/tables')
  return `${location.origin}${location.pathname}#/replay/${await linkedMatch(await matchLog(match))}`
}
