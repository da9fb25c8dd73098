import { eq, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type Tx } from '../db/client.ts'
import { ledgerTransactions, paymentAttempts, payments } from '../db/schema/money.ts'
import { awaitInOrder, statement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { type ProviderPayment, readProviderPayment } from '../gateways/provider-payment.ts'
import { confirmDiscounts } from '../pricing/save-discounts.ts'
import { type SaleObstacle } from '../rules/departures/availability.ts'
import { moneyAccountOf } from '../rules/money/ledger.ts'
import {
  canTransitionAttempt,
  hasTenders,
  isAttemptOpen,
  judgePayment,
} from '../rules/orders/order-states.ts'
import {
  lockSeatsToSell,
  markPaymentOpen,
  releaseSeats,
  reReserveSeats,
  sellSeats,
} from '../seats/order-seats.ts'
import { findChange } from '../store/orders/find-change.ts'
import {
  getDueCents,
  hasReservedPrice,
  isPaidInPart,
  type OrderRow,
  transitionOrder,
} from '../store/orders/order.ts'
import {
  asksToSaveCard,
  CLOSE_GRACE_MS,
  findAttempt,
  findAttemptByMetadata,
  findAttemptByReference,
  findOpenAttempt,
  getLatestHoldEnd,
  lockAttempt,
  type PaymentAttempt,
} from '../store/payments/payment-attempts.ts'
import { reReserveTenders } from '../tenders/re-reserve-tenders.ts'
import { releaseAttemptTenders } from '../tenders/release-attempt-tenders.ts'
import { type AcceptedMoney, type ArrivedMoney, type WrittenPayment } from './arrived-money.ts'
import { saveCardAfterPayment } from './cards/sync-card.ts'
import { sellOrder } from './complete-order.ts'
import { bookPartPayment } from './later-parts.ts'
import { getMoneyHandler } from './money-handlers.ts'
import { issueRefund } from './refunds/issue-refund.ts'
import { returnPayment } from './return-payment.ts'

type PaymentOutcome =
  /** This call or an earlier one has paid the order, or a part of it. */
  | 'completed'
  /** The money was refunded or is being refunded. */
  | 'returned'
  /** The payment is not final yet. */
  | 'waiting'
  /** No money will come from this attempt. */
  | 'closed'

type AppliedPayment =
  | { ok: true; outcome: PaymentOutcome; attempt: PaymentAttempt; seen: ProviderPayment }
  | { ok: false; reason: 'unknown_payment' }

/** `seen`: what the provider has just answered, which needs no further read. */
type PaymentToApply =
  { attemptId: number } | { reference: string } | { attempt: PaymentAttempt; seen: ProviderPayment }

/**
 * Reads the state of a payment from the provider and applies it: the one place where money becomes
 * an order. The return page, the webhook worker and the sweeper call it in any number and order;
 * the order's lock lets exactly one of them act. The provider is asked before the transaction,
 * never inside it.
 * @throws the provider's error when it does not answer
 */
export async function applyPayment(deps: ApiDeps, which: PaymentToApply): Promise<AppliedPayment> {
  const found = await locate(deps, which)
  if (!found) return { ok: false, reason: 'unknown_payment' }
  const seen = found.seen ?? (await readProviderPayment(deps.stripe, found.reference))
  const applied = await deps.database.db.transaction((tx) => applySeen(tx, deps, found.attempt, seen))
  if (applied.refundId !== undefined) await issueRefund(deps, applied.refundId)
  if (!applied.ours) return { ok: false, reason: 'unknown_payment' }
  const { paymentMethod } = seen
  if (applied.outcome === 'completed' && paymentMethod && asksToSaveCard(found.attempt)) {
    await saveCardAfterPayment(deps, paymentMethod)
  }
  return { ok: true, outcome: applied.outcome, attempt: applied.attempt, seen }
}

interface Located {
  attempt: PaymentAttempt
  reference: string
  seen?: ProviderPayment
}

async function locate(deps: ApiDeps, which: PaymentToApply): Promise<Located | undefined> {
  if ('seen' in which) return { ...which, reference: which.seen.reference }
  const { db } = deps.database
  const known =
    'attemptId' in which
      ? await findAttempt(db, which.attemptId)
      : await findAttemptByReference(db, which.reference)
  const reference = known?.reference ?? ('reference' in which ? which.reference : undefined)
  if (known && reference) return { attempt: known, reference }
  if (!reference) return undefined
  // The provider created it, but its answer was not stored; our metadata on the object names the
  // attempt.
  const seen = await readProviderPayment(deps.stripe, reference)
  const attempt = await findAttemptByMetadata(db, seen.metadata)
  if (!attempt) return undefined
  // The intent behind a hosted session has the same metadata; the session is the object we asked
  // for.
  if (attempt.reference && attempt.reference !== reference) return { attempt, reference: attempt.reference }
  return { attempt, reference, seen }
}

interface Applied {
  ours: boolean
  outcome: PaymentOutcome
  attempt: PaymentAttempt
  refundId?: number
}

async function applySeen(
  tx: Tx,
  deps: ApiDeps,
  unlocked: PaymentAttempt,
  seen: ProviderPayment,
): Promise<Applied> {
  const now = deps.clock.now()
  // The previous holder of the lock may have changed the attempt, too.
  const { order, attempt } = await lockAttempt(tx, unlocked.id)
  const verdict = judgePayment({ ...attempt, orderId: order.id }, seen)
  const current = { ...attempt, ...changesSeen(attempt, seen) }
  const arrived = isAttemptOpen(attempt.state) && (verdict === 'paid' || verdict === 'wrong_amount')
  // What is seen of arrived money is written with the payment.
  if (!arrived) await writeSeen(tx, current)

  if (verdict === 'not_ours') {
    deps.log.error({ attempt: attempt.id, reference: seen.reference }, 'a payment does not carry our marks')
    return { ours: false, outcome: 'waiting', attempt: current }
  }
  if (attempt.state === 'succeeded') {
    const kept =
      current.purpose === 'order' ? await isAccepted(tx, current, order) : await isKept(tx, current)
    return { ours: true, outcome: kept ? 'completed' : 'returned', attempt: current }
  }
  if (verdict === 'wait') return { ours: true, outcome: 'waiting', attempt: current }
  if (verdict === 'closed') {
    if (isAttemptOpen(attempt.state)) await closeInside(tx, attempt, now)
    return { ours: true, outcome: 'closed', attempt: { ...current, state: 'canceled' } }
  }
  if (!canTransitionAttempt(attempt.state, 'succeeded'))
    throw new Error(`Attempt ${String(attempt.id)} cannot succeed`)
  const accepted = await acceptMoney(tx, deps, { order, attempt: current, seen, verdict, now })
  return { ours: true, attempt: { ...current, state: 'succeeded' }, ...accepted }
}

async function isKept(tx: Tx, { orderChangeId }: PaymentAttempt): Promise<boolean> {
  return (await findChange(tx, orderChangeId)).state === 'completed'
}

/** A part counts on its own: its order may still be open, or ended since. */
async function isAccepted(tx: Tx, { id, part }: PaymentAttempt, { completedAt }: OrderRow): Promise<boolean> {
  if (!part) return completedAt !== null
  const [posting] = await tx
    .select({ kind: ledgerTransactions.kind })
    .from(payments)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.eventKey, sql`'payment:' || ${payments.id}`))
    .where(eq(payments.attemptId, id))
  return posting !== undefined && posting.kind !== 'owed'
}

