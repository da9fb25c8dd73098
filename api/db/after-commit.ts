import { AsyncLocalStorage } from 'node:async_hooks'

type Callback = () => void

/** What waits for the commit of the transaction that the running code belongs to. */
const waiting = new AsyncLocalStorage<Callback[]>()

/**
 * Calls back once the transaction of the running code has committed, and never when it is rolled
 * back; at once outside a transaction. The database answers before the callback, which must not
 * throw: what it starts may be lost with the process.
 */
export function afterCommit(callback: Callback): void {
  const callbacks = waiting.getStore()
  if (callbacks) callbacks.push(callback)
  else callback()
}

interface Transacting {
  transaction: (...begun: never[]) => Promise<unknown>
}

/** Makes the transactions of a query builder call back after their commit. Returns the same builder. */
export function callBackAfterCommit<T extends Transacting>(db: T): T {
  const begin = db.transaction.bind(db) as (...begun: unknown[]) => Promise<unknown>
  const transaction = async (...begun: unknown[]) => {
    const callbacks: Callback[] = []
    const result = await waiting.run(callbacks, () => begin(...begun))
    for (const callback of callbacks) callback()
    return result
  }
  return Object.assign(db, { transaction })
}
