/**
 * What this device keeps of exercises, in IndexedDB: how each one went and when it comes back, your own mistakes, and the
 * logs of their matches. Without a database (in some private windows) it lasts until the page is closed.
 */

import { answered, keepNewest, openDatabase, stored, storeOf } from '../kit/database'
import type { Card } from './schedule'

/** A mistake of yours in a match. */
export interface Mistake {
  id: string
  at: number // when it was added: ms since 1970
  game: string
  match: string
  seat: number
  entry: number // its number in the log, from 0
  played: number
  best: number
  chance: number | null // to win with the best move, 0 to 1
  loss: number // of that chance
  points: number
}

/** The log of a match with mistakes. */
export interface MistakesLog {
  id: string // of the match
  at: number
  log: string
}

const MOST = { cards: 5000, mistakes: 500, logs: 200 }
type Kept = { cards: Card; mistakes: Mistake; logs: MistakesLog }
type Name = keyof Kept

let opened: Promise<IDBDatabase | null> | null = null
const memory: { [N in Name]: Map<string, Kept[N]> } = { cards: new Map(), mistakes: new Map(), logs: new Map() }

function database(): Promise<IDBDatabase | null> {
  opened ??= (async () => openDatabase('parlour-exercises', { cards: 'at', mistakes: 'at', logs: 'at' }))().catch(
    () => null,
  )
  return opened
}

async function put<N extends Name>(name: N, values: Kept[N][]): Promise<void> {
  const found = await database()
  for (const value of values) {
    if (found) await stored(storeOf(found, name, 'readwrite').put(value))
    else (memory[name] as Map<string, Kept[N]>).set(value.id, value)
  }
  if (found) await keepNewest(found, name, MOST[name])
}

async function all<N extends Name>(name: N): Promise<Kept[N][]> {
  const found = await database()
  if (!found) return [...(memory[name] as Map<string, Kept[N]>).values()]
  return answered(storeOf(found, name, 'readonly').index('age').getAll() as IDBRequest<Kept[N][]>)
}

async function one<N extends Name>(name: N, id: string): Promise<Kept[N] | null> {
  const found = await database()
  if (!found) return (memory[name] as Map<string, Kept[N]>).get(id) ?? null
  return (await answered(storeOf(found, name, 'readonly').get(id) as IDBRequest<Kept[N] | undefined>)) ?? null
}

export const keepCard = (card: Card): Promise<void> => put('cards', [card])
export const keptCards = (): Promise<Card[]> => all('cards')
export const keptMistakes = (): Promise<Mistake[]> => all('mistakes')
export const keptMistake = (id: string): Promise<Mistake | null> => one('mistakes', id)
export const keptLog = async (match: string): Promise<string | null> => (await one('logs', match))?.log ?? null

/** Adds mistakes of a match and the cards that bring them back. */
export async function addMistakes(log: MistakesLog, mistakes: Mistake[], cards: Card[]): Promise<void> {
  await put('logs', [log])
  await put('mistakes', mistakes)
  await put('cards', cards)
}

/** This exercise can no longer be shown. */
export async function forgetCard(id: string): Promise<void> {
  const found = await database()
  for (const name of ['cards', 'mistakes'] as const) {
    memory[name].delete(id)
    if (found) await stored(storeOf(found, name, 'readwrite').delete(id))
  }
}

export async function deleteExercises(): Promise<void> {
  const found = await database()
  for (const name of ['cards', 'mistakes', 'logs'] as const) {
    memory[name].clear()
    if (found) await stored(storeOf(found, name, 'readwrite').clear())
  }
}