const changesSeen = (attempt: PaymentAttempt, seen: ProviderPayment) => ({
  state: attempt.state === 'created' ? ('open' as const) : attempt.state,
  reference: attempt.reference ?? seen.reference,
  paymentIntent: seen.paymentIntent ?? attempt.paymentIntent,
  url: isAttemptOpen(attempt.state) ? seen.redirectUrl : attempt.url,
  lastError: seen.lastError ?? attempt.lastError,
})

const writeSeen = statement((db) => {
  const given = (column: PgColumn, name: string) => sql`${sql.param(sql.placeholder(name), column)}`
  return db
    .update(paymentAttempts)
    .set({
      state: given(paymentAttempts.state, 'state'),
      reference: given(paymentAttempts.reference, 'reference'),
      paymentIntent: given(paymentAttempts.paymentIntent, 'paymentIntent'),
      url: given(paymentAttempts.url, 'url'),
      lastError: given(paymentAttempts.lastError, 'lastError'),
    })
    .where(eq(paymentAttempts.id, sql.placeholder('id')))
})

/**
 * The provider reports that no money will come: tenders are released and the hold runs by the clock
 * again, a little longer in case the shopper tries again.
 */
async function closeInside(tx: Tx, attempt: PaymentAttempt, now: Date) {
  await tx
    .update(paymentAttempts)
    .set({ state: 'canceled', closedAt: now, url: null })
    .where(eq(paymentAttempts.id, attempt.id))
  await releaseAttemptTenders(tx, attempt, now)
  const until = new Date(now.getTime() + CLOSE_GRACE_MS)
  await markPaymentOpen(tx, attempt.orderId, false, until, getLatestHoldEnd(attempt, now))
}

