import { type Job } from '#contract/job.ts'
import { cancelJob, findJob, queueExists, retryJob } from '../db/job-list.ts'
import { jobNames } from '../db/job-queue.ts'
import { type ApiDeps } from '../deps.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { presentJob } from './list-jobs.ts'

type Changed =
  { ok: true; job: Job } | { ok: false; reason: 'not_found' | 'job_not_failed' | 'job_not_waiting' }

/**
 * Retries a failed job or cancels a waiting one. Nothing is lost by that: due work is in tables,
 * and the next scheduled run finds it.
 */
export async function changeJob(
  { database }: Pick<ApiDeps, 'database'>,
  id: string,
  input: 'retry' | 'cancel',
  by: AuditBy,
): Promise<Changed> {
  return database.db.transaction(async (tx): Promise<Changed> => {
    const before = (await queueExists(tx)) ? await findJob(tx, jobNames, id) : undefined
    if (!before) return { ok: false, reason: 'not_found' }
    const changed = await (input === 'retry' ? retryJob(tx, before) : cancelJob(tx, before))
    if (!changed) return { ok: false, reason: input === 'retry' ? 'job_not_failed' : 'job_not_waiting' }
    const after = await findJob(tx, jobNames, id)
    if (!after) throw new Error('A job was changed and is not there')
    // Jobs have no numeric ids: the audit line refers to the kind of job and names the run.
    const kind = jobNames.findIndex((name) => name === before.name) + 1
    const auditValues = (state: string) => ({ job: before.name, run: id, state })
    await writeAudit(tx, by, {
      resource: 'jobs',
      id: kind,
      before: auditValues(before.state),
      after: auditValues(after.state),
    })
    return { ok: true, job: presentJob(after) }
  })
}
