import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { giftOrders } from '../gifts/gift-orders.ts'
import { type SignedInCaller } from '../http/http.ts'
import { networkKeyOf } from '../http/network-key.ts'
import { toCents } from '../rules/money/money.ts'
import { getDiscountRefusalText } from '../rules/pricing/discount-refusal.ts'
import { lockHolder } from '../seats/order-seats.ts'
import { hasUseLeft } from '../store/find-discount.ts'
import { lockSession } from '../store/lock-session.ts'
import { type FoundBuyer } from '../store/orders/buyer.ts'
import {
  type OrderKind,
  type OrderRefusal,
  OrderRefused,
  type OrderToPlace,
  type Placement,
} from '../store/orders/order-kind.ts'
import {
  settleTransferredDraft,
  wasOrderedOnOtherDevice,
} from './checkout-transfer/settle-transferred-checkout.ts'
import { findBuyer, settleBuyer } from './find-buyer.ts'
import { findSameOrder, isSameCart } from './find-same-order.ts'
import { flightOrders } from './flight-orders.ts'
import { closeForSuccessor, lockForSuccessor, supersedeOrder } from './supersede-order.ts'

export type PlacedOrder = { ok: true; orderId: number } | OrderRefusal

/**
 * Places an order of seats or of gift cards. Seats are held and prices kept for `HOLD_MINUTES`. The
 * service computes the price and freezes it on the order; another expected price is refused with
 * the right one, and nothing is held. The same cart in the same session gives the same order. A
 * replaced order or waitlist offer releases its seats in the same transaction, so shoppers never
 * block themselves.
 * @param visitorAddress the caller's network address for the hold limits; not stored as it is
 */
export function placeOrder(
  deps: ApiDeps,
  caller: SignedInCaller,
  fields: OrderFields,
  visitorAddress?: string,
): Promise<PlacedOrder> {
  const networkKey = networkKeyOf(deps, caller, visitorAddress)
  const input = { caller, fields, networkKey }
  return fields.order_item_gift_cards_attributes.length > 0
    ? placeOrderOf(giftOrders, deps, input)
    : placeOrderOf(flightOrders, deps, input)
}

async function placeOrderOf<Order extends OrderToPlace, Locked>(
  kind: OrderKind<Order, Locked>,
  deps: ApiDeps,
  { caller, fields, networkKey }: { caller: SignedInCaller; fields: OrderFields; networkKey: string | null },
): Promise<PlacedOrder> {
  const { db } = deps.database
  const refused = findTermsProblem(fields) ?? kind.checkFields(fields)
  if (refused) return invalid(refused)
  const buyer = await findBuyer(db, caller, fields, networkKey)
  if (!buyer) return invalid({ user_id: ['There is no such user'] })
  const found = await kind.price(deps, { fields, caller, buyer, now: deps.clock.now() })
  if (!found.ok) return found
  const { order } = found
  if (!isExpectedPrice(fields, order)) {
    return { ok: false, reason: 'price_changed', quote: kind.presentQuote(order) }
  }
  const transferred = await settleTransferredDraft(deps, fields.draft_id)
  if (!transferred.ok) return transferred
  const oldId = fields.supersedes_order_id ?? undefined
  if (oldId !== undefined && !(await isSameCart(db, oldId, buyer, order.cartHash))) {
    const closed = await closeForSuccessor(deps, caller, oldId)
    if (!closed.ok) return { ...closed, orderId: oldId }
  }
  return retryDeadlocks(() => lockAndWrite(kind, deps, { buyer, fields, order, oldId }))
}

const invalid = (fields: FieldErrors): OrderRefusal => ({ ok: false, reason: 'invalid', fields })

const findTermsProblem = ({ terms_and_conditions: accepted }: OrderFields): FieldErrors | undefined =>
  accepted === false ? { terms_and_conditions: ['Please read and accept the terms & conditions'] } : undefined

/** A price that a client sends is a claim. */
function isExpectedPrice(
  { total_price: total }: OrderFields,
  { priced, claimedPrice: price }: OrderToPlace,
): boolean {
  if (total !== undefined && toCents(total) !== priced.totalCents) return false
  return price === undefined || toCents(price) === priced.unitPriceCents
}

interface Placing<Order extends OrderToPlace> {
  buyer: FoundBuyer
  fields: OrderFields
  order: Order
  oldId: number | undefined
}

async function lockAndWrite<Order extends OrderToPlace, Locked>(
  kind: OrderKind<Order, Locked>,
  deps: ApiDeps,
  placing: Placing<Order>,
): Promise<PlacedOrder> {
  try {
    const orderId = await deps.database.db.transaction((tx) => placeIn(tx, kind, deps, placing))
    return { ok: true, orderId }
  } catch (error) {
    if (error instanceof OrderRefused) return error.refusal
    throw error
  }
}

/** Locks in the common order: session, user and network, orders, code and prize, slots. */
async function placeIn<Order extends OrderToPlace, Locked>(
  tx: Tx,
  kind: OrderKind<Order, Locked>,
  deps: ApiDeps,
  { buyer: found, fields, order, oldId }: Placing<Order>,
): Promise<number> {
  const now = deps.clock.now()
  const heldUntil = kind.getHoldEnd(deps, order, { onPhone: found.channel === 'phone', now })
  const { scope } = await lockSession(tx, found.sessionId)
  const buyer = await settleBuyer(tx, found, now)
  await lockHolder(tx, buyer)
  if (await wasOrderedOnOtherDevice(tx, fields.draft_id)) {
    throw new OrderRefused({ ok: false, reason: 'payment_in_progress' })
  }
  const sameId = await findSameOrder(tx, buyer.sessionId, buyer.userId, order.cartHash)
  const replacedId = oldId === sameId ? undefined : oldId
  if (replacedId !== undefined) {
    const locked = await lockForSuccessor(tx, replacedId, now)
    if (!locked.ok) throw new OrderRefused({ ...locked, orderId: replacedId })
  }
  const ownOrderIds = [sameId, replacedId].filter((id) => id !== undefined)
  const placement = { fields, order, buyer, scope, heldUntil, ownOrderIds, replacedId, now }
  const holdLimit = await kind.findHoldLimit(tx, deps, placement)
  if (holdLimit) throw new OrderRefused({ ok: false, reason: 'too_many_holds', holdLimit })
  await checkCode(tx, placement)
  const locked = await kind.lock(tx, deps, placement)
  if (replacedId !== undefined) await supersedeOrder(tx, replacedId, buyer.actor, now)
  if (sameId !== undefined && (await kind.reuse(tx, sameId, placement))) return sameId
  const orderId = await kind.write(tx, deps, placement, locked)
  if (replacedId !== undefined) {
    deps.jobs?.wake('waitlists')
    await tx.update(orders).set({ supersededById: orderId }).where(eq(orders.id, replacedId))
  }
  return orderId
}

/** Another order may have taken the last use of the code since the order was priced. */
async function checkCode(
  tx: Tx,
  { order, ownOrderIds: except, now }: Placement<OrderToPlace>,
): Promise<void> {
  const { discount } = order.cart
  if (!discount || (await hasUseLeft(tx, discount.id, { except, now }))) return
  const fields = { discount_code_code: [getDiscountRefusalText('used_up', discount.code)] }
  throw new OrderRefused({ ok: false, reason: 'invalid', fields })
}
