/** Reviews that this device has made, in IndexedDB; without a database they last until the page is closed. */

import { answered, keepNewest, openDatabase, stored, storeOf } from '../kit/database'
import { sha256 } from '../local/sha256'
import type { Report } from './report'

export interface KeptReview {
  id: string
  at: number // ms since 1970
  build: string // of the page that made it: another one may judge or explain differently
  report: Report
}

const MOST = 100
const memory = new Map<string, KeptReview>()
let opened: Promise<IDBDatabase | null> | null = null

function database(): Promise<IDBDatabase | null> {
  opened ??= (async () => openDatabase('parlour-reviews', { reviews: 'at' }))().catch(() => null)
  return opened
}

/** The same match has the same id here, whether it was played on this device, on a server, or came with a link. */
export const reviewId = (log: string, seat: number): string => `${sha256(log)}/${seat}`

export async function keptReview(id: string): Promise<KeptReview | null> {
  const found = await database()
  if (!found) return memory.get(id) ?? null
  return (await answered(storeOf(found, 'reviews', 'readonly').get(id) as IDBRequest<KeptReview | undefined>)) ?? null
}

export async function keepReview(review: KeptReview): Promise<void> {
  const found = await database()
  if (!found) {
    memory.set(review.id, review)
    return
  }
  await stored(storeOf(found, 'reviews', 'readwrite').put(review))
  await keepNewest(found, 'reviews', MOST)
}

export async function deleteReviews(): Promise<void> {
  const found = await database()
  memory.clear()
  if (found) await stored(storeOf(found, 'reviews', 'readwrite').clear())
}
