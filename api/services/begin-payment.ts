import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { paymentAttempts } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { attemptKey } from '../domain/payment-attempt.ts'
import { type ProviderFailure, readProviderFailure } from '../gateways/stripe-client.ts'
import { type PaymentAttempt } from './find-attempt.ts'
import { lockOrder } from './lock-order.ts'
import { wishHash } from './open-attempt.ts'
import { markPaymentOpen } from './order-seats.ts'
import { holdUntil, methodParam, type PaymentWish } from './payment-wish.ts'

export type Begun =
  | { ok: true }
  | { ok: false; reason: 'card_declined'; message: string }
  | {
      ok: false
      reason: 'too_many_cards' | 'card_refused' | 'payment_in_progress' | 'payment_provider_unavailable'
    }

/** Cards on one intent after the first; who tries more is trying stolen ones. */
const MAX_CARDS = 8

/**
 * Asks the provider for what an attempt was written for, and stores what came of it. May be repeated after a crash
 * or a lost answer: parameters and key are the attempt's own, so the provider does it once.
 */
export async function beginPayment(deps: ApiDeps, attempt: PaymentAttempt): Promise<Begun> {
  try {
    const object = await createAtProvider(deps.stripe, attempt)
    await storeReference(deps, attempt, object.reference)
    return { ok: true }
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind === 'declined' && failure.paymentIntent) {
      await storeReference(deps, attempt, failure.paymentIntent, failure.message)
    } else if (failure.kind === 'declined' || failure.kind === 'refused') {
      await failAttempt(deps, attempt, failure.message)
    }
    return refusalOf(deps, attempt, failure)
  }
}

/** Tries another card on the intent that is already there. */
export async function confirmAgain(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  wish: Extract<PaymentWish, { mode: 'card' }>,
): Promise<Begun> {
  if (attempt.confirms >= MAX_CARDS) return { ok: false, reason: 'too_many_cards' }
  const confirms = await countConfirm(deps, attempt, wish)
  if (confirms === undefined || !attempt.reference) return { ok: false, reason: 'payment_in_progress' }
  try {
    await deps.stripe.paymentIntents.confirm(
      attempt.reference,
      { return_url: wish.returnUrl, ...methodParam(wish.method) },
      {
        idempotencyKey: attemptKey(attempt.orderId, attempt.attemptNo, { kind: 'confirm', try: confirms }),
      },
    )
    return { ok: true }
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind === 'declined') await storeReference(deps, attempt, attempt.reference, failure.message)
    return refusalOf(deps, attempt, failure)
  }
}

async function createAtProvider(stripe: Stripe, attempt: PaymentAttempt): Promise<{ reference: string }> {
  const options = { idempotencyKey: attempt.idemKey }
  if (attempt.kind === 'cs') {
    // Written by `createParams` for this kind; JSON in between keeps nothing but plain values.
    const params = attempt.params as Stripe.Checkout.SessionCreateParams
    return { reference: (await stripe.checkout.sessions.create(params, options)).id }
  }
  const params = attempt.params as unknown as Stripe.PaymentIntentCreateParams
  return { reference: (await stripe.paymentIntents.create(params, options)).id }
}

/** The count goes up before the call, so that no two calls share a key; of two at once one goes on. */
async function countConfirm(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  wish: PaymentWish,
): Promise<number | undefined> {
  const until = holdUntil(wish, deps.clock.now(), deps.settings.holdMinutes)
  return deps.database.db.transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId)
    const [counted] = await tx
      .update(paymentAttempts)
      .set({ confirms: attempt.confirms + 1, paramsHash: wishHash(wish), holdUntil: until })
      .where(
        and(
          eq(paymentAttempts.id, attempt.id),
          eq(paymentAttempts.confirms, attempt.confirms),
          eq(paymentAttempts.state, 'open'),
        ),
      )
      .returning({ confirms: paymentAttempts.confirms })
    if (counted) await markPaymentOpen(tx, attempt.orderId, true, until)
    return counted?.confirms
  })
}

async function storeReference(deps: ApiDeps, attempt: PaymentAttempt, reference: string, error?: string) {
  await deps.database.db
    .update(paymentAttempts)
    .set({
      state: 'open',
      reference,
      lastError: error ?? null,
      ...(attempt.kind === 'pi' ? { paymentIntent: reference } : {}),
    })
    // A webhook may have been quicker: never pull a settled attempt back.
    .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.state, attempt.state)))
}

/** Nothing was made at the provider: the attempt ends, the seats stay a little for the next try. */
async function failAttempt(deps: ApiDeps, attempt: PaymentAttempt, message: string) {
  const now = deps.clock.now()
  await deps.database.db.transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId)
    const [failed] = await tx
      .update(paymentAttempts)
      .set({ state: 'failed', closedAt: now, lastError: message })
      .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.state, 'created')))
      .returning({ id: paymentAttempts.id })
    if (failed) await markPaymentOpen(tx, attempt.orderId, false, attempt.holdUntil)
  })
}

function refusalOf(deps: ApiDeps, attempt: PaymentAttempt, failure: ProviderFailure): Begun {
  if (failure.kind === 'declined') return { ok: false, reason: 'card_declined', message: failure.message }
  if (failure.kind === 'busy') return { ok: false, reason: 'payment_in_progress' }
  if (failure.kind === 'unknown') {
    deps.log.warn({ attempt: attempt.id }, 'the payment provider gave no answer')
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
  deps.log.error({ attempt: attempt.id, detail: failure.message }, 'the payment provider refused a request')
  return { ok: false, reason: 'card_refused' }
}
