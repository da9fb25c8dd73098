import { type FieldErrors } from '#contract/errors.ts'
import { type ApiDeps } from '../deps.ts'
import { type HoldLimitReached } from '../seats/rules/hold-limits.ts'
import { type ProviderPayment } from '../gateways/provider-payment.ts'
import { applyPayment } from './apply-payment.ts'
import { type BeginPaymentResult } from './begin-payment.ts'
import { type PaymentAttempt } from '../store/payments/find-attempt.ts'
import { ENTER_CARD_AGAIN, CARD_REFUSED } from './read-card-method.ts'
import { type PaymentInput } from '../store/payments/payment-request.ts'

export interface StartedPayment {
  attempt: PaymentAttempt
  seen: ProviderPayment
  mode: PaymentInput['mode']
}

export type PaymentRefusal =
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'too_many_holds'; holdLimit: HoldLimitReached }
  | {
      ok: false
      reason:
        | 'not_found'
        | 'already_paid'
        | 'order_expired'
        | 'flight_closed'
        | 'too_heavy'
        | 'payment_in_progress'
        | 'too_many_cards'
        | 'payment_provider_unavailable'
    }

export type PaymentStart = { ok: true; payment: StartedPayment | null } | PaymentRefusal

export const invalidPayment = (fields: FieldErrors): PaymentRefusal => ({
  ok: false,
  reason: 'invalid',
  fields,
})

/**
 * The result of a payment request: the payment as it stands after a fresh read, or why there is
 * none.
 */
export async function applyStartedPayment(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  input: PaymentInput,
  begun: BeginPaymentResult,
): Promise<PaymentStart> {
  if (!begun.ok) {
    if (begun.reason === 'card_declined') return invalidPayment({ credit_card: [begun.message] })
    if (begun.reason === 'card_refused') {
      return invalidPayment({ credit_card: [refusalOf(input)] })
    }
    return { ok: false, reason: begun.reason }
  }
  const applied = await applyPayment(deps, { attemptId: attempt.id })
  if (!applied.ok) return { ok: false, reason: 'payment_in_progress' }
  if (applied.outcome === 'returned') return { ok: false, reason: 'order_expired' }
  return presentStartedPayment(applied.attempt, applied.seen, input)
}

/** A typed card is valid for one payment and twelve hours; the same card may be typed again. */
function refusalOf(input: PaymentInput): string {
  const typed = input.mode === 'card' && input.method.kind === 'confirmation_token'
  return typed ? ENTER_CARD_AGAIN : (CARD_REFUSED.credit_card[0] ?? '')
}

/** The payment as its payer sees it. */
export function presentStartedPayment(
  attempt: PaymentAttempt,
  seen: ProviderPayment,
  input: PaymentInput,
): PaymentStart {
  return { ok: true, payment: { attempt, seen, mode: input.mode } }
}
