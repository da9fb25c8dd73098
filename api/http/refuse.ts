import { type Context } from 'hono'
import { type FieldErrors } from '#contract/errors.ts'
import { NOTHING_HERE, type Refused, refusalReply } from './http.ts'
import { accountRefusals } from '../accounts/account-refusals.ts'
import { bookingRefusals } from '../orders/order-refusals.ts'
import { staffRefusals } from '../admin/staff-refusals.ts'
import { flyingRefusals } from '../flights/flight-refusals.ts'
import { membershipRefusals } from '../memberships/membership-refusals.ts'
import { orderChangeRefusals } from '../reschedules/order-change-refusals.ts'
import { paymentRefusals } from '../payments/payment-refusals.ts'
import { formRefusals } from '../forms/newsletter-refusals.ts'
import { type Refusal } from './refusal.ts'

/**
 * Every way a service says no, as it is said on the wire. A new reason of a service gets a line in
 * its subject's file.
 */
const refusals = {
  not_found: { status: 404, code: 'not_found', error: NOTHING_HERE.error },
  conflict: { status: 409, code: 'conflict', error: 'This cannot be done any more.' },
  ...accountRefusals,
  ...membershipRefusals,
  ...bookingRefusals,
  ...paymentRefusals,
  ...orderChangeRefusals,
  ...flyingRefusals,
  ...staffRefusals,
  ...formRefusals,
} satisfies Record<string, Refusal>

/**
 * Reasons that have a sentence; a service's `reason` must be one of them to be answered with
 * `refuse`.
 */
export type Reason = keyof typeof refusals

/**
 * Answers with the status, code and sentence of a reason.
 *
 * @param more goes into the body beside them (`order_id`, the right `quote`, …); not for 422
 */
export function refuse(c: Context, reason: Reason, more: Record<string, unknown> = {}): Refused {
  const refusal: Refusal = refusals[reason]
  if (refusal.status === 422) return refuseFields(c, refusal.fields)
  const headers: Record<string, string> =
    'retryAfterSeconds' in refusal ? { 'Retry-After': String(refusal.retryAfterSeconds) } : {}
  return refusalReply(c, refusal.status, { ...more, error: refusal.error, code: refusal.code }, headers)
}

/** The fields that a reason is about; undefined where it is about none. */
export function findReasonFields(reason: string): FieldErrors | undefined {
  const refusal: Refusal | undefined = isReason(reason) ? refusals[reason] : undefined
  return refusal?.status === 422 ? refusal.fields : undefined
}

const isReason = (reason: string): reason is Reason => reason in refusals

/** Answers 422 with field → messages. */
export function refuseFields(c: Context, fields: FieldErrors): Refused {
  return refusalReply(c, 422, fields)
}
