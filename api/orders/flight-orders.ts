import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { isStaff } from '../http/http.ts'
import { wholeFlightsNeeded } from '../rules/departures/availability.ts'
import { getRefundLimit } from '../rules/refunds/refund-limit.ts'
import { checkHoldLimit, readLiveHolds } from '../seats/order-seats.ts'
import { holdEnd } from '../seats/hold-end.ts'
import { type LiveHold } from '../seats/rules/hold-limits.ts'
import { type LockedSlot, lockingSlotStore, reserveSeats } from '../slots/slot-store.ts'
import {
  NO_SUCH_USER,
  OrderRefused,
  type OrderInput,
  type OrderKind,
  type OrderRefusal,
  type Placement,
  type PricedFor,
  type ToLock,
} from '../store/orders/order-kind.ts'
import { writeOrder } from '../store/orders/write-order.ts'
import { getMembershipProblem } from '../memberships/consent-refusal.ts'
import { reserveMembersPrice } from '../memberships/claim-members-price.ts'
import { type MemberPriceBuyer, readMemberPriceBuyer } from '../memberships/member-price-uses.ts'
import { reservePrize } from '../pricing/choose-discount.ts'
import { loadCartFacts } from '../pricing/load-cart-facts.ts'
import { priceOrder, type PricedOrder, withoutPrize } from '../pricing/price-order.ts'
import { readRequestedFlight } from '../pricing/read-requested-flight.ts'
import { presentQuote } from '../pricing/quote-cart.ts'
import { type ClaimedOffer, settleOffer, useOfferSeats } from '../waitlist/accept-waitlist-offer.ts'
import { findHeldSlots } from './supersede-order.ts'
import { reuseSeats } from './reuse-seats.ts'
import { listFlightItems, takePrices } from './list-flight-items.ts'

type FlightPlacement = Placement<PricedOrder>

/** Orders of seats or whole aircraft on a dated flight: they hold their seats until paid. */
export const flightOrders: OrderKind<PricedOrder, LockedSlot, LiveHold> = {
  checkFields: findNamelessPassengers,
  price: priceFlightOrder,
  presentQuote: (order) => presentQuote(order, order.priced, order.code),
  getHoldEnd: (deps, { facts }, when) => holdEnd(deps, facts.slot, when),
  readHeld: readLiveHolds,
  findHoldLimit: (tx, deps, live, { order, buyer, scope, ownOrderIds: except }) =>
    checkHoldLimit(deps, tx, { live, except }, { ...buyer, scope }, toRequestedHold(order)),
  claims: {
    areMadeBy: ({ priceTaker, prizeId }) => priceTaker !== undefined || prizeId !== null,
    settle: claimPrices,
  },
  lock: lockFlightOrder,
  reuse: reuseFlightOrder,
  write: writeFlightOrder,
}

function findNamelessPassengers({ passengers_attributes: people }: OrderFields): FieldErrors | undefined {
  const nameless = people.flatMap(({ full_name: name }, index) =>
    name === '' ? [`passengers_attributes.${String(index)}.full_name`] : [],
  )
  if (nameless.length === 0) return undefined
  return Object.fromEntries(nameless.map((field) => [field, ['This field is required']]))
}

async function priceFlightOrder(
  deps: ApiDeps,
  { fields, caller, buyer: asked, catalogue, now }: OrderInput,
): Promise<PricedFor<PricedOrder> | OrderRefusal> {
  const { db } = deps.database
  const { brand_id: brandId } = fields
  const read = await readRequestedFlight(db, fields)
  const [buyer, loaded] = await Promise.all([
    asked,
    read.ok
      ? loadCartFacts(db, { ...read.wanted, brandId, now, forStaff: isStaff(caller) }, catalogue)
      : read,
  ])
  if (!buyer) return { ok: false, reason: 'invalid', fields: NO_SUCH_USER }
  if (!read.ok) return read
  if (!loaded.ok) return loaded
  const { sessionId, userId, email } = buyer
  const guest = caller.kind === 'guest'
  const taker = await findPriceTaker(deps, fields, { userId, email })
  const prizeOwnerId = caller.emailProven ? userId : undefined
  const priceBuyer = { sessionId, prizeOwnerId, membership: { userId, guest, taker } }
  const wanted = { wanted: read.wanted, facts: loaded.facts }
  const priced = await priceOrder(db, fields, wanted, { buyer: priceBuyer, now })
  if (!priced.ok) return priced
  return { ok: true, order: { ...priced.order, giverLimitCents: getRefundLimit(caller) }, buyer }
}