/**
 * Handles money that has arrived: writes the payment, then either books it for the order, as a whole
 * or as a part, or refunds it. It refunds when the amount is wrong, when the order was paid or
 * cancelled meanwhile, or when its seats, the last use of its code, its prize or another tender are
 * gone. It never does both. The money of an order change is handled separately.
 */
export async function acceptMoney(tx: Tx, deps: ApiDeps, money: ArrivedMoney): Promise<AcceptedMoney> {
  const { order, attempt, verdict, now } = money
  if (attempt.purpose !== 'order') {
    return getMoneyHandler(attempt.purpose)(tx, deps, money, await writePayment(tx, money))
  }
  if (verdict === 'wrong_amount') {
    const payment = await writePayment(tx, money)
    await releaseAttemptTenders(tx, attempt, now)
    await markPaymentOpen(tx, order.id, false, new Date(now.getTime() + CLOSE_GRACE_MS))
    return returnMoney(tx, deps, money, payment, 'the amount is not the order’s')
  }
  // What is written does not depend on what is locked, so neither waits for the other.
  const [payment, sale] = await awaitInOrder([writePayment(tx, money), lockSale(tx, money)])
  if (!sale.ok) return returnMoney(tx, deps, money, payment, sale.why)
  const book = sale.order.status === 'partially_paid' ? bookPartPayment : sellOrder
  await awaitInOrder([
    sellSeats(tx, sale.holdIds),
    book(tx, deps, {
      order: sale.order,
      eventKey: `payment:${String(payment.id)}`,
      actor: money.counter?.actor ?? 'stripe',
      paidByRequest: attempt.requestKey,
      paidInto: moneyAccountOf(money.counter?.method ?? 'online'),
      reason: sale.late ? 'paid late, the seats were still free' : 'paid',
      paidCents: attempt.amountCents,
      now,
    }),
  ])
  deps.log.info({ order: order.id, attempt: attempt.id }, 'order paid')
  return { outcome: 'completed' }
}

type LockedSale = { ok: true; order: OrderRow; holdIds: number[]; late: boolean } | { ok: false; why: string }

/** Confirms the price and locks the seats that the money pays. */
async function lockSale(tx: Tx, money: ArrivedMoney): Promise<LockedSale> {
  const kept = await confirmPrice(tx, money)
  if (!kept.ok) return kept
  const seats = await lockPaidSeats(tx, money.order, money.now)
  return seats.ok ? { ...seats, order: kept.order } : seats
}

type PriceConfirmation = { ok: true; order: OrderRow } | { ok: false; why: string }

/** A part may be less than what is due, and nothing may be more. */
const fitsAmountDue = ({ part, amountCents }: PaymentAttempt, dueCents: number) =>
  part ? amountCents <= dueCents : amountCents === dueCents

/** Confirms the paid price with its code, its prize and its other tenders. */
async function confirmPrice(tx: Tx, { order, attempt, now }: ArrivedMoney): Promise<PriceConfirmation> {
  const unpaid = order.status === 'awaiting_payment' || order.status === 'expired'
  if (unpaid && hasReservedPrice(order) && (await confirmDiscounts(tx, order, now))) {
    return { ok: false, why: 'its code or prize went to somebody else' }
  }
  const unchanged = isAttemptOpen(attempt.state) && !hasTenders(attempt.tenders)
  const retaken = unchanged
    ? { ok: true as const, order }
    : await reReserveTenders(tx, { order, attempt, now })
  if (!retaken.ok) return { ok: false, why: 'what was to pay beside the card is gone' }
  const owes = unpaid || isPaidInPart(order)
  if (owes && !fitsAmountDue(attempt, getDueCents(retaken.order))) {
    return { ok: false, why: 'the amount is not the order’s' }
  }
  return retaken
}

/**
 * A buyer who pays while the departure is being cancelled gets the money back; rebooking offers are
 * for those who had paid before.
 */
