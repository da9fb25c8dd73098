import { and, eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../db/client.ts'
import { paymentAttempts } from '../db/schema/money.ts'
import { awaitInOrder, statement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { fromIntent, fromSession, type ProviderPayment } from '../gateways/provider-payment.ts'
import { type ProviderFailure, readProviderFailure } from '../gateways/stripe-client.ts'
import { confirmDiscounts } from '../pricing/save-discounts.ts'
import { getAttemptIdempotencyKey, isAttemptOpen, isKeyStillValid } from '../rules/orders/order-states.ts'
import { checkHoldLimitOnRenewal } from '../seats/hold-limits.ts'
import {
  keepHoldsForPayment,
  lockSeatsToPay,
  markPaymentOpen,
  toPaymentObstacle,
} from '../seats/order-seats.ts'
import { type HoldLimitReached } from '../seats/rules/hold-limits.ts'
import { lockOrder, hasReservedPrice, isPaidInPart, type OrderRow } from '../store/orders/order.ts'
import {
  buildCreateParams,
  getPaymentHoldEnd,
  type PaymentAttempt,
  type PaymentInput,
} from '../store/payments/payment-attempts.ts'
import { releaseAttemptTenders } from '../tenders/release-attempt-tenders.ts'
import {
  type LockedTenderPlan,
  lockTenderPlan,
  reserveTenderPlan,
  type TenderPlan,
} from '../tenders/reserve-order-tenders.ts'

type OpenedAttempt =
  | { ok: true; attempt: PaymentAttempt }
  | {
      ok: false
      reason:
        | 'already_paid'
        | 'order_expired'
        | 'flight_closed'
        | 'too_heavy'
        | 'payment_in_progress'
        | 'too_many_cards'
    }
  | { ok: false; reason: 'too_many_holds'; holdLimit: HoldLimitReached }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

/** More attempts than this suggest card testing. */
const MAX_ATTEMPTS = 20

/**
 * Writes a new attempt with everything the provider will receive, reserves its other tenders and
 * the seats, before the provider is called. An order has one open attempt; the loser of a race is
 * told so.
 */
export async function openAttempt(
  deps: ApiDeps,
  orderId: number,
  { wish: input, plan, renewsHold }: { wish: PaymentInput; plan: TenderPlan; renewsHold: boolean },
): Promise<OpenedAttempt> {
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    // Its locks come before the order's.
    const hoarding = renewsHold && (await checkHoldLimitOnRenewal(deps, tx, orderId, now))
    const [order, before] = await Promise.all([lockOrder(tx, orderId), countAttempts(tx, orderId)])
    if (order.status === 'completed') return { ok: false, reason: 'already_paid' }
    if (order.status !== 'awaiting_payment' && !isPaidInPart(order))
      return { ok: false, reason: 'order_expired' }
    if (before.lastNo >= MAX_ATTEMPTS) return { ok: false, reason: 'too_many_cards' }
    if (before.open) return { ok: false, reason: 'payment_in_progress' }
    if (hoarding) return { ok: false, reason: 'too_many_holds', holdLimit: hoarding }
    const lost =
      hasReservedPrice(order) && !isPaidInPart(order) ? await confirmDiscounts(tx, order, now) : undefined
    if (lost) return { ok: false, reason: 'invalid', fields: lost }
    const price = await lockTenderPlan(tx, order, plan, now)
    if (!price.ok) return price
    const until = getPaymentHoldEnd(input, now, deps.settings.holdMinutes)
    // Seats of which a part was paid are sold: they need no hold.
    const seats = isPaidInPart(order)
      ? { ok: true as const, hasHolds: false }
      : await lockSeatsToPay(tx, orderId, { now, until })
    if (!seats.ok) return { ok: false, reason: toPaymentObstacle(seats.reason) }
    const [attempt] = await awaitInOrder([
      writeAttempt(tx, order, before.lastNo + 1, {
        wish: input,
        price: { ...price, dueCents: plan.dueCents },
        part: isPaidInPart(order) || plan.dueCents < price.dueCents,
        now,
        until,
        requestKey: plan.requestKey,
      }),
      seats.hasHolds ? keepHoldsForPayment(tx, { orderId, until }) : undefined,
    ])
    await reserveTenderPlan(tx, order, price, { payer: plan.payer, attemptId: attempt.id, now })
    return { ok: true, attempt }
  })
}

