import { eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { paymentAttempts, payments } from '../db/schema/money.ts'
import { statement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { confirmDiscounts } from '../pricing/save-discounts.ts'
import { type SaleObstacle } from '../rules/departures/availability.ts'
import { moneyAccountOf } from '../rules/money/ledger.ts'
import { hasTenders, isAttemptOpen } from '../rules/orders/order-states.ts'
import { markPaymentOpen, releaseSeats, reReserveSeats, settleSeats } from '../seats/order-seats.ts'
import {
  getDueCents,
  hasReservedPrice,
  isPaidInPart,
  type OrderRow,
  transitionOrder,
} from '../store/orders/order.ts'
import { CLOSE_GRACE_MS, findOpenAttempt, type PaymentAttempt } from '../store/payments/payment-attempts.ts'
import { reReserveTenders } from '../tenders/re-reserve-tenders.ts'
import { releaseAttemptTenders } from '../tenders/release-attempt-tenders.ts'
import { type AcceptedMoney, type ArrivedMoney, type WrittenPayment } from './arrived-money.ts'
import { sellOrder } from './complete-order.ts'
import { bookPartPayment } from './later-parts.ts'
import { getMoneyHandler } from './money-handlers.ts'
import { returnPayment } from './return-payment.ts'

/**
 * Handles money that has arrived: writes the payment, then either books it for the order, as a whole
 * or as a part, or refunds it. It refunds when the amount is wrong, when the order was paid or
 * cancelled meanwhile, or when its seats, the last use of its code, its prize or another tender are
 * gone. It never does both. The money of an order change is handled separately.
 */
export async function acceptMoney(tx: Tx, deps: ApiDeps, money: ArrivedMoney): Promise<AcceptedMoney> {
  const { order, attempt, verdict, now } = money
  const payment = await writePayment(tx, money)
  if (attempt.purpose !== 'order') return getMoneyHandler(attempt.purpose)(tx, deps, money, payment)
  if (verdict === 'wrong_amount') {
    await releaseAttemptTenders(tx, attempt, now)
    await markPaymentOpen(tx, order.id, false, new Date(now.getTime() + CLOSE_GRACE_MS))
    return returnMoney(tx, deps, money, payment, 'the amount is not the order’s')
  }
  const kept = await confirmPrice(tx, money)
  if (!kept.ok) return returnMoney(tx, deps, money, payment, kept.why)
  const seats = await seatsFor(tx, order, now)
  if (!seats.ok) return returnMoney(tx, deps, money, payment, seats.why)
  const book = kept.order.status === 'partially_paid' ? bookPartPayment : sellOrder
  await book(tx, deps, {
    order: kept.order,
    eventKey: `payment:${String(payment.id)}`,
    actor: money.counter?.actor ?? 'stripe',
    paidByRequest: attempt.requestKey,
    paidInto: moneyAccountOf(money.counter?.method ?? 'online'),
    reason: seats.late ? 'paid late, the seats were still free' : 'paid',
    paidCents: attempt.amountCents,
    now,
  })
  deps.log.info({ order: order.id, attempt: attempt.id }, 'order paid')
  return { outcome: 'completed' }
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

type Seats = { ok: true; late: boolean } | { ok: false; why: string }

async function seatsFor(tx: Tx, order: OrderRow, now: Date): Promise<Seats> {
  if (isPaidInPart(order)) return { ok: true, late: false }
  if (order.status === 'awaiting_payment') {
    const settled = await settleSeats(tx, order.id, now)
    if (settled.ok) return { ok: true, late: false }
    if (settled.reason !== 'hold_lapsed') return { ok: false, why: UNSELLABLE[settled.reason] }
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
  const settled = await settleSeats(tx, order.id, now)
  return settled.ok ? { ok: true, late: true } : { ok: false, why: 'the seats are gone' }
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
