import { type Job, type JobCounts, type JobPlan, type JobState } from '#contract/job.ts'
import { jobNames } from '../db/job-queue.ts'
import { NO_JOBS, type QueuedJob, queueExists, readJobs, readPlans } from '../db/job-list.ts'
import { type ApiDeps } from '../deps.ts'
import { nextRun } from './rules/next-run.ts'
import { type ListPage } from '../http/list-page.ts'

/** Lists the queue's jobs of one state, newest first, and the next run of each kind of job. */
export async function listJobs(
  { database: { db }, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  { state, ids, page }: { state: JobState; ids?: readonly string[] | undefined; page: ListPage },
): Promise<{ rows: Job[]; plans: JobPlan[]; counts: JobCounts }> {
  const there = await queueExists(db)
  const query = { names: jobNames, state, ids, limit: page.limit, offset: page.offset }
  const found = there ? await readJobs(db, query) : { rows: [], counts: { ...NO_JOBS } }
  const known = there ? await readPlans(db, jobNames) : undefined
  const plans = jobNames.map((name): JobPlan => {
    const plan = known?.get(name)
    const next = plan?.cron ? nextRun(plan.cron, clock.now()) : null
    return {
      name,
      next_at: next?.toISOString() ?? null,
      last_done_at: plan?.doneAt?.toISOString() ?? null,
      last_failed_at: plan?.failedAt?.toISOString() ?? null,
    }
  })
  return { rows: found.rows.map(presentJob), plans, counts: found.counts }
}

export const presentJob = ({ id, name, state, createdAt, startedAt, finishedAt, error }: QueuedJob): Job => ({
  ...{ id, name, state, error },
  created_at: createdAt.toISOString(),
  started_at: startedAt?.toISOString() ?? null,
  finished_at: finishedAt?.toISOString() ?? null,
})