/** Counts the attempts so far; the order's lock must have been asked for. */
export async function countAttempts(
  tx: Tx,
  orderId: number,
): Promise<{ lastNo: number; open: boolean; failed: number }> {
  const tried = await selectTried(tx, { orderId })
  return {
    lastNo: Math.max(0, ...tried.map(({ no }) => no)),
    open: tried.some(({ state }) => isAttemptOpen(state)),
    failed: tried.filter(({ state }) => state === 'failed' || state === 'canceled').length,
  }
}

const selectTried = statement((db) =>
  db
    .select({ no: paymentAttempts.attemptNo, state: paymentAttempts.state })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, sql.placeholder('orderId'))),
)

interface NewAttempt {
  wish: PaymentInput
  price: Pick<LockedTenderPlan & { ok: true }, 'dueCents' | 'choice'>
  /** It pays a part of the order. */
  part?: boolean
  now: Date
  until: Date
  /** The order change that it pays. */
  orderChangeId?: number | null
  requestKey?: string | null
}

/** Writes everything the provider will receive, before it is called. */
export async function writeAttempt(
  tx: Tx,
  order: OrderRow,
  attemptNo: number,
  { wish: input, price, part = false, now, until, orderChangeId = null, requestKey = null }: NewAttempt,
): Promise<PaymentAttempt> {
  const amountCents = price.dueCents
  const params = buildCreateParams({ order, attemptNo, amountCents, input, now })
  const [attempt] = await insertAttempt(tx, {
    orderId: order.id,
    attemptNo,
    purpose: orderChangeId === null ? 'order' : 'order_change',
    orderChangeId,
    kind: input.mode === 'hosted' ? 'cs' : 'pi',
    amountCents,
    part,
    idemKey: getAttemptIdempotencyKey(order.id, attemptNo, { kind: 'create' }),
    requestKey,
    params: { ...params },
    paramsHash: hashPaymentInput(input),
    tenders: price.choice,
    holdUntil: until,
    now,
  })
  if (!attempt) throw new Error('The payment attempt was not written')
  return attempt
}

const insertAttempt = statement((db) => {
  const value = sql.placeholder
  return db
    .insert(paymentAttempts)
    .values({
      orderId: value('orderId'),
      attemptNo: value('attemptNo'),
      purpose: value('purpose'),
      orderChangeId: value('orderChangeId'),
      kind: value('kind'),
      amountCents: value('amountCents'),
      part: value('part'),
      state: 'created',
      idemKey: value('idemKey'),
      requestKey: value('requestKey'),
      params: value('params'),
      paramsHash: value('paramsHash'),
      tenders: value('tenders'),
      holdUntil: value('holdUntil'),
      createdAt: value('now'),
    })
    .returning()
})

/** Distinguishes a repeated request (a double click, a reload) from a new card. */
export function hashPaymentInput(input: PaymentInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex')
}

export type BeginPaymentResult =
  /** `seen`: the provider's answer, where it is new. */
  | { ok: true; seen?: ProviderPayment }
  | { ok: false; reason: 'card_declined'; message: string }
  | {
      ok: false
      reason: 'too_many_cards' | 'card_refused' | 'payment_in_progress' | 'payment_provider_unavailable'
    }

/** A call without an answer for this long may still have created something. */
const LOST_AFTER_MS = 5 * 60_000
/** Allows for a difference between clocks. */
const SKEW_SECONDS = 120

/**
 * Creates the provider's object of a written attempt and stores the result. It may be repeated
 * after a crash or a lost answer: parameters and key belong to the attempt, so the provider acts
 * once. When the provider may have forgotten the key, nothing is requested again: our metadata
 * finds what was created, if anything.
 */
