/** The server's HTTP interface. */

import { words } from '../words'
import { once } from './once'
import type { Event, GameNow, Here, Listed, Made, NewTable, Race } from './messages'

/** Carries a sentence for players: the server's own if it has one. */
export class RequestError extends Error {}

export interface Statement {
  id: string
  source: 'R' | 'D' | 'H' // from the rulebook, derived from it, or a house ruling
  section: string
  text: string
}

export interface SavedMatch {
  match: string
  game: string
  title: string
  rules: string
  seats: number
  started: number // seconds since 1970
  ended: number
  result: { scores: number[]; winners: number[] }
  view?: unknown // a spectator's, at the start
  events: (Event | Race)[] // a race follows the event with its verdict
}

async function request<T>(path: string, body?: unknown): Promise<T> {
  let response: Response
  try {
    response = await fetch(path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })
  } catch {
    throw new RequestError(words.problem.unreachable)
  }
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    throw new RequestError(words.problem.notFound)
  }
  const found: unknown = await response.json()
  if (!response.ok) throw new RequestError((found as { says?: string }).says ?? response.statusText)
  return found as T
}

/** The server behind this page, or null: a page on a plain web host, or without a network, has none. */
export async function server(): Promise<{ version: string } | null> {
  if (!navigator.onLine || document.querySelector('meta[name=parlour-server][content=none]')) return null
  try {
    const found = await requestOnce<{ version?: string | null }>('api/server')
    return found.version ? { version: found.version } : null
  } catch {
    return null
  }
}

const remembered = once((path) => request<unknown>(path))
const requestOnce = <T>(path: string): Promise<T> => remembered(path) as Promise<T>

export const games = (): Promise<GameNow[]> => requestOnce('api/games')
export const rules = (game: string): Promise<Statement[]> => requestOnce(`api/rules/${game}`)
/** The name of every action of a game; the generic table offers these as buttons. */
export const actions = (game: string): Promise<string[]> => requestOnce(`api/actions/${game}`)
export const publicTables = (): Promise<Listed[]> => request('api/tables')
export const createTable = (wanted: NewTable): Promise<Made> => request('api/tables', wanted)
/** Where friends can reach this server. Never remembered: a computer changes networks. */
export const here = (): Promise<Here> => request('api/here')
/** Opens the server to the local network. Only the page on the server's own computer may ask for that. */
export const openToNetwork = (): Promise<Here> => request('api/here', {})
export const savedMatch = (match: string): Promise<SavedMatch> => requestOnce(`api/matches/${match}`)
export async function matchLog(match: string): Promise<string> {
  const answer = await fetch(`api/matches/${match}/log`).catch(() => null)
  if (!answer?.ok) throw new RequestError(answer ? words.problem.notFound : words.problem.unreachable)
  return answer.text()
}
/** Lets the server review a match, for a page that cannot do it itself; gives the report. */
export async function reviewedMatch(
  match: string,
  seat: number,
  progress: (done: number, of: number) => void,
  signal: AbortSignal,
): Promise<unknown> {
  const answer = await fetch(`api/matches/${match}/review/${seat}`, { method: 'POST', signal }).catch(
    (error: Error) => {
      throw signal.aborted ? error : new RequestError(words.problem.unreachable)
    },
  )
  if (!answer.headers.get('content-type')?.startsWith('application/json') || !answer.body)
    throw new RequestError(words.problem.notFound)
  let rest = ''
  for (const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader(); ;) {
    const { value, done } = await reader.read()
    const lines = (rest + (value ?? '')).split('\n')
    rest = done ? '' : lines.pop()!
    for (const line of lines.filter(Boolean)) {
      const told = JSON.parse(line) as { done?: number; of?: number; report?: unknown; says?: string }
      if (told.says) throw new RequestError(told.says)
      if (told.report) return told.report
      progress(told.done ?? 0, told.of ?? 0)
    }
    if (done) throw new RequestError(words.problem.unreachable)
  }
}
export const qrCodeUrl = (link: string): string => `api/qr?link=${encodeURIComponent(link)}`

export const socketUrl = (table: string): string => new URL(`ws/${table}`, location.href).href.replace(/^http/, 'ws')
