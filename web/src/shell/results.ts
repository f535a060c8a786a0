/**
 * What this device keeps of finished matches, in IndexedDB: a short result for the statistics, and what the end screen
 * tells, so that it survives a reload. Without a database (in some private windows) it lasts until the page is closed.
 */

import { answered, keepNewest, openDatabase, stored, storeOf } from '../kit/database'
import type { Heard, Over, Race } from '../net/messages'

/** One finished match, played here or on a server. */
export interface KeptResult {
  id: string // of the match
  at: number // ms since 1970
  game: string
  title: string
  own: number[] // seats of this device
  names: string[] // by seat
  bots: (string | null)[] // by seat: the level of the bot that had it at the end
  scores: number[]
  winners: number[]
  lowest: boolean // the fewest points win
  rings: number[] // your reaction times in ms
}

/** What the end screen tells beyond the last view. */
export interface KeptStory {
  id: string
  at: number
  over: Over
  races: Race[]
  history: Heard[]
  own: unknown // the game's own (GameModule.story)
}

const MOST = { results: 5000, stories: 60 }
type Kept = { results: KeptResult; stories: KeptStory }
type Name = keyof Kept

let opened: Promise<IDBDatabase | null> | null = null
const memory = { results: new Map<string, KeptResult>(), stories: new Map<string, KeptStory>() }

function database(): Promise<IDBDatabase | null> {
  opened ??= (async () => openDatabase('parlour-results', { results: 'at', stories: 'at' }))().catch(() => null)
  return opened
}

async function put<N extends Name>(name: N, value: Kept[N]): Promise<void> {
  const found = await database()
  if (!found) {
    ;(memory[name] as Map<string, Kept[N]>).set(value.id, value)
    return
  }
  await stored(storeOf(found, name, 'readwrite').put(JSON.parse(JSON.stringify(value))))
  await keepNewest(found, name, MOST[name])
}

async function clear(name: Name): Promise<void> {
  const found = await database()
  memory[name].clear()
  if (found) await stored(storeOf(found, name, 'readwrite').clear())
}

export const keepResult = (result: KeptResult): Promise<void> => put('results', result)
export const keepStory = (story: KeptStory): Promise<void> => put('stories', story)
export const deleteResults = (): Promise<void> => clear('results')
export const deleteStories = (): Promise<void> => clear('stories')

/** Oldest first. */
export async function keptResults(): Promise<KeptResult[]> {
  const found = await database()
  if (!found) return [...memory.results.values()]
  return answered(storeOf(found, 'results', 'readonly').index('age').getAll() as IDBRequest<KeptResult[]>)
}

export async function keptResult(match: string): Promise<KeptResult | null> {
  const found = await database()
  if (!found) return memory.results.get(match) ?? null
  return (
    (await answered(storeOf(found, 'results', 'readonly').get(match) as IDBRequest<KeptResult | undefined>)) ?? null
  )
}

export async function keptStory(match: string): Promise<KeptStory | null> {
  const found = await database()
  if (!found) return memory.stories.get(match) ?? null
  return (await answered(storeOf(found, 'stories', 'readonly').get(match) as IDBRequest<KeptStory | undefined>)) ?? null
}
