import { type Context } from 'hono'
import { type FieldErrors } from '#contract/errors.ts'
import { NOTHING_HERE, type Refused, refusalReply } from './http.ts'
import { type Refusal } from './refusal.ts'

/** Refusals that all modules share. */
const sharedRefusals = {
  not_found: { status: 404, code: 'not_found', error: NOTHING_HERE.error },
  conflict: { status: 409, code: 'conflict', error: 'This cannot be done any more.' },
  payment_provider_unavailable: {
    status: 503,
    code: 'payment_provider_unavailable',
    error: 'The payment service does not answer. You were not charged twice; please try again in a moment.',
  },
} satisfies Record<string, Refusal>

/**
 * Creates a module's `refuse` function, which answers with the status, code and message of a
 * reason. A reason must be among the module's refusals or the shared ones.
 */
export function createRefuse<Reason extends string>(refusals: Record<Reason, Refusal>) {
  const byReason = new Map<string, Refusal>(Object.entries<Refusal>({ ...sharedRefusals, ...refusals }))
  /** @param more further fields of the body (`order_id`, the correct `quote`, …); not for 422 */
  return (
    c: Context,
    reason: Reason | keyof typeof sharedRefusals,
    more: Record<string, unknown> = {},
  ): Refused => {
    const refusal = byReason.get(reason)
    if (!refusal) throw new Error(`No refusal is written for ${reason}`)
    if (refusal.status === 422) return refuseFields(c, refusal.fields)
    const headers: Record<string, string> =
      'retryAfterSeconds' in refusal ? { 'Retry-After': String(refusal.retryAfterSeconds) } : {}
    return refusalReply(c, refusal.status, { ...more, error: refusal.error, code: refusal.code }, headers)
  }
}

/** For modules without own refusals. */
export const refuse = createRefuse({})

/**
 * Creates a function that finds the field errors of a reason; undefined for reasons without fields.
 */
export function createFieldFinder(refusals: Record<string, Refusal>) {
  const byReason = new Map(Object.entries(refusals))
  return (reason: string): FieldErrors | undefined => {
    const refusal = byReason.get(reason)
    return refusal?.status === 422 ? refusal.fields : undefined
  }
}

/** Answers 422 with field → messages. */
export function refuseFields(c: Context, fields: FieldErrors): Refused {
  return refusalReply(c, 422, fields)
}
