import { z } from 'zod'
import { Dollars, Id, Instant } from './primitives.ts'

/**
 * `kept`: the check passed. `broken`: some rows fail it. `unchecked`: the card processor did not
 * answer.
 */
export const IntegrityCheckState = z.enum(['kept', 'broken', 'unchecked'])

/** An integrity check, a statement that is tested on the shop's data. Everybody may read it. */
export const IntegrityCheck = z.object({
  name: z.string(),
  /** The subject of the check: `seats`, `money` or `messages`. */
  subject: z.enum(['seats', 'money', 'messages']),
  /** The definition of a failing row; the check passes when there are none. */
  statement: z.string(),
  meaning: z.string(),
  /** What happens when the check fails. */
  remedy: z.string(),
  /** The result of the last run; null before the first. */
  state: IntegrityCheckState.nullable(),
  /** The number of failing rows; null before the first run and while the result is unknown. */
  failing: z.number().int().nullable(),
  /** The total difference, for checks on money. */
  amount: Dollars.nullable(),
  /** When the check last completed; null when never. */
  checked_at: Instant.nullable(),
})
/** `GET /v1/promises`. */
export const IntegrityChecksReply = z.object({
  promises: z.array(IntegrityCheck),
  /** The last complete run; null before the first. */
  run: z.object({ id: Id, finished_at: Instant }).nullable(),
})

/** A row that fails a check: ids, amounts and states, without personal data. */
export const FailingRow = z.object({
  kind: z.string(),
  subject: z.string(),
  id: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})

/** `POST /v1/promise_runs`, wrapped in `promise_run`. */
export const IntegrityRunFields = z.object({
  /** Whether to compare everything at the card processor, or only what is new. */
  full: z.boolean().default(false),
})
export const IntegrityRunRequest = z.object({ promise_run: IntegrityRunFields.optional() })

/** One run of all integrity checks, as staff see it. */
export const IntegrityRun = z.object({
  id: Id,
  state: z.enum(['queued', 'running', 'done', 'failed']),
  kind: z.enum(['nightly', 'asked']),
  full: z.boolean(),
  /** Who started the run: `user:12`, `command` or `clock`. */
  by: z.string(),
  created_at: Instant,
  finished_at: Instant.nullable(),
  results: z.array(
    z.object({
      name: z.string(),
      state: IntegrityCheckState,
      failing: z.number().int(),
      amount: Dollars,
      checked_at: Instant.nullable(),
      /** The first fifty failing rows. */
      rows: z.array(FailingRow),
    }),
  ),
})
export const IntegrityRunReply = z.object({ promise_run: IntegrityRun })

export type IntegrityCheck = z.infer<typeof IntegrityCheck>
export type IntegrityChecksReply = z.infer<typeof IntegrityChecksReply>
export type IntegrityRun = z.infer<typeof IntegrityRun>
