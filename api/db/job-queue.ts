import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Logger } from 'pino'
import PgBoss from 'pg-boss'
import { afterCommit, type Database } from './client.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'

export const jobNames = [
  'mails',
  'texts',
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
  'content',
  'cleaning',
  'backups',
] as const
export type JobName = (typeof jobNames)[number]

export interface JobPlan {
  /** How often this process polls for jobs of this name, in seconds. */
  pollSeconds: number
  /** The schedule of the job, once for all processes on the database. */
  cron: string
  /** How long a run may take before the queue counts it as failed; a quarter of an hour by default. */
  hours?: number
  /** @param stopping aborted when the process stops: what can be done later should end now */
  run(stopping: AbortSignal): Promise<void>
}

/** A job queue with pg-boss on the shop's own database, embedded or server. */
export interface JobQueue {
  /** Creates missing tables and starts the workers, unless the jobs run in another process. */
  start(plans: Record<JobName, JobPlan>): Promise<void>
  /**
   * Wakes the workers of a job once the transaction of the running code has committed. Many calls
   * in a short time are one job. Nothing is lost with a process that ends in between: what is due
   * stands in tables, and the job's schedule finds it.
   */
  wake(name: JobName): void
  healthy(): boolean
  /** Tells running jobs that the process stops, and waits some seconds for them. */
  stop(): Promise<void>
}

export interface QueueOptions {
  /**
   * False when another process runs the jobs; this one then only wakes them, with a row that the
   * other's next poll finds.
   */
  works?: boolean
  /** Called when a statement of the queue fails and is tried again. */
  onUnavailable?: (error: unknown) => void
  /** Follows each run, and knows which request wakes it. */
  trace?: JobTracing | undefined
}

/** What is followed of jobs, for whoever looks at traces. */
export interface JobTracing {
  /** Names the traced request that the running code belongs to (`traceparent`), if there is one. */
  currentParent(): string | undefined
  /** Follows a run. @param wokenBy the requests that woke it */
  traceJob<T>(name: string, wokenBy: readonly string[], work: () => Promise<T>): Promise<T>
}

export function createJobQueue(database: Database, log: Logger, options: QueueOptions = {}): JobQueue {
  const { works = true, onUnavailable = () => undefined, trace } = options
  const statements = watchedStatements(database, onUnavailable)
  const boss = new PgBoss({
    db: { executeSql: statements.run },
    supervise: works,
    schedule: works,
    archiveCompletedAfterSeconds: 3600,
    // Jobs that fail on a Friday evening are still listed on Sunday.
    archiveFailedAfterSeconds: 2 * 24 * 3600,
    deleteAfterHours: 24,
    retryLimit: 0,
  })
  let running = false
  const stopping = new AbortController()
  const wakers = new Map<JobName, Set<string>>()
  const send = async (name: JobName) => {
    const wokenBy = [...(wakers.get(name) ?? [])]
    wakers.delete(name)
    try {
      await boss.send(name, wokenBy.length > 0 ? { wokenBy } : {})
    } catch (error) {
      log.error({ err: error, job: name }, 'a job could not be sent; its schedule runs it')
    }
  }
  const senders = Object.fromEntries(
    jobNames.map((name) => [name, atMostEvery(WAKE_MS, () => send(name))]),
  ) as Record<JobName, () => void>
  const remember = (name: JobName, parent: string) => {
    const known = wakers.get(name) ?? new Set()
    if (known.size < MOST_WAKERS) wakers.set(name, known.add(parent))
  }
  boss.on('error', (error) => {
    log.error({ err: error }, 'the job queue failed')
  })

  return {
    start: async (plans) => {
      await startInTurn(boss, database)
      for (const name of works ? jobNames : []) {
        const { cron, hours } = plans[name]
        await boss.schedule(name, cron, undefined, hours === undefined ? {} : { expireInHours: hours })
        const run = () => plans[name].run(stopping.signal)
        await boss.work(name, { pollingIntervalSeconds: plans[name].pollSeconds, batchSize: 100 }, (jobs) =>
          trace ? trace.traceJob(name, wakersOf(jobs), run) : run(),
        )
      }
      running = true
    },
    wake: (name) => {
      const parent = trace?.currentParent()
      afterCommit(() => {
        if (!running) return
        if (parent !== undefined) remember(name, parent)
        senders[name]()
      })
    },
    healthy: () => running,
    stop: async () => {
      running = false
      stopping.abort()
      await boss.stop({ timeout: 5000 })
      await statements.end()
    },
  }
}

/** The key of the lock under which the library makes its tables. */
const QUEUES_LOCK = 7203115

/**
 * Starts the library and makes what is missing. Each queue is a table with foreign keys, and
 * processes that make the schema or the queues at once lock each other out, so each waits for the
 * one before it.
 */
async function startInTurn(boss: PgBoss, { kind, db }: Database): Promise<void> {
  const start = async () => {
    await boss.start()
    const known = new Set((await boss.getQueues()).map((queue) => queue.name))
    for (const name of jobNames) if (!known.has(name)) await boss.createQueue(name)
  }
  // The embedded database has one connection and one process.
  if (kind === 'embedded') return start()
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${QUEUES_LOCK})`)
    await start()
  })
}

/** Of many requests that wake one run, this many are named. */
const MOST_WAKERS = 10

/** The requests that woke a run, as `send` wrote them. */
function wakersOf(jobs: readonly { data: unknown }[]): string[] {
  const found = jobs.flatMap(({ data }) =>
    typeof data === 'object' && data !== null && 'wokenBy' in data && Array.isArray(data.wokenBy)
      ? data.wokenBy.filter((one): one is string => typeof one === 'string')
      : [],
  )
  return found.slice(0, MOST_WAKERS)
}

/** Within this time, further calls for a job are one. */
const WAKE_MS = 100

/** Runs at once when called, and once more at the end of the pause when called again meanwhile. */
function atMostEvery(pauseMs: number, run: () => Promise<void>): () => void {
  let resting = false
  let called = false
  const call = () => {
    if (resting) {
      called = true
      return
    }
    resting = true
    called = false
    void run()
    setTimeout(() => {
      resting = false
      if (called) call()
    }, pauseMs).unref()
  }
  return call
}

/** The interval for retries while the database is unavailable. */
const RETRY_MS = 1000

/**
 * Runs the library's own statements. An unhandled error while it marks a job as done would end the
 * process, so statements are retried while the database is unavailable; repeating them is harmless.
 * The library does not wait for its last statements: `end` does, so that the database can be closed
 * afterwards, and later statements return no rows.
 */
function watchedStatements(database: Database, onUnavailable: (error: unknown) => void) {
  const running = new Set<Promise<unknown>>()
  let ended = false
  const runWithRetries = async (text: string, values: unknown[]): ReturnType<Database['query']> => {
    while (!ended) {
      try {
        return await database.query(text, values)
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
        onUnavailable(error)
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
