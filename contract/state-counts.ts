import { z } from 'zod'
import { Instant } from './primitives.ts'

/** Long lists are counted up to this number: such a count says that there are as many, or more. */
export const COUNTED_UP_TO = 1000

const Count = z.number().int()

/** What is known of the backups from restoring them as a trial. */
export const Backups = z.object({
  /** Whether the newest backup is tried each night (`BACKUP_DIR`). */
  nightly: z.boolean(),
  /** The newest backup that a trial has read; null before there was one. */
  newest: z.object({ made_at: Instant, age_seconds: Count, bytes: Count.nullable() }).nullable(),
  /** The last trial that came to its end; null before there was one. */
  trial: z
    .object({
      tried_at: Instant,
      age_seconds: Count,
      state: z.enum(['worked', 'failed']),
      /** A sentence that says what is wrong, without personal data; null when it worked. */
      problem: z.string().nullable(),
    })
    .nullable(),
})

/** `GET /v1/state_counts`: how many rows wait for somebody in the lists of the office. */
export const StateCounts = z.object({
  mails: z.object({
    queued: Count,
    failed: Count,
    bounced: Count,
    /** When the oldest mail that waits was written. */
    oldest_queued_at: Instant.nullable(),
  }),
  texts: z.object({ queued: Count, failed: Count, undelivered: Count }),
  approvals: z.object({ waiting: Count }),
  backups: Backups,
  /** Whether a disk was full within a minute, as far as the process that answers met it. */
  disk_full: z.boolean(),
})
export const StateCountsReply = z.object({ state_counts: StateCounts })

export type Backups = z.infer<typeof Backups>
export type StateCounts = z.infer<typeof StateCounts>
