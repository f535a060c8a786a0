/** The few things that are asked for over plain HTTP. */

import type { Event, GameNow, Listed, Made, NewTable, Race } from './messages'

/** A sentence for people, from the server where it has one. */
export class Refusal extends Error {}

export interface Statement {
  id: string
  source: 'R' | 'D' | 'H' // the rulebook itself, what follows from it, a house ruling
  section: string
  text: string
}

export interface KeptMatch {
  match: string
  game: string
  title: string
  rules: string
  seats: number
  started: number // seconds since 1970
  ended: number
  result: { scores: number[]; winners: number[] }
  view?: unknown // a spectator's, at the start
  events: (Event | Race)[] // a race follows the event that brought its verdict
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let response: Response
  try {
    response = await fetch(path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })
  } catch {
    throw new Refusal('The server cannot be reached just now.')
  }
  if (!response.headers.get('content-type')?.startsWith('application/json')) {
    throw new Refusal('The server does not know that.')
  }
  const found: unknown = await response.json()
  if (!response.ok) throw new Refusal((found as { says?: string }).says ?? response.statusText)
  return found as T
}

const remembered = new Map<string, Promise<unknown>>()

/** Asked once; what went wrong is asked again the next time. */
function once<T>(path: string): Promise<T> {
  let found = remembered.get(path)
  if (!found) {
    found = ask<T>(path)
    remembered.set(path, found)
    found.catch(() => remembered.delete(path))
  }
  return found as Promise<T>
}

export const games = (): Promise<GameNow[]> => once('/api/games')
export const rules = (game: string): Promise<Statement[]> => once(`/api/rules/${game}`)
/** What every action of a game is called; games without a folder here are played by these. */
export const actions = (game: string): Promise<string[]> => once(`/api/actions/${game}`)
export const lobby = (): Promise<Listed[]> => ask('/api/tables')
export const make = (wanted: NewTable): Promise<Made> => ask('/api/tables', wanted)
export const addresses = async (): Promise<string[]> => (await once<{ addresses: string[] }>('/api/here')).addresses
export const kept = (match: string): Promise<KeptMatch> => once(`/api/matches/${match}`)
export const qr = (link: string): string => `/api/qr?link=${encodeURIComponent(link)}`

export const socketUrl = (table: string): string => `${location.origin.replace(/^http/, 'ws')}/ws/${table}`
