import { eq, sql } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { orderEvents, orders } from '../../db/schema/orders.ts'
import { type ApiDeps } from '../../deps.ts'
import { paidForGifts } from '../../rules/gifts/gift-worth.ts'
import { refundedEntries } from '../../rules/money/ledger.ts'
import { canTransition, type OrderState } from '../../rules/orders/order-states.ts'
import { closeRebookingOffers } from '../../seats/close-rebooking-offers.ts'
import { findLeft, type RefundableRemainder, type PlannedRefund } from '../../rules/refunds/plan-refund.ts'
import { loadRefundable, type Refundable } from '../../store/orders/load-refundable.ts'
import { isPaidInPart, type OrderRow, transitionOrder } from '../../store/orders/order.ts'
import { releaseSeats, releaseSeatsOn } from '../../seats/order-seats.ts'
import { postLedger } from '../../store/post-ledger.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { countPartyWeight } from '../../seats/count-party.ts'
import { releaseSomeSeats } from '../../seats/release-some-seats.ts'
import { settleWeightTasks } from '../../seats/weight-tasks.ts'
import { markNotFlying } from '../../seats/mark-staying-home.ts'
import { settleBalance } from '../later-parts.ts'
import { countReturningUnits } from './choose-units-leaving.ts'
import { returnTenders } from './return-tenders.ts'
import { announceOrder } from '../../store/queue-webhook.ts'
import { toDollars } from '../../rules/money/money.ts'
import { voidGiftCards, GiftCardsSpent } from '../../gifts/void-gift-cards.ts'

export interface WrittenOrderRefund {
  orderRefundId: number
  /** Locked. */
  order: OrderRow
  /** The state before this refund. */
  refundable: Refundable
  plan: PlannedRefund
  origin: 'staff' | 'owner' | 'provider' | 'claim'
  /** Staff cancel the order with it: nothing of the order remains, whatever is refunded. */
  ends?: boolean
  /** For a partial refund: releases seats on this departure only. */
  slotId?: number
  /** The flight on which seats among its lines are released. */
  flightId?: number | undefined
  /** Who stays home when some of the seats are refunded. */
  staying?: readonly number[]
  actor: string
  reason: string
  now: Date
}

/**
 * Carries out a written refund: tenders and gift cards, ledger, status with its event, seats, and a
 * mail to the buyer. The order's row must be locked; cards, vouchers and credit are locked next,
 * slots last.
 * @throws GiftCardsSpent when bought gift cards of it cannot be returned; never for a refund that
 * the provider has already given
 */
export async function settleOrderRefund(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs' | 'log'>,
  refund: WrittenOrderRefund,
): Promise<void> {
  const { order, orderRefundId, plan, refundable, now } = refund
  const { tenders } = plan
  const giftCards = await returnTenders(tx, refundable.tenders, tenders, now)
  const left = findLeft((await loadRefundable(tx, order.id)).order)
  const voidedCents = order.kind === 'gift_cards' ? await voidCards(tx, deps, refund, left) : 0
  const voucherCents = tenders.vouchers.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const { creditCents, dueCents = 0 } = tenders
  const eventKey = `order_refund:${String(orderRefundId)}`
  const unissuedCents =
    order.kind === 'gift_cards' && isPaidInPart(order) ? paidForGifts(refundable.order.lines) : 0
  const beside = { creditCents, voucherCents, giftCards, voidedCents, dueCents, unissuedCents }
  const entries = refundedEntries(beside)
  await postLedger(tx, { orderId: order.id, kind: 'refunded', eventKey, entries, now })
  await transitionRefundedOrder(tx, deps, refund, left)
  const told = { refund: { id: orderRefundId, amount: toDollars(plan.amountCents) } }
  await announceOrder(tx, { type: 'order.refunded', orderId: order.id, now, data: told })
  await freeSeats(tx, refund, left)
  await closeRebookingOffers(tx, order.id, now)
  deps.jobs?.wake('waitlists')
  const mail = { kind: 'refunded' as const, eventKey, orderId: order.id, subjectId: orderRefundId }
  await queueMail(tx, { ...mail, to: order.email }, now, deps)
}

