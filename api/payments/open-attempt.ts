import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../db/client.ts'
import { paymentAttempts } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { type HoldLimitReached } from '../seats/rules/hold-limits.ts'
import { isAttemptOpen, getAttemptIdempotencyKey } from '../rules/money/payment-attempt.ts'
import { checkHoldLimitOnRenewal } from '../seats/check-hold-limits.ts'
import { type PaymentAttempt } from '../store/payments/find-attempt.ts'
import { confirmDiscounts } from '../pricing/save-discounts.ts'
import { lockOrder, type OrderRow } from '../store/orders/lock-order.ts'
import { markPaymentOpen, toPaymentObstacle } from '../seats/order-seats.ts'
import { buildCreateParams, getPaymentHoldEnd, type PaymentInput } from '../store/payments/payment-request.ts'
import {
  type LockedTenderPlan,
  lockTenderPlan,
  reserveTenderPlan,
  type TenderPlan,
} from '../tenders/reserve-order-tenders.ts'

export type OpenedAttempt =
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
  { wish: input, plan }: { wish: PaymentInput; plan: TenderPlan },
): Promise<OpenedAttempt> {
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    // Its locks come before the order's.
    const hoarding = await checkHoldLimitOnRenewal(deps, tx, orderId, now)
    const order = await lockOrder(tx, orderId)
    if (order.status === 'completed') return { ok: false, reason: 'already_paid' }
    if (order.status !== 'awaiting_payment') return { ok: false, reason: 'order_expired' }
    const before = await countAttempts(tx, orderId)
    if (before.lastNo >= MAX_ATTEMPTS) return { ok: false, reason: 'too_many_cards' }
    if (before.open) return { ok: false, reason: 'payment_in_progress' }
    if (hoarding) return { ok: false, reason: 'too_many_holds', holdLimit: hoarding }
    const lost = await confirmDiscounts(tx, order, now)
    if (lost) return { ok: false, reason: 'invalid', fields: lost }
    const price = await lockTenderPlan(tx, order, plan, now)
    if (!price.ok) return price
    const until = getPaymentHoldEnd(input, now, deps.settings.holdMinutes)
    const pinned = await markPaymentOpen(tx, orderId, { now }, until)
    if (!pinned.ok) return { ok: false, reason: toPaymentObstacle(pinned.reason) }
    const attempt = await writeAttempt(tx, order, before.lastNo + 1, { wish: input, price, now, until })
    await reserveTenderPlan(tx, order, price, { payer: plan.payer, attemptId: attempt.id, now })
    return { ok: true, attempt }
  })
}

/** Counts the attempts so far; the order must be locked. */
export async function countAttempts(
  tx: Tx,
  orderId: number,
): Promise<{ lastNo: number; open: boolean; failed: number }> {
  const tried = await tx
    .select({ no: paymentAttempts.attemptNo, state: paymentAttempts.state })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
  return {
    lastNo: Math.max(0, ...tried.map(({ no }) => no)),
    open: tried.some(({ state }) => isAttemptOpen(state)),
    failed: tried.filter(({ state }) => state === 'failed' || state === 'canceled').length,
  }
}

export interface NewAttempt {
  wish: PaymentInput
  price: Pick<LockedTenderPlan & { ok: true }, 'dueCents' | 'choice'>
  now: Date
  until: Date
  /** The order change that it pays. */
  orderChangeId?: number | null
}

/** Writes everything the provider will receive, before it is called. */
export async function writeAttempt(
  tx: Tx,
  order: OrderRow,
  attemptNo: number,
  { wish: input, price, now, until, orderChangeId = null }: NewAttempt,
): Promise<PaymentAttempt> {
  const amountCents = price.dueCents
  const params = buildCreateParams({ order, attemptNo, amountCents, input, now })
  const [attempt] = await tx
    .insert(paymentAttempts)
    .values({
      orderId: order.id,
      attemptNo,
      purpose: orderChangeId === null ? 'order' : 'order_change',
      orderChangeId,
      kind: input.mode === 'hosted' ? 'cs' : 'pi',
      amountCents,
      state: 'created',
      idemKey: getAttemptIdempotencyKey(order.id, attemptNo, { kind: 'create' }),
      params: { ...params },
      paramsHash: hashPaymentInput(input),
      tenders: price.choice,
      holdUntil: until,
      createdAt: now,
    })
    .returning()
  if (!attempt) throw new Error('The payment attempt was not written')
  return attempt
}

/** Distinguishes a repeated request (a double click, a reload) from a new card. */
export function hashPaymentInput(input: PaymentInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex')
}
