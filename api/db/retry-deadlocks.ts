import { sqlState } from './refused-statement.ts'

const DEADLOCK = '40P01'
const TRIES = 3

/**
 * The order of locks leaves no way into a deadlock that we know of; the database breaks one all the
 * same.
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
