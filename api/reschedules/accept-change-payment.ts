import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderChanges, orderEvents } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { moneyAccountOf } from '../rules/money/ledger.ts'
import { isAttemptOpen } from '../rules/orders/order-states.ts'
import { type AcceptedMoney, type ArrivedMoney, type WrittenPayment } from '../payments/arrived-money.ts'
import { returnPayment } from '../payments/return-payment.ts'
import { completeChange } from './complete-change.ts'
import { findChange, type OrderChange } from '../store/orders/find-change.ts'
import { abandonChange } from '../tenders/abandon-change.ts'
import { CHANGE_NOT_KEPT } from './change-not-kept.ts'
import { loadUpgradeSale } from './load-upgrade-sale.ts'
import { reReserveChangeCredit } from './re-reserve-change-credit.ts'
import { settleGuests } from './added-guests/settle-guests.ts'
import { settleReschedule } from './settle-reschedule.ts'
import { isFlightChange, isGuestChange, isUpgradeChange } from '../store/orders/change-request.ts'

/**
 * Handles money of an order change that has arrived: the change is completed as a whole, or the
 * money is refunded. It is refunded when the order ended, its flight left or was cancelled, another
 * change replaced it or added the same, its credit is gone, or the amount is wrong. The order then
 * stays as it is.
 */
export async function acceptChangeMoney(
  tx: Tx,
  deps: ApiDeps,
  money: ArrivedMoney,
  payment: WrittenPayment,
): Promise<AcceptedMoney> {
  const { order, attempt, now } = money
  const change = await findChange(tx, attempt.orderChangeId)
  const why = await findObstacle(tx, deps, money, change)
  if (why === undefined) {
    const paid = { attemptId: attempt.id, paidCents: payment.amountCents }
    const eventKey = `payment:${String(payment.id)}`
    const { counter } = money
    const actor = counter?.actor ?? 'stripe'
    const paidInto = moneyAccountOf(counter?.method ?? 'online')
    await completeChange(tx, deps, { order, change, paid, paidInto, eventKey, actor, now })
    deps.log.info({ order: order.id, change: change.id }, 'order change paid')
    return { outcome: 'completed' }
  }
  await abandonChange(tx, attempt, now)
  await tx
    .update(orderChanges)
    .set({ state: 'returned', settledAt: now })
    .where(eq(orderChanges.id, change.id))
  const { status } = order
  const reason = 'change money returned'
  const details = { change: change.id, why }
  await tx.insert(orderEvents).values({
    orderId: order.id,
    at: now,
    actor: 'stripe',
    fromStatus: status,
    toStatus: status,
    reason,
    details,
  })
  return { outcome: 'returned', refundId: await returnPayment(tx, deps, money, payment, why) }
}

/**
 * Why the money cannot be kept, for the ledger; undefined when it can, with the credit reserved
 * again and the party seated.
 */
async function findObstacle(
  tx: Tx,
  deps: ApiDeps,
  { order, attempt, verdict, seen, now }: ArrivedMoney,
  change: OrderChange,
): Promise<string | undefined> {
  if (verdict === 'wrong_amount') return 'the amount is not the change’s'
  if (change.state === 'superseded') return 'another change took its place'
  if (isFlightChange(change)) return settleReschedule(tx, { order, attempt, verdict, now, seen }, change)
  if (isGuestChange(change)) return settleGuests(tx, deps, { order, attempt, now }, change)
  if (!isUpgradeChange(change)) throw new Error(`Order change ${String(change.id)} is of no known kind`)
  const { obstacle, offers } = await loadUpgradeSale(tx, order, now, { begun: true })
  if (obstacle) return CHANGE_NOT_KEPT[obstacle]
  const fits = change.wish.upgrades.every(({ upgradeId, quantity }) => {
    const offer = offers.find(({ rule }) => rule.id === upgradeId)
    // An upgrade that was requested in time is delivered also when it is no longer offered.
    return !offer || offer.adds === null || offer.adds >= quantity
  })
  if (!fits) return 'what it was to add is on the order already'
  if (isAttemptOpen(attempt.state)) return undefined
  return (await reReserveChangeCredit(tx, attempt)) ? undefined : 'what was to pay beside the card is gone'
}
