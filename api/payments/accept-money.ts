import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { moneyAccountOf } from '../rules/money/ledger.ts'
import { getMoneyHandler } from './money-handlers.ts'
import { type SaleObstacle } from '../rules/seats/sale-obstacle.ts'
import { completeOrder } from './complete-order.ts'
import { findOpenAttempt } from '../store/payments/find-attempt.ts'
import { confirmDiscounts } from '../pricing/save-discounts.ts'
import { getDueCents, type OrderRow } from '../store/orders/lock-order.ts'
import { markPaymentOpen, releaseSeats, reReserveSeats, settleSeats } from '../seats/order-seats.ts'
import { CLOSE_GRACE_MS } from '../store/payments/payment-request.ts'
import { returnPayment } from './return-payment.ts'
import { writePayment } from './write-payment.ts'
import { releaseAttemptTenders } from '../tenders/release-attempt-tenders.ts'
import { reReserveTenders } from '../tenders/re-reserve-tenders.ts'
import { transitionOrder } from '../store/orders/transition-order.ts'
import { type ArrivedMoney, type AcceptedMoney, type WrittenPayment } from './arrived-money.ts'

/**
 * Handles money that has arrived: writes the payment, then either completes the order or refunds
 * the money. It refunds when the amount is wrong, when the order was paid or cancelled meanwhile,
 * or when its seats, the last use of its code, its prize or another tender are gone. It never does
 * both. The money of an order change is handled separately.
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
  await completeOrder(tx, deps, {
    order: kept.order,
    eventKey: `payment:${String(payment.id)}`,
    actor: money.counter?.actor ?? 'stripe',
    paidInto: moneyAccountOf(money.counter?.method ?? 'online'),
    reason: seats.late ? 'paid late, the seats were still free' : 'paid',
    now,
  })
  deps.log.info({ order: order.id, attempt: attempt.id }, 'order paid')
  return { outcome: 'completed' }
}

type PriceConfirmation = { ok: true; order: OrderRow } | { ok: false; why: string }

/** Confirms the paid price with its code, its prize and its other tenders. */
async function confirmPrice(tx: Tx, { order, attempt, now }: ArrivedMoney): Promise<PriceConfirmation> {
  const unpaid = order.status === 'awaiting_payment' || order.status === 'expired'
  if (unpaid && (await confirmDiscounts(tx, order, now))) {
    return { ok: false, why: 'its code or prize went to somebody else' }
  }
  const retaken = await reReserveTenders(tx, { order, attempt, now })
  if (!retaken.ok) return { ok: false, why: 'what was to pay beside the card is gone' }
  if (unpaid && getDueCents(retaken.order) !== attempt.amountCents) {
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
