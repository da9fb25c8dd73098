import { setTimeout as pause } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import { type Logger } from 'pino'
import PgBoss from 'pg-boss'
import { type Database, type Tx } from './client.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'

export const jobNames = [
  'mails',
  'webhooks',
  'payments',
  'orders',
  'gifts',
  'waitlists',
  'call-offs',
  'reminders',
  'deliveries',
  'memberships',
  'news',
  'promises',
  'reports',
  'cleaning',
] as const
export type JobName = (typeof jobNames)[number]

export interface JobPlan {
  /** How often this process polls for jobs of this name, in seconds. */
  pollSeconds: number
  /** The schedule of the job, once for all processes on the database. */
  cron: string
  run(): Promise<void>
}

/** A job queue with pg-boss on the shop's own database, embedded or server. */
export interface JobQueue {
  /** Creates missing tables and starts the workers. */
  start(plans: Record<JobName, JobPlan>): Promise<void>
  /** Enqueues a job when `tx` commits; does nothing while the queue is not started. */
  enqueue(tx: Tx, name: JobName): Promise<void>
  healthy(): boolean
  /** Waits some seconds for running jobs. */
  stop(): Promise<void>
}

export function createJobQueue(database: Database, log: Logger): JobQueue {
  const statements = watchedStatements(database)
  const boss = new PgBoss({
    db: { executeSql: statements.run },
    archiveCompletedAfterSeconds: 3600,
    // Jobs that fail on a Friday evening are still listed on Sunday.
    archiveFailedAfterSeconds: 2 * 24 * 3600,
    deleteAfterHours: 24,
    retryLimit: 0,
  })
  let running = false
  boss.on('error', (error) => {
    log.error({ err: error }, 'the job queue failed')
  })

  return {
    start: async (plans) => {
      await boss.start()
      const known = new Set((await boss.getQueues()).map((queue) => queue.name))
      for (const name of jobNames) {
        if (!known.has(name)) await boss.createQueue(name)
        await boss.schedule(name, plans[name].cron)
        await boss.work(name, { pollingIntervalSeconds: plans[name].pollSeconds, batchSize: 100 }, () =>
          plans[name].run(),
        )
      }
      running = true
    },
    enqueue: async (tx, name) => {
      if (!running) return
      const within = {
        executeSql: async (text: string, values: unknown[]) => ({ rows: await rowsWithin(tx, text, values) }),
      }
      await boss.send(name, {}, { db: within })
    },
    healthy: () => running,
    stop: async () => {
      running = false
      await boss.stop({ timeout: 5000 })
      await statements.end()
    },
  }
}

/** The interval for retries while the database is unavailable. */
const RETRY_MS = 1000

/**
 * Runs the library's own statements. An unhandled error while it marks a job as done would end the
 * process, so statements are retried while the database is unavailable; repeating them is harmless.
 * The library does not wait for its last statements: `end` does, so that the database can be closed
 * afterwards, and later statements return no rows.
 */
function watchedStatements(database: Database) {
  const running = new Set<Promise<unknown>>()
  let ended = false
  const runWithRetries = async (text: string, values: unknown[]): ReturnType<Database['query']> => {
    while (!ended) {
      try {
        return await database.query(text, values)
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
        await pause(RETRY_MS)
      }
    }
    return { rows: [] }
  }
  return {
    run: async (text: string, values: unknown[]) => {
      const answer = runWithRetries(text, values)
      running.add(answer)
      try {
        return await answer
      } finally {
        running.delete(answer)
      }
    },
    end: async () => {
      ended = true
      await Promise.allSettled(running)
    },
  }
}

async function rowsWithin(tx: Tx, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const result: unknown = await tx.execute(statement(text, values))
  return isResult(result) ? result.rows : []
}

function isResult(value: unknown): value is { rows: Record<string, unknown>[] } {
  return typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows)
}

/**
 * Converts a text with `$1 … $n` to a statement of the query builder, so that it runs in the
 * builder's transaction.
 */
function statement(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/).map((part, at) => {
    if (at % 2 === 0) return sql.raw(part)
    const value = values[Number(part) - 1]
    return sql`${typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null)}`
  })
  return sql.join(parts)
}
