import { z } from 'zod'
import { Dollars, Id, Instant } from './primitives.ts'

/**
 * `kept`: the check passed; `broken`: its rows fail; `unchecked`: the card processor did not
 * answer.
 */
export const IntegrityCheckState = z.enum(['kept', 'broken', 'unchecked'])

/**
 * A statement about the shop that an integrity check tests on its data, as everybody may read it.
 */
export const IntegrityCheck = z.object({
  name: z.string(),
  /** What it is about: `seats`, `money`, `messages`. */
  subject: z.enum(['seats', 'money', 'messages']),
  /** What is counted; the check passes with 0. */
  statement: z.string(),
  meaning: z.string(),
  /** What happens when the check fails. */
  remedy: z.string(),
  /** Null before the first run. */
  state: IntegrityCheckState.nullable(),
  /** How many rows fail; null before the first run and while the result is unknown. */
  failing: z.number().int().nullable(),
  /** What they differ by, where the figure is money. */
  amount: Dollars.nullable(),
  /** When this was last checked completely; null when never. */
  checked_at: Instant.nullable(),
})
/** `GET /v1/promises`. */
export const IntegrityChecksReply = z.object({
  promises: z.array(IntegrityCheck),
  /** The last complete run; null before the first. */
  run: z.object({ id: Id, finished_at: Instant }).nullable(),
})

/** A row that fails the check: ids, amounts and states; nothing personal. */
export const FailingRow = z.object({
  kind: z.string(),
  subject: z.string(),
  id: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})

/** `POST /v1/promise_runs`, wrapped in `promise_run`. */
export const IntegrityRunFields = z.object({
  /** Compare everything our card processor has, not only what is new. */
  full: z.boolean().default(false),
})
export const IntegrityRunRequest = z.object({ promise_run: IntegrityRunFields.optional() })

/** One run of all integrity checks, as staff see it. */
export const IntegrityRun = z.object({
  id: Id,
  state: z.enum(['queued', 'running', 'done', 'failed']),
  kind: z.enum(['nightly', 'asked']),
  full: z.boolean(),
  /** `user:12`, `command`, `clock`. */
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
      /** The first fifty. */
      rows: z.array(FailingRow),
    }),
  ),
})
export const IntegrityRunReply = z.object({ promise_run: IntegrityRun })

export type IntegrityCheck = z.infer<typeof IntegrityCheck>
export type IntegrityChecksReply = z.infer<typeof IntegrityChecksReply>
export type IntegrityRun = z.infer<typeof IntegrityRun>