export const DEPARTURE_CANCELLED = 'the departure was called off'

const UNSELLABLE: Record<SaleObstacle, string> = {
  called_off: DEPARTURE_CANCELLED,
  flight_closed: 'sales of the departure have ended',
  out_of_limits: 'the aircraft carries no more',
}

type PaidSeats = { ok: true; holdIds: number[]; late: boolean } | { ok: false; why: string }

/** Seats of which a part was paid are sold already. */
async function lockPaidSeats(tx: Tx, order: OrderRow, now: Date): Promise<PaidSeats> {
  if (isPaidInPart(order)) return { ok: true, holdIds: [], late: false }
  if (order.status === 'awaiting_payment') {
    const held = await lockSeatsToSell(tx, order.id, now)
    if (held.ok) return { ...held, late: false }
    if (held.reason !== 'hold_lapsed') return { ok: false, why: UNSELLABLE[held.reason] }
  } else if (order.status !== 'expired') {
    return { ok: false, why: `the order is ${order.status}` }
  }
  const retaken = await reReserveSeats(tx, order.id, now)
  if (!retaken.ok) {
    return {
      ok: false,
      why: retaken.reason === 'sold_out' ? 'the seats are gone' : UNSELLABLE[retaken.reason],
    }
  }
  const held = await lockSeatsToSell(tx, order.id, now)
  return held.ok ? { ...held, late: true } : { ok: false, why: 'the seats are gone' }
}

/** Refunds the money and ends an order that was abandoned for it. */
async function returnMoney(
  tx: Tx,
  deps: ApiDeps,
  money: ArrivedMoney,
  payment: WrittenPayment,
  why: string,
): Promise<AcceptedMoney> {
  const { order, attempt, verdict, now } = money
  const refundId = await returnPayment(tx, deps, money, payment, why)
  await releaseAttemptTenders(tx, attempt, now)
  const gaveUp = order.status === 'awaiting_payment' || order.status === 'expired'
  // While another payment of the order is open, the order and its seats belong to that payment.
  if (gaveUp && verdict === 'paid' && !(await findOpenAttempt(tx, order.id))) {
    const to = 'cancelled'
    await transitionOrder(tx, {
      orderId: order.id,
      to,
      actor: 'stripe',
      reason: `money returned: ${why}`,
      now,
    })
    await releaseSeats(tx, order.id)
  }
  return { outcome: 'returned', refundId }
}

/**
 * Writes money that has arrived, once per attempt; the attempt has succeeded, whatever becomes of
 * the money.
 */
async function writePayment(
  tx: Tx,
  { order, attempt, seen, counter, now }: ArrivedMoney,
): Promise<WrittenPayment> {
  if (!seen.paymentIntent && !counter)
    throw new Error(`Payment ${seen.reference} is paid but has no PaymentIntent`)
  const [payment] = await insertPayment(tx, {
    orderId: order.id,
    attemptId: attempt.id,
    reference: attempt.reference,
    amountCents: seen.amountCents,
    currency: seen.currency,
    method: counter?.method ?? 'online',
    attemptIntent: attempt.paymentIntent,
    paymentIntent: seen.paymentIntent,
    readerReference: counter?.readerReference ?? null,
    cardBrand: seen.card?.brand ?? null,
    cardLast4: seen.card?.last4 ?? null,
    now,
  })
  if (!payment) throw new Error('The payment was not written')
  return payment
}

const insertPayment = statement((db) => {
  const value = sql.placeholder
  const succeeded = db.$with('succeeded').as(
    db
      .update(paymentAttempts)
      .set({
        state: 'succeeded',
        reference: sql`${value('reference')}`,
        paymentIntent: sql`${value('attemptIntent')}`,
        closedAt: sql`${value('now')}`,
        url: null,
        lastError: null,
      })
      .where(eq(paymentAttempts.id, value('attemptId')))
      .returning({ id: paymentAttempts.id }),
  )
  return db
    .with(succeeded)
    .insert(payments)
    .values({
      orderId: value('orderId'),
      attemptId: value('attemptId'),
      amountCents: value('amountCents'),
      currency: value('currency'),
      method: value('method'),
      paymentIntent: value('paymentIntent'),
      readerReference: value('readerReference'),
      cardBrand: value('cardBrand'),
      cardLast4: value('cardLast4'),
      createdAt: value('now'),
    })
    .returning({ id: payments.id, amountCents: payments.amountCents })
})
