import { z } from 'zod'
import { Instant, ListMeta } from './primitives.ts'

export const JobState = z.enum(['waiting', 'running', 'failed', 'done', 'cancelled'])

/** One run of a background job. */
export const Job = z.object({
  id: z.uuid(),
  /** The name of the job queue, such as `mails`. */
  name: z.string(),
  state: JobState,
  created_at: Instant,
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  /** The kind of failure, without the data of the job. */
  error: z.string().nullable(),
})

/** The schedule of a recurring job. */
export const JobPlan = z.object({
  name: z.string(),
  next_at: Instant.nullable(),
  /** The last success within the past hour; null when there was none. */
  last_done_at: Instant.nullable(),
  /** The last failure within the past two days; null when there was none. */
  last_failed_at: Instant.nullable(),
})

/** `GET /v1/jobs`. */
export const JobsReply = z.object({
  jobs: z.array(Job),
  plans: z.array(JobPlan),
  /** How many jobs have each state. */
  counts: z.object({
    waiting: z.number().int(),
    running: z.number().int(),
    failed: z.number().int(),
    done: z.number().int(),
    cancelled: z.number().int(),
  }),
  meta: ListMeta,
})
export const JobReply = z.object({ job: Job })

export type Job = z.infer<typeof Job>
export type JobCounts = z.infer<typeof JobsReply>['counts']
export type JobPlan = z.infer<typeof JobPlan>
export type JobState = z.infer<typeof JobState>
