import { z } from 'zod'
import { Instant, ListMeta } from './primitives.ts'

export const JobState = z.enum(['waiting', 'running', 'failed', 'done', 'cancelled'])

/** One run of a background job. */
export const Job = z.object({
  id: z.uuid(),
  /** Which work: `mails`. */
  name: z.string(),
  state: JobState,
  created_at: Instant,
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  /** The kind of failure, without data of what failed. */
  error: z.string().nullable(),
})

/** When a kind of work comes up by itself. */
export const JobPlan = z.object({
  name: z.string(),
  next_at: Instant.nullable(),
  /** Within the last hour. */
  last_done_at: Instant.nullable(),
  /** Within the last two days. */
  last_failed_at: Instant.nullable(),
})

/** `GET /v1/jobs`. */
export const JobsReply = z.object({ jobs: z.array(Job), plans: z.array(JobPlan), meta: ListMeta })
export const JobReply = z.object({ job: Job })

export type Job = z.infer<typeof Job>
export type JobPlan = z.infer<typeof JobPlan>
export type JobState = z.infer<typeof JobState>
