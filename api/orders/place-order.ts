import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { getDiscountRefusalText } from '../rules/pricing/discount-refusal.ts'
import { type HoldLimitReached } from '../seats/rules/hold-limits.ts'
import { wholeFlightsNeeded } from '../rules/seats/seat-room.ts'
import { type SignedInCaller } from '../http/http.ts'
import { checkHoldLimit, lockHolder } from '../seats/check-hold-limits.ts'
import { holdEnd } from '../seats/hold-end.ts'
import { findBuyer, type FoundBuyer, settleBuyer } from './find-buyer.ts'
import { hasUseLeft } from '../store/find-discount.ts'
import { reservePrize } from '../pricing/find-prize.ts'
import { type CartFactsRefusal } from '../pricing/load-cart-facts.ts'
import { reserveMembersPrice } from '../memberships/claim-members-price.ts'
import { type MemberPriceBuyer, readMemberPriceBuyer } from '../memberships/member-price-uses.ts'
import { getMembershipProblem } from '../memberships/consent-refusal.ts'
import { lockSession } from '../store/lock-session.ts'
import {
  type TransferRefusal,
  settleTransferredDraft,
  wasOrderedOnOtherDevice,
} from './checkout-transfer/settle-transferred-checkout.ts'
import { networkKeyOf } from '../http/network-key.ts'
import { priceOrder, type PricedOrder, withoutPrize } from '../pricing/price-order.ts'
import { readRequestedFlight } from '../pricing/read-requested-flight.ts'
import { refuseOrderFields } from './refuse-order-fields.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { findSameOrder, isSameCart, reuseOrder } from './reuse-order.ts'
import { lockingSlotStore, reserveSeats } from '../slots/slot-store.ts'
import {
  closeForSuccessor,
  findHeldSlots,
  supersedeOrder,
  lockForSuccessor,
  type SupersedeRefusal,
} from './supersede-order.ts'
import {
  useOfferSeats,
  type ClaimedOffer,
  type OfferRefusal,
  settleOffer,
} from '../waitlist/accept-waitlist-offer.ts'
import { writeOrder } from './write-order.ts'

type LockedRefusal =
  | {
      ok: false
      reason: SupersedeRefusal | TransferRefusal | OfferRefusal | 'sold_out' | 'too_heavy' | 'flight_closed'
      orderId?: number
    }
  | { ok: false; reason: 'too_many_holds'; holdLimit: HoldLimitReached }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'price_changed'; order: PricedOrder }
export type PlacedOrder =
  { ok: true; orderId: number } | { ok: false; reason: CartFactsRefusal } | LockedRefusal

/**
 * Places an order and holds its seats for `HOLD_MINUTES`. The service computes the price and
 * freezes it on the order; another expected price is refused with the right one, and nothing is
 * held. The same cart in the same session gives the same order. A replaced order or waitlist offer
 * releases its seats in the same transaction, so shoppers never block themselves.
 * @param visitorAddress the caller's network address for the hold limits; not stored as it is
 */
export async function placeOrder(
  deps: ApiDeps,
  caller: SignedInCaller,
  fields: OrderFields,
  visitorAddress?: string,
): Promise<PlacedOrder> {
  const { db } = deps.database
  const refused = refuseOrderFields(fields)
  if (refused) return { ok: false, reason: 'invalid', fields: refused }
  const buyer = await findBuyer(db, caller, fields, networkKeyOf(deps, caller, visitorAddress))
  if (!buyer) return { ok: false, reason: 'invalid', fields: { user_id: ['There is no such user'] } }
  const read = await readRequestedFlight(db, fields)
  if (!read.ok) return read
  const { userId } = buyer
  const prizeOwnerId = caller.emailProven ? userId : undefined
  const priced = await priceOrder(db, fields, read.wanted, {
    buyer: {
      sessionId: buyer.sessionId,
      prizeOwnerId,
      membership: {
        userId,
        guest: caller.kind === 'guest',
        taker: await priceTakerOf(deps, fields, { userId, email: buyer.email }),
      },
    },
    now: deps.clock.now(),
  })
  if (!priced.ok) return priced

  const elsewhere = await settleTransferredDraft(deps, fields.draft_id)
  if (!elsewhere.ok) return elsewhere
  const oldId = fields.supersedes_order_id ?? undefined
  if (oldId !== undefined && !(await isSameCart(db, oldId, buyer, priced.order))) {
    const closed = await closeForSuccessor(deps, caller, oldId)
    if (!closed.ok) return { ...closed, orderId: oldId }
  }
  return retryDeadlocks(() => reserveAndWrite(deps, { buyer, fields, order: priced.order, oldId }))
}

/** An order without consent needs no query. */
const priceTakerOf = async (
  { database, settings }: ApiDeps,
  { membership_plan_id: planId }: OrderFields,
  who: { userId: number | undefined; email: string },
): Promise<MemberPriceBuyer> =>
  planId
    ? readMemberPriceBuyer(database.db, settings.secrets.code, who)
    : { userId: who.userId, emailKeys: [] }

interface Placing {
  buyer: FoundBuyer
  fields: OrderFields
  order: PricedOrder
  oldId: number | undefined
}

