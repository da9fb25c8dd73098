import { sql } from 'drizzle-orm'
import { type DbOrTx } from './client.ts'

export const jobStates = ['waiting', 'running', 'failed', 'done', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

/** A job in the queue. */
export interface QueuedJob {
  id: string
  name: string
  state: JobState
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  /** Why it failed, in our own words without personal data. */
  error: string | null
}

/** The queue's own states for each of ours. */
const QUEUE_STATES: Record<JobState, readonly string[]> = {
  waiting: ['created', 'retry'],
  running: ['active'],
  failed: ['failed'],
  done: ['completed'],
  cancelled: ['cancelled'],
}
const stateOf = (queueState: unknown): JobState =>
  jobStates.find((state) => QUEUE_STATES[state].includes(String(queueState))) ?? 'waiting'

const COLUMNS = sql.raw(`id, name, state::text as state, created_on, started_on, completed_on,
  case when state = 'failed' then coalesce(output ->> 'message', output #>> '{value,message}') end as error`)

/** False before any process has started the queue, which creates its tables. */
export async function queueExists(db: DbOrTx): Promise<boolean> {
  const [row] = rowsOf(await db.execute(sql`select to_regclass('pgboss.job') is not null as there`))
  return row?.['there'] === true
}

const named = (names: readonly string[]) =>
  sql`name in (${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )})`
const inState = (state: JobState) =>
  sql`state::text in (${sql.join(
    QUEUE_STATES[state].map((one) => sql`${one}`),
    sql`, `,
  )})`

export const NO_JOBS: Readonly<Record<JobState, number>> = {
  waiting: 0,
  running: 0,
  failed: 0,
  done: 0,
  cancelled: 0,
}

/**
 * Reads jobs of the queue, newest first, and counts them by state. The queue keeps completed jobs
 * for an hour and failed ones for two days.
 */
export async function readJobs(
  db: DbOrTx,
  query: {
    names: readonly string[]
    state: JobState
    ids?: readonly string[] | undefined
    limit: number
    offset: number
  },
): Promise<{ rows: QueuedJob[]; counts: Record<JobState, number> }> {
  const among = query.ids
    ? sql`and id::text in (${sql.join(
        query.ids.map((id) => sql`${id}`),
        sql`, `,
      )})`
    : sql``
  const where = sql`from pgboss.job where ${named(query.names)} ${among}`
  const rows = await db.execute(
    sql`select ${COLUMNS} ${where} and ${inState(query.state)}
      order by coalesce(completed_on, started_on, created_on) desc, id
      limit ${query.limit} offset ${query.offset}`,
  )
  const counted = rowsOf(
    await db.execute(sql`select state::text as state, count(*)::int as count ${where} group by state`),
  )
  const counts = { ...NO_JOBS }
  for (const { state, count } of counted) counts[stateOf(state)] += Number(count)
  return { rows: rowsOf(rows).map(present), counts }
}

/** Finds a job by its id. */
export async function findJob(
  db: DbOrTx,
  names: readonly string[],
  id: string,
): Promise<QueuedJob | undefined> {
  const [row] = rowsOf(
    await db.execute(sql`select ${COLUMNS} from pgboss.job where ${named(names)} and id = ${id}`),
  )
  return row && present(row)
}

/** Queues a failed job again. Returns false when it had not failed. */
export async function retryJob(db: DbOrTx, { name, id }: QueuedJob): Promise<boolean> {
  const done = await db.execute(
    sql`update pgboss.job set state = 'retry', retry_limit = retry_limit + 1 where name = ${name}
      and id = ${id} and state = 'failed' returning id`,
  )
  return rowsOf(done).length > 0
}

/** Cancels a waiting job. Returns false when it was not waiting any more. */
export async function cancelJob(db: DbOrTx, { name, id }: QueuedJob): Promise<boolean> {
  const done = await db.execute(
    sql`update pgboss.job set state = 'cancelled', completed_on = now() where name = ${name}
      and id = ${id} and ${inState('waiting')} returning id`,
  )
  return rowsOf(done).length > 0
}

export interface QueuePlan {
  cron: string | null
  doneAt: Date | null
  failedAt: Date | null
}

/** Reads for each job its schedule and when it last succeeded and failed. */
export async function readPlans(db: DbOrTx, names: readonly string[]): Promise<Map<string, QueuePlan>> {
  const crons = rowsOf(await db.execute(sql`select name, cron from pgboss.schedule where ${named(names)}`))
  const ran = rowsOf(
    await db.execute(sql`select name, max(completed_on) filter (where state = 'completed') as done,
      max(completed_on) filter (where state = 'failed') as failed from pgboss.job where ${named(names)}
        group by name`),
  )
  return new Map(
    names.map((name) => {
      const cron = crons.find((row) => row['name'] === name)?.['cron']
      const last = ran.find((row) => row['name'] === name)
      const plan = { doneAt: dateOf(last?.['done']), failedAt: dateOf(last?.['failed']) }
      return [name, { cron: typeof cron === 'string' ? cron : null, ...plan }]
    }),
  )
}

const dateOf = (value: unknown): Date | null =>
  value === null || value === undefined ? null : new Date(value instanceof Date ? value : String(value))

const present = (row: Record<string, unknown>): QueuedJob => ({
  id: String(row['id']),
  name: String(row['name']),
  state: stateOf(row['state']),
  createdAt: dateOf(row['created_on']) ?? new Date(0),
  startedAt: dateOf(row['started_on']),
  finishedAt: dateOf(row['completed_on']),
  error: typeof row['error'] === 'string' ? row['error'] : null,
})

/** The rows of a result, for both drivers. */
const rowsOf = (result: unknown): Record<string, unknown>[] =>
  typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)
    ? result.rows
    : []
