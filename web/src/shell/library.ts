/** Games, rulebooks and finished matches: from this page itself, and only for what it does not have from the server. */

import type { FromPosition } from '../local/beginnings'
import { isLocalGame, localGames, localRules } from '../local/catalogue'
import { isLocalMatch } from '../local/ids'
import { pastMatches } from '../kit/memory'
import * as http from '../net/http'
import type { GameNow, Over } from '../net/messages'
import { words } from '../words'

/** Games that only the server has: those of other packages. */
export async function otherGames(): Promise<GameNow[]> {
  if (!(await http.server())) return []
  const all = await http.games().catch(() => [])
  return all.filter(({ name }) => !isLocalGame(name))
}

/** The policies that this server offers as bots in a game. */
export async function policiesOf(name: string): Promise<string[]> {
  if (!(await http.server())) return []
  const all = await http.games().catch(() => [])
  return all.find((game) => game.name === name)?.policies ?? []
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

/** The names of a match's players by seat, as far as this device or the link knows them. */
export async function namesOf(match: string, seats: number): Promise<string[]> {
  const { linkedNames } = await import('../local/tables')
  const { keptResult } = await import('./results') // not part of the first load
  const known =
    pastMatches().find((past) => past.match === match)?.names ??
    (await keptResult(match).catch(() => null))?.names ??
    (await linkedNames(match))
  return Array.from({ length: seats }, (_, seat) => known[seat] || words.replay.player(seat + 1))
}

/** A match with friends is over: keeps its log, so that it can be replayed without the server. */
export async function keepLog({ match, scores, winners }: Over): Promise<void> {
  if (isLocalMatch(match)) return
  const { keepLog } = await import('../local/tables')
  await keepLog(match, await http.matchLog(match), { scores, winners })
}

/** The address of this page with another screen. */
const addressOf = (screen: string): string => `${location.origin}${location.pathname}#${screen}`

/** The address of a replay that carries the whole match, so that anybody's page can show it. */
export async function replayLink(match: string): Promise<string> {
  const { linkedMatch } = await import('../local/tables')
  const { readLog } = await import('../local/log')
  const log = await matchLog(match)
  return addressOf(`/replay/${await linkedMatch(log, await namesOf(match, readLog(log).header.seats))}`)
}

/** A position of a finished match from which a table can go on (the address is explained in local/position.ts). */
export async function fromPosition(match: string, position: string): Promise<FromPosition> {
  const { fromPosition } = await import('../local/beginnings')
  return fromPosition(match, await matchLog(match), position)
}

/** The address at which anybody gets the same deal as in a match of this device, with your result. */
export async function dealLink(match: string, name: string): Promise<string> {
  const { dealOfMatch, linkedDeal } = await import('../local/beginnings')
  const deal = await dealOfMatch(match, name)
  if (!deal) throw new Error(words.problem.noMatch)
  return addressOf(`/deal/${await linkedDeal(deal)}`)
}
