import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { isStaff } from '../http/http.ts'
import { wholeFlightsNeeded } from '../rules/departures/availability.ts'
import { getRefundLimit } from '../rules/refunds/refund-limit.ts'
import { checkHoldLimit, readLiveHolds } from '../seats/hold-limits.ts'
import { holdEnd } from '../seats/hold-end.ts'
import { type HoldLimitReached, type LiveHold } from '../seats/rules/hold-limits.ts'
import {
  NO_SUCH_USER,
  OrderRefused,
  type OrderInput,
  type OrderKind,
  type OrderRefusal,
  type Placement,
  type PricedFor,
} from '../store/orders/order-kind.ts'
import { writeOrder } from '../store/orders/write-order.ts'
import { getMembershipProblem } from '../memberships/consent-refusal.ts'
import { reserveMembersPrice } from '../memberships/claim-members-price.ts'
import { type MemberPriceBuyer, readMemberPriceBuyer } from '../memberships/member-price-uses.ts'
import { reservePrize } from '../pricing/choose-discount.ts'
import { type CartFacts, loadCartFacts } from '../pricing/load-cart-facts.ts'
import { priceOrder, type PricedOrder, withoutPrize } from '../pricing/price-order.ts'
import { readRequestedFlight } from '../pricing/read-requested-flight.ts'
import { presentQuote } from '../pricing/quote-cart.ts'
import { type ClaimedOffer, settleOffer, useOfferSeats } from '../waitlist/accept-waitlist-offer.ts'
import { lockOrderSlots, type OrderSlots, reserveOrderSeats } from './reserve-order-seats.ts'
import { reuseSeats } from './reuse-seats.ts'
import { listFlightItems, takePrices } from './list-flight-items.ts'

type FlightPlacement = Placement<PricedOrder>

/** Orders of seats or whole aircraft on a dated flight: they hold their seats until paid. */
export const flightOrders: OrderKind<PricedOrder, OrderSlots, LiveHold> = {
  checkFields: findNamelessPassengers,
  price: priceFlightOrder,
  presentQuote: (order) => presentQuote(order, order.priced, order.code),
  // The first flight of two is the earlier one.
  getHoldEnd: (deps, { facts }, when) => holdEnd(deps, facts.slot, when),
  readHeld: readLiveHolds,
  findHoldLimit: findOrderHoldLimit,
  claims: {
    areMadeBy: ({ priceTaker, prizeId }) => priceTaker !== undefined || prizeId !== null,
    settle: claimPrices,
  },
  lock: lockOrderSlots,
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
  const load = (flight: { departureId: number; departAt: Date }) =>
    loadCartFacts(db, { ...flight, brandId, now, forStaff: isStaff(caller) }, catalogue)
  const later = read.ok ? read.wanted.second : undefined
  const [buyer, loaded, second] = await Promise.all([
    asked,
    read.ok ? load(read.wanted) : read,
    later && load(later),
  ])
  if (!buyer) return { ok: false, reason: 'invalid', fields: NO_SUCH_USER }
  if (!read.ok) return read
  if (!loaded.ok) return loaded
  if (second && !second.ok) return second
  const { sessionId, userId, email } = buyer
  const guest = caller.kind === 'guest'
  const taker = await findPriceTaker(deps, fields, { userId, email })
  const prizeOwnerId = caller.emailProven ? userId : undefined
  const priceBuyer = { sessionId, prizeOwnerId, membership: { userId, guest, taker } }
  const wanted = { wanted: read.wanted, facts: loaded.facts, second: second?.facts }
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

/** The first limit that the order would exceed on one of its flights. */
async function findOrderHoldLimit(
  tx: Tx,
  deps: ApiDeps,
  live: readonly LiveHold[],
  { order, buyer, scope, ownOrderIds: except }: FlightPlacement,
): Promise<HoldLimitReached | undefined> {
  for (const requested of listRequestedHolds(order)) {
    const reached = await checkHoldLimit(deps, tx, { live, except }, { ...buyer, scope }, requested)
    if (reached) return reached
  }
  return undefined
}

/** Whole flights take every seat of each aircraft. */
function listRequestedHolds({ facts, party, parts }: PricedOrder) {
  const toHold = ({ pricing: { capacity }, slot }: CartFacts, seats: number) => ({
    departureId: slot.departureId,
    localDate: slot.localDate,
    seats,
    capacity,
  })
  if (parts) return parts.map((part) => toHold(part.facts, part.party.size))
  const { capacity } = facts.pricing
  const seats = party.kind === 'seat' ? party.size : wholeFlightsNeeded(party.size, capacity) * capacity
  return [toHold(facts, seats)]
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

async function reuseFlightOrder(tx: Tx, orderId: number, placement: FlightPlacement): Promise<boolean> {
  const reused = await reuseSeats(tx, orderId, placement)
  if (reused === 'too_heavy') throw new OrderRefused({ ok: false, reason: 'too_heavy' })
  return reused === 'reused'
}

async function writeFlightOrder(
  tx: Tx,
  deps: ApiDeps,
  placement: FlightPlacement,
  slots: OrderSlots,
): Promise<number> {
  const { fields, order, ownOrderIds: own, now } = placement
  const token = fields.waitlist_offer ?? undefined
  let offer: ClaimedOffer | undefined
  for (const { id: slotId } of slots) offer ??= await useOfferSeats(tx, token, { slotId, own, now })
  const { facts, cart, membershipPlanId } = order
  const result = await reserveOrderSeats(tx, slots, order, now)
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
