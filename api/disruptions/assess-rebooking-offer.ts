import { and, eq } from 'drizzle-orm'
import { type DepartureCancellationFields } from '#contract/call-off.ts'
import { type DbOrTx } from '../db/client.ts'
import { departureCancellations } from '../db/schema/departure-cancellations.ts'
import {
  findLeft,
  planCancelledDeparturePart,
  type PlannedRefund,
  planRefund,
  type RefundPlan,
} from '../rules/refunds/plan-refund.ts'
import { isUnitsLine, typeOfLine } from '../rules/refunds/refund-parts.ts'
import { type RefundableOrder } from '../rules/refunds/refund-shares.ts'
import { isRefundChoosable } from '../orders/load-cancellation.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { loadRefundable, type Refundable } from '../store/orders/load-refundable.ts'
import { getCentsIssuedAsVoucher } from '../payments/refunds/present-refund.ts'
import { refuseRefund } from '../payments/refunds/refund-order.ts'
import { type RebookingParty, findRebookingParty } from '../seats/find-slot-party.ts'
import { findGiftsOnDeparture } from '../gifts/find-gifts-on-departure.ts'
import { findPaidChanges } from '../store/orders/find-paid-changes.ts'

/** What a rebooking offer is worth now. */
export interface JudgedRebookingOffer {
  party: RebookingParty
  refundable: Refundable
  /** Undefined if the order has no line for those seats any more. */
  plan: PlannedRefund | undefined
  /** Nothing was paid for the order, or everything was refunded. */
  nothingLeft: boolean
  /** The value of a voucher, including what gift cards paid. */
  voucherCents: number
  /** The payment is disputed, so neither a refund nor a voucher is possible. */
  disputed: boolean
  /** The fare, or an upgrade, gives a right to a refund. */
  refundAllowed: boolean
}

/**
 * Computes what was paid for an order's seats on a cancelled departure; the order's row must be
 * locked before acting on it. Undefined when the order has no seats there any more.
 *
 * @param reason of a cancellation that is only planned
 */
export async function judgeRebookingOffer(
  db: DbOrTx,
  order: OrderRow,
  slotId: number,
  reason?: DepartureCancellationFields['reason'],
): Promise<JudgedRebookingOffer | undefined> {
  const party = await findRebookingParty(db, order.id, slotId)
  if (!party) return undefined
  const refundable = await loadRefundable(db, order.id)
  const plan = await planClaim(db, refundable, { orderId: order.id, slotId, party })
  const { cents, giftCards } = findLeft(refundable.order)
  return {
    party,
    refundable,
    plan,
    nothingLeft: cents === 0 && giftCards.length === 0,
    voucherCents: plan ? getCentsIssuedAsVoucher(plan) : 0,
    disputed: refuseRefund(order, refundable) !== undefined,
    refundAllowed:
      (await isOwnDecision(db, slotId, reason)) || (await isRefundChoosable(db, order.id, refundable.order)),
  }
}

/** A departure that had too few passengers could have flown: whoever booked it may have the money back. */
async function isOwnDecision(
  db: DbOrTx,
  slotId: number,
  planned: DepartureCancellationFields['reason'] | undefined,
): Promise<boolean> {
  if (planned !== undefined) return planned === 'too_few_passengers'
  const cancelled = and(
    eq(departureCancellations.slotId, slotId),
    eq(departureCancellations.reason, 'too_few_passengers'),
  )
  return (await db.$count(departureCancellations, cancelled)) > 0
}

/**
 * The whole order; when others of the party fly on another departure, only these seats with their
 * fees and tax.
 */
async function planClaim(
  db: DbOrTx,
  { order }: Refundable,
  about: { orderId: number; slotId: number; party: RebookingParty },
): Promise<PlannedRefund | undefined> {
  const { orderId, slotId, party } = about
  if (!party.others) return planned(planRefund(order, { kind: 'whole' }))
  const moves = await findPaidChanges(db, { orderId, slotId, units: party.units })
  const giftCardIds = await findGiftsOnDeparture(db, { orderId, slotId, moves })
  const lines = spreadUnits(order, party).map((line) => ({ ...line, giftCardIds }))
  return planned(planCancelledDeparturePart(order, lines, moves))
}

const planned = (plan: RefundPlan) => (plan.ok ? plan.refund : undefined)

/**
 * Takes a seat for each passenger first, one of the passenger's type, then second seats, and never
 * more of a line than was not refunded.
 */
function spreadUnits({ lines, returnedUnits }: RefundableOrder, { units, people, typeIds }: RebookingParty) {
  const sold = lines.flatMap((line, position) => {
    const { kind, quantity, orderChangeId } = line
    if ((kind !== 'seat' && kind !== 'flight') || orderChangeId) return []
    const back = returnedUnits.reduce((sum, one) => sum + (one.position === position ? one.quantity : 0), 0)
    return [{ position, line, left: Math.max(0, quantity - back), quantity: 0 }]
  })
  let left = units
  const take = (one: (typeof sold)[number], most: number) => {
    const more = Math.min(left, most, one.left - one.quantity)
    one.quantity += more
    left -= more
  }
  const seats = sold.filter(({ line }) => isUnitsLine(line))
  for (let person = 0; person < people; person += 1) {
    const free = seats.filter((one) => one.quantity < one.left)
    const own = free.find(({ line }) => typeOfLine(line) === (typeIds[person] ?? null)) ?? free[0]
    if (own) take(own, 1)
  }
  for (const one of sold.toReversed()) take(one, units)
  return sold.filter(({ quantity }) => quantity > 0).map(({ position, quantity }) => ({ position, quantity }))
}
