import { sqlState } from './refused-statement.ts'

const DEADLOCK = '40P01'
const TRIES = 3

/**
 * Runs a transaction again after a deadlock. Locks are taken in a fixed order, so no deadlock is
 * known, but the database may still report one.
 */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (error) {
      if (sqlState(error) !== DEADLOCK || tried === TRIES) throw error
    }
  }
}