/** Another device with a copy of the draft has just placed its order. */
const PAYING_ELSEWHERE = { ok: false, reason: 'payment_in_progress' } as const

/** Rolls the transaction back and carries the reason out. */
class Refused extends Error {
  constructor(readonly refusal: LockedRefusal) {
    super(refusal.reason)
  }
}

async function reserveAndWrite(deps: ApiDeps, placing: Placing): Promise<PlacedOrder> {
  try {
    const orderId = await deps.database.db.transaction((tx) => placeIn(tx, deps, placing))
    return { ok: true, orderId }
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

/** Locks in the common order: session, user and network, orders, code and prize, slots. */
async function placeIn(
  tx: Tx,
  deps: ApiDeps,
  { buyer: found, fields, order, oldId }: Placing,
): Promise<number> {
  const now = deps.clock.now()
  const heldUntil = holdEnd(deps, order.facts.slot, { onPhone: found.channel === 'phone', now })
  const { scope } = await lockSession(tx, found.sessionId)
  const buyer = await settleBuyer(tx, found, now)
  await lockHolder(tx, buyer)
  if (await wasOrderedOnOtherDevice(tx, fields.draft_id)) throw new Refused(PAYING_ELSEWHERE)
  const sameId = await findSameOrder(tx, buyer.sessionId, buyer.userId, order.cartHash)
  const givesWay = oldId === sameId ? undefined : oldId
  if (givesWay !== undefined) {
    const locked = await lockForSuccessor(tx, givesWay, now)
    if (!locked.ok) throw new Refused({ ...locked, orderId: givesWay })
  }
  const except = [sameId, givesWay].filter((id) => id !== undefined)
  const hoarding = await checkHoldLimit(deps, tx, { ...buyer, scope }, toRequestedHold(order), {
    except,
    now,
  })
  if (hoarding) throw new Refused({ ok: false, reason: 'too_many_holds', holdLimit: hoarding })
  await reserveDiscounts(tx, order, { except, now })
  const alongside = givesWay === undefined ? [] : await findHeldSlots(tx, givesWay)
  const store = deps.slotStore ?? lockingSlotStore
  const slot = await store.lockSlot(tx, order.facts.slot, { alongside, now })
  if (givesWay !== undefined) await supersedeOrder(tx, givesWay, buyer.actor, now)

  if (sameId !== undefined) {
    const reuse = await reuseOrder(tx, sameId, { fields, order, heldUntil, now })
    if (reuse === 'reused') return sameId
    if (reuse === 'too_heavy') throw new Refused({ ok: false, reason: 'too_heavy' })
  }
  const { aircraft: candidates } = order.facts
  const offer = await useOfferSeats(tx, fields.waitlist_offer ?? undefined, {
    slotId: slot.id,
    own: except,
    now,
  })
  const result = await reserveSeats(tx, slot, order.party, { candidates, now })
  if (!result.ok) throw new Refused({ ok: false, reason: chooseRefusal(result.reason, offer) })
  const { reserved } = result
  const orderId = await writeOrder(tx, { buyer, fields, order, taken: reserved, heldUntil, now })
  if (offer) await settleOffer(tx, deps, offer, { orderId, now })
  if (givesWay !== undefined) {
    await deps.jobs?.enqueue(tx, 'waitlists')
    await tx.update(orders).set({ supersededById: orderId }).where(eq(orders.id, givesWay))
  }
  return orderId
}

/**
 * A shopper with an offer reads what became of the offer; a weight that does not fit is not a
 * question of seats.
 */
function chooseRefusal(reason: 'sold_out' | 'too_heavy' | 'flight_closed', offer: ClaimedOffer | undefined) {
  if (!offer || reason === 'flight_closed' || (offer.open && reason === 'too_heavy')) return reason
  return offer.refusal
}

/**
 * Reserves the code and the prize of the price under their locks, because another order may have
 * taken them.
 */
async function reserveDiscounts(
  tx: Tx,
  order: PricedOrder,
  when: { except: readonly number[]; now: Date },
): Promise<void> {
  const { discount } = order.cart
  if (discount && !(await hasUseLeft(tx, discount.id, when))) {
    const fields = { discount_code_code: [getDiscountRefusalText('used_up', discount.code)] }
    throw new Refused({ ok: false, reason: 'invalid', fields })
  }
  if (order.priceTaker && !(await reserveMembersPrice(tx, order.priceTaker, when))) {
    const fields = { membership_plan_id: [getMembershipProblem('members_price_used')] }
    throw new Refused({ ok: false, reason: 'invalid', fields })
  }
  if (order.prizeId !== null && !(await reservePrize(tx, order.prizeId, when))) {
    throw new Refused({ ok: false, reason: 'price_changed', order: withoutPrize(order) })
  }
}

/** Whole flights take every seat of each aircraft. */
function toRequestedHold({ facts, party }: PricedOrder) {
  const { capacity } = facts.pricing
  const seats = party.kind === 'seat' ? party.size : wholeFlightsNeeded(party.size, capacity) * capacity
  const { departureId, localDate } = facts.slot
  return { departureId, localDate, seats, capacity }
}
