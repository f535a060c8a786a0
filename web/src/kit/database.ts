/** IndexedDB with promises. */

export function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser could not store this.'))
  })
}

/** Waits until a change is stored, which it is even if the page is left at this moment. */
export function stored(request: IDBRequest): Promise<void> {
  const transaction = request.transaction as IDBTransaction // only the opening of a database has none
  transaction.commit()
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser could not store this.'))
  })
}

/** Opens a database whose stores have the key `id` and an index `age`, on the field that is given for each store. */
export function openDatabase(name: string, ages: Record<string, string>): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    for (const [store, age] of Object.entries(ages))
      opening.result.createObjectStore(store, { keyPath: 'id' }).createIndex('age', age)
  }
  return answered(opening)
}

export const storeOf = (database: IDBDatabase, name: string, mode: IDBTransactionMode): IDBObjectStore =>
  database.transaction(name, mode).objectStore(name)

/** Deletes the oldest entries of a store beyond a number. */
export async function keepNewest(database: IDBDatabase, name: string, most: number): Promise<void> {
  const keys = await answered(storeOf(database, name, 'readonly').index('age').getAllKeys())
  for (const key of keys.slice(0, Math.max(0, keys.length - most)))
    await stored(storeOf(database, name, 'readwrite').delete(key))
}
