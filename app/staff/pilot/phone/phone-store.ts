import { type Kept } from './queue.ts'

/** The names of all that the phone keeps: one database with one record, and one cache of pages and files. */
export const CACHE = 'pilot'
const DATABASE = 'pilot'
const RECORDS = 'kept'

const open = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(RECORDS)
    asked.onsuccess = () => {
      // Erasing must not wait for an open page.
      asked.result.onversionchange = () => asked.result.close()
      resolve(asked.result)
    }
    asked.onerror = () => reject(asked.error ?? new Error('The phone keeps nothing'))
  })

/**
 * Changes the record by a rule, in one transaction; without a result it is erased.
 *
 * @throws when the browser keeps nothing
 */
export async function changeKept<Result extends Kept | undefined>(
  rule: (kept: Kept | undefined) => Result,
): Promise<Result> {
  const database = await open()
  try {
    return await new Promise<Result>((resolve, reject) => {
      const work = database.transaction(RECORDS, 'readwrite', { durability: 'strict' })
      const records = work.objectStore(RECORDS)
      const read: IDBRequest<Kept | undefined> = records.get(RECORDS)
      let result: Result
      read.onsuccess = () => {
        result = rule(read.result)
        if (result) records.put(result, RECORDS)
        else records.delete(RECORDS)
      }
      work.oncomplete = () => resolve(result)
      work.onabort = () => reject(work.error ?? new Error('The phone keeps nothing'))
    })
  } finally {
    database.close()
  }
}

/** Erases everything. */
export async function eraseKept(): Promise<void> {
  await caches.delete(CACHE)
  await new Promise((resolve) => {
    const asked = indexedDB.deleteDatabase(DATABASE)
    asked.onsuccess = asked.onerror = asked.onblocked = resolve
  })
}