export async function beginPayment(deps: ApiDeps, attempt: PaymentAttempt): Promise<BeginPaymentResult> {
  if (!isKeyStillValid(attempt.createdAt, deps.clock.now())) return adoptOrFail(deps, attempt)
  const begun = await createPayment(deps, attempt)
  if (!begun.ok) return begun
  if (begun.seen) await storeReference(deps, attempt, begun.seen.reference)
  // The answer to a repeated request is that to the first one, so it may be old.
  return { ok: true }
}

/**
 * Makes the payment of an attempt that was written just now, and does not store it: the caller
 * applies what was seen. Until then it counts as a call whose answer was lost.
 */
export async function createPayment(deps: ApiDeps, attempt: PaymentAttempt): Promise<BeginPaymentResult> {
  try {
    return { ok: true, seen: await createAtProvider(deps.stripe, attempt) }
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind === 'declined' && failure.paymentIntent) {
      await storeReference(deps, attempt, failure.paymentIntent, failure.message)
    } else if (failure.kind === 'declined' || failure.kind === 'refused') {
      await failAttempt(deps, attempt, failure.message)
    } else if (isLost(failure, attempt, deps.clock.now()) && (await adoptLostPayment(deps, attempt))) {
      return { ok: true }
    }
    return beginRefusal(deps, attempt, failure)
  }
}

async function createAtProvider(stripe: Stripe, attempt: PaymentAttempt): Promise<ProviderPayment> {
  const options = { idempotencyKey: attempt.idemKey }
  if (attempt.kind === 'cs') {
    // `buildCreateParams` wrote them for this kind; JSON storage keeps plain values only.
    const params = attempt.params as Stripe.Checkout.SessionCreateParams
    return fromSession(await stripe.checkout.sessions.create(params, options))
  }
  const params = attempt.params as unknown as Stripe.PaymentIntentCreateParams
  return fromIntent(await stripe.paymentIntents.create(params, options))
}

function isLost(failure: ProviderFailure, attempt: PaymentAttempt, now: Date): boolean {
  if (failure.kind === 'key_reused') return true
  return failure.kind === 'unknown' && now.getTime() - attempt.createdAt.getTime() > LOST_AFTER_MS
}

/**
 * Adopts what the provider created without our knowledge. False when there is nothing, or no
 * answer.
 */
async function adoptLostPayment(deps: ApiDeps, attempt: PaymentAttempt): Promise<boolean> {
  try {
    const reference = await findLostPayment(deps.stripe, attempt)
    if (reference !== undefined) await storeReference(deps, attempt, reference)
    return reference !== undefined
  } catch (error) {
    readProviderFailure(error)
    return false
  }
}

async function adoptOrFail(deps: ApiDeps, attempt: PaymentAttempt): Promise<BeginPaymentResult> {
  try {
    const reference = await findLostPayment(deps.stripe, attempt)
    if (reference === undefined) {
      await failAttempt(deps, attempt, 'It never reached the payment provider')
      return { ok: false, reason: 'card_refused' }
    }
    await storeReference(deps, attempt, reference)
    return { ok: true }
  } catch (error) {
    return beginRefusal(deps, attempt, readProviderFailure(error))
  }
}

