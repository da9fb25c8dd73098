import { type Logger } from 'pino'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Database } from './client.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'

/** A limit: at most `points` of a key in a window that starts with its first point. */
export interface Count {
  /** Prefix of the key; limits with the same name share their counts. */
  name: string
  points: number
  seconds: number
  /** Counted by all processes on the database together, or by each one separately. */
  counted: 'everywhere' | 'here'
}

export interface CallCounters {
  /**
   * Takes a point of the key.
   *
   * @returns seconds until there are points again; 0 when a point was left
   */
  take(count: Count, key: string): Promise<number>
  /** Returns a point. */
  returnPoint(count: Count, key: string): Promise<void>
}

type Limiter = Pick<RateLimiterMemory, 'consume' | 'reward'>

/**
 * Counts calls with `rate-limiter-flexible`: on a database server in `call_counts`, for all
 * processes together; with the embedded database in memory, because there is one process. If the
 * table fails, each process counts in memory until it works again and logs an error: limits become
 * wider but stay in force.
 */
export function createCallCounters(database: Pick<Database, 'kind' | 'query'>, log: Logger): CallCounters {
  const limiters = new Map<string, Limiter>()
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      try {
        const { rows } = await database.query(text, values)
        return { rows, rowCount: rows.length }
      } catch (error) {
        const level = isDatabaseUnavailable(error) ? 'debug' : 'error'
        log[level]({ err: error }, 'calls cannot be counted in the database')
        throw error
      }
    },
  }
  const limiterOf = (count: Count): Limiter => {
    const at = `${count.name} ${String(count.points)} ${String(count.seconds)}`
    const known = limiters.get(at)
    if (known) return known
    const options = { keyPrefix: count.name, points: count.points, duration: count.seconds }
    const here = new RateLimiterMemory(options)
    const made =
      database.kind === 'server' && count.counted === 'everywhere'
        ? new RateLimiterPostgres({
            ...options,
            storeClient,
            storeType: 'client',
            tableName: 'call_counts',
            tableCreated: true,
            clearExpiredByTimeout: false,
            insuranceLimiter: here,
          })
        : here
    limiters.set(at, made)
    return made
  }
  return {
    take: async (count, key) => {
      try {
        await limiterOf(count).consume(key)
        return 0
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        throw error
      }
    },
    returnPoint: async (count, key) => {
      await limiterOf(count).reward(key)
    },
  }
}
