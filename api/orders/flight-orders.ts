import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { wholeFlightsNeeded } from '../rules/departures/availability.ts'
import { checkHoldLimit } from '../seats/order-seats.ts'
import { holdEnd } from '../seats/hold-end.ts'
import { type SlotTimes } from '../slots/board-flight.ts'
import { lockingSlotStore, reserveSeats } from '../slots/slot-store.ts'
import { OrderRefused, type OrderInput, type OrderKind, type Placement } from '../store/orders/order-kind.ts'
import { writeOrder } from '../store/orders/write-order.ts'
import { getMembershipProblem } from '../memberships/consent-refusal.ts'
import { reserveMembersPrice } from '../memberships/claim-members-price.ts'
import { type MemberPriceBuyer, readMemberPriceBuyer } from '../memberships/member-price-uses.ts'
import { reservePrize } from '../pricing/choose-discount.ts'
import { priceOrder, type PricedOrder, withoutPrize } from '../pricing/price-order.ts'
import { readRequestedFlight } from '../pricing/read-requested-flight.ts'
import { presentQuote } from '../pricing/quote-cart.ts'
import { type ClaimedOffer, settleOffer, useOfferSeats } from '../waitlist/accept-waitlist-offer.ts'
import { findHeldSlots } from './supersede-order.ts'
import { reuseSeats } from './reuse-seats.ts'
import { writeFlightItems } from './write-flight-items.ts'

type FlightPlacement = Placement<PricedOrder>

/** Orders of seats or whole aircraft on a dated flight: they hold their seats until paid. */
export const flightOrders: OrderKind<PricedOrder, SlotTimes> = {
  checkFields: findNamelessPassengers,
  price,
  presentQuote: (order) => presentQuote(order, order.priced, order.code),
  getHoldEnd: (deps, { facts }, when) => holdEnd(deps, facts.slot, when),
  findHoldLimit: (tx, deps, { order, buyer, scope, ownOrderIds, now }) =>
    checkHoldLimit(deps, tx, { ...buyer, scope }, toRequestedHold(order), { except: ownOrderIds, now }),
  lock,
  reuse,
  write,
}

function findNamelessPassengers({ passengers_attributes: people }: OrderFields): FieldErrors | undefined {
  const nameless = people.flatMap(({ full_name: name }, index) =>
    name === '' ? [`passengers_attributes.${String(index)}.full_name`] : [],
  )
  if (nameless.length === 0) return undefined
  return Object.fromEntries(nameless.map((field) => [field, ['This field is required']]))
}

async function price(deps: ApiDeps, { fields, caller, buyer, now }: OrderInput) {
  const { db } = deps.database
  const read = await readRequestedFlight(db, fields)
  if (!read.ok) return read
  const { sessionId, userId, email } = buyer
  const guest = caller.kind === 'guest'
  const taker = await findPriceTaker(deps, fields, { userId, email })
  const prizeOwnerId = caller.emailProven ? userId : undefined
  const priceBuyer = { sessionId, prizeOwnerId, membership: { userId, guest, taker } }
  return priceOrder(db, fields, read.wanted, { buyer: priceBuyer, now })
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
 * them. Then locks the slot, together with those of the replaced order.
 */
async function lock(tx: Tx, deps: ApiDeps, placement: FlightPlacement): Promise<SlotTimes> {
  const { order, replacedId, ownOrderIds: except, now } = placement
  if (order.priceTaker && !(await reserveMembersPrice(tx, order.priceTaker, { except, now }))) {
    const fields = { membership_plan_id: [getMembershipProblem('members_price_used')] }
    throw new OrderRefused({ ok: false, reason: 'invalid', fields })
  }
  if (order.prizeId !== null && !(await reservePrize(tx, order.prizeId, { except, now }))) {
    const quote = flightOrders.presentQuote(withoutPrize(order))
    throw new OrderRefused({ ok: false, reason: 'price_changed', quote })
  }
  const alongside = replacedId === undefined ? [] : await findHeldSlots(tx, replacedId)
  const store = deps.slotStore ?? lockingSlotStore
  return store.lockSlot(tx, order.facts.slot, { alongside, now })
}

async function reuse(tx: Tx, orderId: number, placement: FlightPlacement): Promise<boolean> {
  const reused = await reuseSeats(tx, orderId, placement)
  if (reused === 'too_heavy') throw new OrderRefused({ ok: false, reason: 'too_heavy' })
  return reused === 'reused'
}

async function write(tx: Tx, deps: ApiDeps, placement: FlightPlacement, slot: SlotTimes): Promise<number> {
  const { fields, order, ownOrderIds: own, now } = placement
  const token = fields.waitlist_offer ?? undefined
  const offer = await useOfferSeats(tx, token, { slotId: slot.id, own, now })
  const { facts, cart, party, membershipPlanId } = order
  const result = await reserveSeats(tx, slot, party, { candidates: facts.aircraft, now })
  if (!result.ok) throw new OrderRefused({ ok: false, reason: chooseRefusal(result.reason, offer) })
  const orderId = await writeOrder(tx, placement, {
    productId: facts.slot.productId,
    quantityType: cart.quantityType,
    quantity: cart.quantity,
    secondSeats: cart.secondSeats ?? 0,
    membershipPlanId,
  })
  await writeFlightItems(tx, orderId, placement, result.reserved)
  if (offer) await settleOffer(tx, deps, offer, { orderId, now })
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
