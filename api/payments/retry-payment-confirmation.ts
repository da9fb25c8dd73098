import { and, eq } from 'drizzle-orm'
import { paymentAttempts } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { getAttemptIdempotencyKey } from '../rules/orders/order-states.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import {
  beginPayment,
  type BeginPaymentResult,
  beginRefusal,
  hashPaymentInput,
  storeReference,
} from './begin-payment.ts'
import {
  getPaymentHoldEnd,
  methodParam,
  type PaymentAttempt,
  type PaymentInput,
  type PaymentTry,
} from '../store/payments/payment-attempts.ts'
import { isPaidInPart, lockOrder } from '../store/orders/order.ts'
import { markPaymentOpen } from '../seats/order-seats.ts'

/** The most further cards on one intent; more suggest card testing. */
export const MAX_CARDS = 8

type CardInput = Extract<PaymentInput, { mode: 'card' }>

/** Tries another card on the existing intent. */
export async function confirmAgain(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  tried: PaymentTry<CardInput>,
): Promise<BeginPaymentResult> {
  const { input } = tried
  if (isSameTry(attempt, input)) {
    return attempt.confirms === 0
      ? beginPayment(deps, attempt)
      : confirmAs(deps, attempt, input, attempt.confirms)
  }
  if (attempt.confirms >= MAX_CARDS) return { ok: false, reason: 'too_many_cards' }
  const confirms = await countConfirm(deps, attempt, tried)
  return confirms === undefined
    ? { ok: false, reason: 'payment_in_progress' }
    : confirmAs(deps, attempt, input, confirms)
}

/**
 * A token works once: a repeated token means that its answer was lost, and the provider repeats it
 * by its key.
 */
function isSameTry(attempt: PaymentAttempt, input: CardInput): boolean {
  return input.method.kind === 'confirmation_token' && attempt.paramsHash === hashPaymentInput(input)
}

async function confirmAs(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  input: CardInput,
  confirms: number,
): Promise<BeginPaymentResult> {
  if (!attempt.reference) return { ok: false, reason: 'payment_in_progress' }
  try {
    await deps.stripe.paymentIntents.confirm(
      attempt.reference,
      { return_url: input.returnUrl, ...methodParam(input.method) },
      {
        idempotencyKey: getAttemptIdempotencyKey(attempt.orderId, attempt.attemptNo, {
          kind: 'confirm',
          try: confirms,
        }),
      },
    )
    return { ok: true }
  } catch (error) {
    const failure = readProviderFailure(error)
    // It was paid or closed meanwhile, in another window or by the sweeper; a fresh read decides.
    if (failure.kind === 'refused' && failure.code === 'payment_intent_unexpected_state') return { ok: true }
    if (failure.kind === 'declined') await storeReference(deps, attempt, attempt.reference, failure.message)
    return beginRefusal(deps, attempt, failure)
  }
}

/**
 * Counts one more try and renews the hold for it. The count rises before the call, so that no two
 * calls share a key; of two concurrent tries one continues.
 */
export async function countConfirm(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  { input, requestKey }: PaymentTry,
): Promise<number | undefined> {
  const until = getPaymentHoldEnd(input, deps.clock.now(), deps.settings.holdMinutes)
  return deps.database.db.transaction(async (tx) => {
    const order = await lockOrder(tx, attempt.orderId)
    const [counted] = await tx
      .update(paymentAttempts)
      .set({
        confirms: attempt.confirms + 1,
        paramsHash: hashPaymentInput(input),
        requestKey,
        holdUntil: until,
      })
      .where(
        and(
          eq(paymentAttempts.id, attempt.id),
          eq(paymentAttempts.confirms, attempt.confirms),
          eq(paymentAttempts.state, 'open'),
        ),
      )
      .returning({ confirms: paymentAttempts.confirms })
    if (!counted) return undefined
    if (isPaidInPart(order)) return counted.confirms
    const pinned = await markPaymentOpen(tx, attempt.orderId, { now: deps.clock.now() }, until)
    // Nobody is charged for seats that are no longer on sale.
    const over = !pinned.ok && ['flight_closed', 'out_of_limits'].includes(pinned.reason)
    return over ? undefined : counted.confirms
  })
}