/** An order without consent needs no query. */
const findPriceTaker = async (
  { database, settings }: ApiDeps,
  { membership_plan_id: planId }: OrderFields,
  who: { userId: number | undefined; email: string },
): Promise<MemberPriceBuyer> =>
  planId
    ? readMemberPriceBuyer(database.db, settings.secrets.code, who)
    : { userId: who.userId, emailKeys: [] }

/** Whole flights take every seat of each aircraft. */
function toRequestedHold({ facts, party }: PricedOrder) {
  const { capacity } = facts.pricing
  const seats = party.kind === 'seat' ? party.size : wholeFlightsNeeded(party.size, capacity) * capacity
  const { departureId, localDate } = facts.slot
  return { departureId, localDate, seats, capacity }
}

/**
 * Reserves the members' price and the prize under their locks, because another order may have taken
 * them.
 */
async function claimPrices(tx: Tx, placement: FlightPlacement): Promise<void> {
  const { order, ownOrderIds: except, now } = placement
  if (order.priceTaker && !(await reserveMembersPrice(tx, order.priceTaker, { except, now }))) {
    const fields = { membership_plan_id: [getMembershipProblem('members_price_used')] }
    throw new OrderRefused({ ok: false, reason: 'invalid', fields })
  }
  if (order.prizeId !== null && !(await reservePrize(tx, order.prizeId, { except, now }))) {
    const quote = flightOrders.presentQuote(withoutPrize(order))
    throw new OrderRefused({ ok: false, reason: 'price_changed', quote })
  }
}

/** Locks the slot, together with those of the replaced order. */
async function lockFlightOrder(
  tx: Tx,
  deps: ApiDeps,
  { fields, order, replacedId, now }: ToLock<PricedOrder>,
): Promise<LockedSlot> {
  const alongside = replacedId === undefined ? [] : await findHeldSlots(tx, replacedId)
  const store = deps.slotStore ?? lockingSlotStore
  const releasesSeats = replacedId !== undefined || Boolean(fields.waitlist_offer)
  const countFor = releasesSeats ? undefined : order.facts.aircraft
  return store.lockSlot(tx, order.facts.slot, { alongside, now, countFor })
}

async function reuseFlightOrder(tx: Tx, orderId: number, placement: FlightPlacement): Promise<boolean> {
  const reused = await reuseSeats(tx, orderId, placement)
  if (reused === 'too_heavy') throw new OrderRefused({ ok: false, reason: 'too_heavy' })
  return reused === 'reused'
}

async function writeFlightOrder(
  tx: Tx,
  deps: ApiDeps,
  placement: FlightPlacement,
  slot: LockedSlot,
): Promise<number> {
  const { fields, order, ownOrderIds: own, now } = placement
  const token = fields.waitlist_offer ?? undefined
  const offer = await useOfferSeats(tx, token, { slotId: slot.id, own, now })
  const { facts, cart, party, membershipPlanId } = order
  const { aircraft: candidates, heldBack } = facts
  const result = await reserveSeats(tx, slot, party, { candidates, heldBack, now })
  if (!result.ok) throw new OrderRefused({ ok: false, reason: chooseRefusal(result.reason, offer) })
  const columns = {
    productId: facts.slot.productId,
    quantityType: cart.quantityType,
    quantity: cart.quantity,
    secondSeats: cart.secondSeats ?? 0,
    membershipPlanId,
  }
  const orderId = await writeOrder(tx, placement, columns, listFlightItems(placement, result.reserved))
  await takePrices(tx, orderId, placement)
  if (offer) await settleOffer(tx, deps, offer, { orderId, now })
  return orderId
}

/**
 * A shopper with a waitlist offer reads the state of the offer; for a weight that does not fit,
 * seats do not matter.
 */
function chooseRefusal(reason: 'sold_out' | 'too_heavy' | 'flight_closed', offer: ClaimedOffer | undefined) {
  if (!offer || reason === 'flight_closed' || (offer.open && reason === 'too_heavy')) return reason
  return offer.refusal
}