const unitsOf = ({ refundable, plan }: WrittenOrderRefund, kinds: readonly string[]) =>
  plan.lines
    .filter(({ position }) => kinds.includes(refundable.order.lines[position]?.kind ?? ''))
    .reduce((sum, { quantity }) => sum + quantity, 0)

async function voidCards(
  tx: Tx,
  deps: Pick<ApiDeps, 'log'>,
  refund: WrittenOrderRefund,
  left: RefundableRemainder,
): Promise<number> {
  const { order, origin } = refund
  const howMany = left.nothing ? 'all' : unitsOf(refund, ['gift_card'])
  const voided = await voidGiftCards(tx, order.id, howMany)
  if (!voided.ok && origin !== 'provider') throw new GiftCardsSpent()
  if (!voided.ok) deps.log.error({ order: order.id }, 'a purchase was refunded whose gift cards were used')
  return voided.voidedCents
}

/**
 * A second partial refund does not change the status again, but is added to the order's history.
 */
async function transitionRefundedOrder(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  refund: WrittenOrderRefund,
  left: RefundableRemainder,
): Promise<void> {
  const { order, plan, ends = refund.origin === 'owner', actor, reason, now } = refund
  const dueCents = order.dueCents - (plan.tenders.dueCents ?? 0)
  if (!isPaidInPart(order) || ends || left.nothing) return writeRefundTransition(tx, refund, left)
  if (dueCents > 0) {
    await tx.update(orders).set({ dueCents }).where(eq(orders.id, order.id))
    return writeRefundTransition(tx, refund, left)
  }
  await settleBalance(tx, deps, { order, actor, reason, now })
  return writeRefundTransition(tx, { ...refund, order: { ...order, status: 'completed', dueCents } }, left)
}

async function writeRefundTransition(
  tx: Tx,
  { order, orderRefundId, plan, origin, ends = origin === 'owner', actor, reason, now }: WrittenOrderRefund,
  left: RefundableRemainder,
): Promise<void> {
  const details = { refund: orderRefundId, amount_cents: plan.amountCents }
  // When the policy refunds nothing to those who stay home, the order does not count as refunded.
  const nothing = plan.amountCents === 0 && plan.tenders.giftCards.length === 0
  const stays = (nothing || isPaidInPart(order)) && !ends && !left.nothing
  const to = stays ? order.status : nextStatus(ends, left)
  if (canTransition(order.status, to)) {
    await transitionOrder(tx, { orderId: order.id, to, actor, reason, now, details })
    return
  }
  const { status } = order
  await tx
    .insert(orderEvents)
    .values({ orderId: order.id, at: now, actor, fromStatus: status, toStatus: status, reason, details })
}

/** An order cancelled under a policy that keeps a part is cancelled and not refunded. */
function nextStatus(ends: boolean, left: RefundableRemainder): OrderState {
  if (left.nothing) return 'refunded'
  return ends ? 'cancelled' : 'partially_refunded'
}

/** The last refund releases the last seats, because nobody flies unpaid. */
async function freeSeats(tx: Tx, refund: WrittenOrderRefund, left: RefundableRemainder): Promise<void> {
  const { order } = refund
  if (order.kind === 'gift_cards') return
  if (left.nothing || left.units === 0) await releaseSeats(tx, order.id)
  else if (refund.slotId !== undefined) await releaseSeatsOn(tx, order.id, refund.slotId, refund)
  else await freeSome(tx, refund)
  await settleWeightTasks(tx, order.id, refund.now)
}

/** Some of the party stay home; the seats and weight of the others are recounted. */
async function freeSome(tx: Tx, refund: WrittenOrderRefund): Promise<void> {
  const { order, plan, refundable, flightId, staying = [], orderRefundId, now } = refund
  const { seats, secondSeats, aircraft } = countReturningUnits(plan, refundable)
  const units = seats + secondSeats + aircraft
  if (units === 0) return
  await releaseSomeSeats(tx, order.id, units, flightId)
  await markNotFlying(tx, { passengerIds: staying, orderRefundId, now })
  if (secondSeats > 0) {
    await tx
      .update(orders)
      .set({ secondSeats: sql`greatest(${orders.secondSeats} - ${secondSeats}, 0)` })
      .where(eq(orders.id, order.id))
  }
  await countPartyWeight(tx, order.id)
}
