/**
 * What this device keeps of finished matches, in IndexedDB: a short result for the statistics, and what the end screen
 * tells, so that it survives a reload. Without a database (in some private windows) it lasts until the page is closed.
 */

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
type Shelves = { results: KeptResult; stories: KeptStory }
type Name = keyof Shelves

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser could not store this.'))
  })

let opened: Promise<IDBDatabase | null> | null = null
const memory = { results: new Map<string, KeptResult>(), stories: new Map<string, KeptStory>() }

function database(): Promise<IDBDatabase | null> {
  opened ??= (async () => {
    const opening = indexedDB.open('parlour-results', 1)
    opening.onupgradeneeded = () => {
      for (const name of ['results', 'stories'])
        opening.result.createObjectStore(name, { keyPath: 'id' }).createIndex('age', 'at')
    }
    return done(opening)
  })().catch(() => null)
  return opened
}

const shelf = (found: IDBDatabase, name: Name, mode: IDBTransactionMode) =>
  found.transaction(name, mode).objectStore(name)

async function put<N extends Name>(name: N, value: Shelves[N]): Promise<void> {
  const found = await database()
  if (!found) {
    ;(memory[name] as Map<string, Shelves[N]>).set(value.id, value)
    return
  }
  await done(shelf(found, name, 'readwrite').put(JSON.parse(JSON.stringify(value))))
  const keys = await done(shelf(found, name, 'readonly').index('age').getAllKeys())
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST[name])))
    await done(shelf(found, name, 'readwrite').delete(key))
}

async function clear(name: Name): Promise<void> {
  const found = await database()
  memory[name].clear()
  if (found) await done(shelf(found, name, 'readwrite').clear())
}

export const keepResult = (result: KeptResult): Promise<void> => put('results', result)
export const keepStory = (story: KeptStory): Promise<void> => put('stories', story)
export const deleteResults = (): Promise<void> => clear('results')
export const deleteStories = (): Promise<void> => clear('stories')

/** Oldest first. */
export async function keptResults(): Promise<KeptResult[]> {
  const found = await database()
  if (!found) return [...memory.results.values()]
  return done(shelf(found, 'results', 'readonly').index('age').getAll() as IDBRequest<KeptResult[]>)
}

export async function keptStory(match: string): Promise<KeptStory | null> {
  const found = await database()
  if (!found) return memory.stories.get(match) ?? null
  return (await done(shelf(found, 'stories', 'readonly').get(match) as IDBRequest<KeptStory | undefined>)) ?? null
}
