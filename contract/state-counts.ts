import { z } from 'zod'
import { Instant } from './primitives.ts'

/** Long lists are counted up to this number: such a count says that there are as many, or more. */
export const COUNTED_UP_TO = 1000

const Count = z.number().int()

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
})
export const StateCountsReply = z.object({ state_counts: StateCounts })

export type StateCounts = z.infer<typeof StateCounts>