/** What a failed call means for the payer. */
export function beginRefusal(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  failure: ProviderFailure,
): BeginPaymentResult {
  if (failure.kind === 'declined') return { ok: false, reason: 'card_declined', message: failure.message }
  if (failure.kind === 'busy' || failure.kind === 'key_reused') {
    return { ok: false, reason: 'payment_in_progress' }
  }
  if (failure.kind === 'unknown') {
    deps.log.warn({ attempt: attempt.id }, 'the payment provider gave no answer')
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
  deps.log.error({ attempt: attempt.id, detail: failure.message }, 'the payment provider refused a request')
  return { ok: false, reason: 'card_refused' }
}

/**
 * Searches the provider for the result of an attempt whose answer was lost, by our metadata. It
 * reads lists and not the search, which lags behind
 * (https://docs.stripe.com/search#data-freshness).
 * @returns `cs_…` or `pi_…`, undefined when nothing was created
 * @throws the provider's error when it does not answer
 */
async function findLostPayment(stripe: Stripe, attempt: PaymentAttempt): Promise<string | undefined> {
  const created = { gte: Math.floor(attempt.createdAt.getTime() / 1000) - SKEW_SECONDS }
  const made =
    attempt.kind === 'cs'
      ? stripe.checkout.sessions.list({ created, limit: 100 })
      : stripe.paymentIntents.list({ created, limit: 100 })
  for await (const { id, metadata } of made) {
    const isOurs =
      metadata?.['order_id'] === String(attempt.orderId) && metadata['attempt'] === String(attempt.attemptNo)
    if (isOurs) return id
  }
  return undefined
}

/**
 * Stores what the provider created for an attempt, and the bank's answer about its card, if any.
 */
export async function storeReference(
  deps: Pick<ApiDeps, 'database'>,
  attempt: PaymentAttempt,
  reference: string,
  error?: string,
): Promise<void> {
  await deps.database.db
    .update(paymentAttempts)
    .set({
      state: 'open',
      reference,
      lastError: error ?? null,
      ...(attempt.kind === 'pi' ? { paymentIntent: reference } : {}),
    })
    // A webhook may have been faster, so a settled attempt stays settled.
    .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.state, attempt.state)))
}

/**
 * The provider created nothing: the attempt ends, its tenders are released, and the seats stay a
 * little for the next try.
 */
async function failAttempt(deps: ApiDeps, attempt: PaymentAttempt, message: string): Promise<void> {
  const now = deps.clock.now()
  await deps.database.db.transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId)
    const [failed] = await tx
      .update(paymentAttempts)
      .set({ state: 'failed', closedAt: now, lastError: message })
      .where(and(eq(paymentAttempts.id, attempt.id), eq(paymentAttempts.state, 'created')))
      .returning({ id: paymentAttempts.id })
    if (!failed) return
    await releaseAttemptTenders(tx, attempt, now)
    await markPaymentOpen(tx, attempt.orderId, false, attempt.holdUntil)
  })
}

/** After this time no call is under way at the provider, so a used key has its answer. */
const SETTLED_AFTER_MS = 10 * 60_000

/**
 * Finds out what became of an attempt whose call was lost, without charging anybody, before it is
 * closed. A card payment is requested again under its own key, but without card and confirmation.
 * If the first call never arrived, this creates an empty intent and uses up the key; if it did
 * arrive, the key is refused and our metadata finds the result.
 */
export async function resolveLostAttempt(deps: ApiDeps, attempt: PaymentAttempt): Promise<void> {
  const params = attempt.params as unknown as Stripe.PaymentIntentCreateParams
  const now = deps.clock.now()
  const charges = attempt.kind === 'pi' && params.confirm === true
  if (!charges || !isKeyStillValid(attempt.createdAt, now)) {
    await beginPayment(deps, attempt)
    return
  }
  try {
    const empty = await deps.stripe.paymentIntents.create(withoutCard(params), {
      idempotencyKey: attempt.idemKey,
    })
    await storeReference(deps, attempt, empty.id)
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind === 'refused') await failAttempt(deps, attempt, failure.message)
    if (failure.kind !== 'key_reused' || (await adoptLostPayment(deps, attempt))) return
    // The first answer was an error without effect; the provider repeats it.
    if (now.getTime() - attempt.createdAt.getTime() > SETTLED_AFTER_MS) await beginPayment(deps, attempt)
  }
}

function withoutCard(params: Stripe.PaymentIntentCreateParams): Stripe.PaymentIntentCreateParams {
  const { amount, currency, description, allowed_payment_method_types: types, metadata } = params
  return {
    amount,
    currency,
    ...(description === undefined ? {} : { description }),
    ...(types === undefined ? {} : { allowed_payment_method_types: types }),
    ...(metadata === undefined ? {} : { metadata }),
  }
}
