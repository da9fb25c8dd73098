import { type AppliedCode } from '#contract/promotions.ts'
import { type Quote, type QuoteRequest } from '#contract/quote.ts'
import { presentPriceLine } from '../rules/pricing/price-lines.ts'
import { type Db } from '../db/client.ts'
import { presentRefusedMembership } from '../memberships/consent-refusal.ts'
import { getRoomStatus, type RoomStatus, secondSeatsFor } from '../rules/departures/availability.ts'
import { takeBoth } from '../rules/departures/two-aircraft.ts'
import { toCents, toDollars, toDollarsOrNull } from '../rules/money/money.ts'
import { type FrozenPricing } from '../rules/pricing/frozen-pricing.ts'
import { type Cart, type PricingFacts } from '../rules/pricing/pricing-facts.ts'
import { findStaffPrice } from '../rules/pricing/staff-price.ts'
import {
  type CartProblem,
  findCartProblem,
  findCreditObstacle,
  priceCart,
  type PricedCart,
} from '../rules/pricing/pricing.ts'
import {
  chooseDiscount,
  type ChosenDiscount,
  findPrize,
  type JudgedDiscount,
  type MembershipBuyer,
} from './choose-discount.ts'
import { divideCart, type DivisionProblem, type PartOfParty, type TwoParts } from './divide-cart.ts'
import {
  type CartFacts,
  type CartFactsQuery,
  type CartFactsRefusal,
  loadCartFacts,
} from './load-cart-facts.ts'

/** A flight at its present price. */
export interface QuotedFlight {
  ok: true
  facts: CartFacts
  cart: Cart
  priced: PricedCart
  discount: JudgedDiscount
  /** Where the party flies on two aircraft; the first is that of `facts`. */
  parts: TwoParts | undefined
  membership: (ChosenDiscount & { ok: true })['membership']
  /** What the caller may give of an order, in cents; undefined for no limit. */
  giverLimitCents?: number | undefined
}
export interface QuoteRefusal {
  ok: false
  reason: CartFactsRefusal | CartProblem | DivisionProblem | Exclude<RoomStatus, 'open'>
}

/**
 * Prices a cart as an order would be priced now, if the party can book it. Holds nothing. A code
 * that does not apply leaves the price unchanged.
 * @param forStaff whether staff sell it, who sell longer
 * @param ownSessionId seats and uses of codes held by this session do not count as taken
 * @param prizeOwnerId the account whose prizes count; none by default
 * @param buyer the buyer whose membership counts
 */
export async function quoteCart(
  db: Db,
  request: QuoteRequest,
  options: {
    now: Date
    forStaff?: boolean | undefined
    ownSessionId?: string | undefined
    prizeOwnerId?: number | undefined
    buyer?: MembershipBuyer | undefined
  },
): Promise<QuotedFlight | QuoteRefusal> {
  const loaded = await loadCartFacts(db, {
    brandId: request.brand_id,
    departureId: request.departure_id,
    departAt: new Date(request.depart_at),
    ownOffer: request.waitlist_offer,
    ...options,
  })
  if (!loaded.ok) return loaded
  const { facts } = loaded
  const secondSeats = secondSeatsFor(request.quantity, request.weights, facts.seatLimitLbs)
  const cart: Cart = {
    quantityType: request.quantity_type,
    quantity: request.quantity,
    ...(secondSeats > 0 ? { secondSeats } : {}),
    ...readSeatTypes(request),
    upgrades: request.upgrades.map(({ upgrade_id: upgradeId, quantity }) => ({ upgradeId, quantity })),
    ...readStaffPrice(request),
  }
  const problem = findCartProblem(facts.pricing, cart)
  if (problem) return { ok: false, reason: problem }
  const room = await checkRoom(db, request, { facts, cart }, options)
  if (!room.ok) return room
  const { now, ownSessionId: sessionId } = options
  const typed = request.discount_code_code
  const asked = {
    typed,
    planId: request.membership_plan_id,
    buyer: options.buyer,
    hasStaffPrice: cart.staffPriceCents !== undefined,
  }
  const when = { now, except: { sessionId } }
  const chosen = await chooseDiscount(db, asked, { facts, cart }, when)
  // A plan that is not sold any more changes no price; the order says so.
  if (!chosen.ok) {
    const plain = await quoteCart(db, { ...request, membership_plan_id: null }, options)
    return plain.ok ? { ...plain, membership: plain.membership ?? presentRefusedMembership(chosen) } : plain
  }
  const { discount, membership } = chosen
  const upgradeIds = cart.upgrades.map(({ upgradeId }) => upgradeId)
  const prize = await findPrize(
    db,
    { prizeId: request.prize_id, userId: options.prizeOwnerId, upgradeIds },
    { now, sessionId },
  )
  const reduced = { ...cart, discount: discount.terms, prizeUpgradeId: prize?.upgradeId ?? null }
  const priced = priceCart(facts.pricing, reduced)
  return { ok: true, facts, cart: reduced, priced, discount, membership, parts: room.parts }
}

/** Whether the aircraft takes the party, or the two aircraft that it asks for. */
async function checkRoom(
  db: Db,
  request: QuoteRequest,
  { facts, cart }: { facts: CartFacts; cart: Cart },
  options: Pick<CartFactsQuery, 'now' | 'forStaff' | 'ownSessionId'>,
): Promise<{ ok: true; parts: TwoParts | undefined } | QuoteRefusal> {
  const { second_departure: second } = request
  const weights = request.weights.some((weight) => weight !== null) ? request.weights : undefined
  if (!second) {
    const status = getRoomStatus(facts.room, { ...cart, weights })
    return status === 'open' ? { ok: true, parts: undefined } : { ok: false, reason: status }
  }
  if (cart.quantityType === 'flight') return { ok: false, reason: 'not_together' }
  const loaded = await loadCartFacts(db, {
    brandId: request.brand_id,
    departureId: second.departure_id,
    departAt: new Date(second.depart_at),
    ownOffer: request.waitlist_offer,
    ...options,
  })
  if (!loaded.ok) return loaded
  const flights = [facts, loaded.facts] as const
  const quantities = [cart.quantity - second.quantity, second.quantity] as const
  const divided = divideCart({ flights, quantities, cart, weights: request.weights })
  if (!divided.ok) return divided
  const [one, other] = divided.parts
  const partOf = ({ places, secondSeats }: PartOfParty) => ({
    quantity: places.length,
    weights: places.map((place) => request.weights[place] ?? null),
    secondSeats,
  })
  const isRoom = takeBoth([facts.room, loaded.facts.room], [partOf(one), partOf(other)])
  return isRoom ? { ok: true, parts: divided.parts } : { ok: false, reason: 'too_few' }
}

/** The passengers who are no adults, as a part of the cart. */
export const readSeatTypes = ({
  passenger_types: types = [],
}: Pick<QuoteRequest, 'passenger_types'>): Pick<Cart, 'passengerTypes'> =>
  types.length === 0
    ? {}
    : { passengerTypes: types.map(({ passenger_type_id: typeId, quantity }) => ({ typeId, quantity })) }

/** The price that staff ask for, as a part of the cart. */
export const readStaffPrice = ({
  staff_price: price,
}: Pick<QuoteRequest, 'staff_price'>): Pick<Cart, 'staffPriceCents'> =>
  price === undefined || price === null ? {} : { staffPriceCents: toCents(price) }

/** A priced flight: the place of its slot, and its cart. */
interface PresentedFlight {
  facts: {
    slot: { productId: number; departureId: number; departAt: Date }
    fare: { id: number } | null
    pricing: PricingFacts
  }
  cart: Cart
  parts?: TwoParts | undefined
  membership?: Quote['membership']
  giverLimitCents?: number | undefined
}

/** A priced flight on the wire, in dollars, and how its code fared. */
export function presentQuote(
  { facts, cart, parts, membership = null, giverLimitCents }: PresentedFlight,
  priced: PricedCart,
  code: AppliedCode | null,
): Quote {
  const { slot, fare, pricing } = facts
  const staffPrice = findStaffPrice(cart, priced)
  return {
    product_id: slot.productId,
    departure_id: slot.departureId,
    depart_at: slot.departAt.toISOString(),
    quantity_type: cart.quantityType,
    quantity: cart.quantity,
    flight_quantity: priced.flightQuantity,
    second_seats: cart.secondSeats ?? 0,
    ...(parts ? { second_departure: presentSecond(parts[1]) } : {}),
    fare_id: fare?.id ?? null,
    ...presentPrice({ facts: pricing, cart }, priced, code),
    membership,
    list_price: toDollarsOrNull(staffPrice?.listCents ?? null),
    staff_price_given: toDollarsOrNull(staffPrice?.givenCents ?? null),
    staff_price_limit: toDollarsOrNull((staffPrice && giverLimitCents) ?? null),
  }
}

const presentSecond = ({ facts: { slot }, places }: PartOfParty): Quote['second_departure'] => ({
  departure_id: slot.departureId,
  depart_at: slot.departAt.toISOString(),
  quantity: places.length,
})

/** What every quote says of its price, whatever it is for. */
export const presentPrice = (
  { facts, cart }: FrozenPricing,
  priced: PricedCart,
  code: AppliedCode | null,
) => ({
  unit_price: toDollars(priced.unitPriceCents),
  lines: priced.lines.map(presentPriceLine),
  subtotal: toDollars(priced.subtotalCents),
  fees: toDollars(priced.feesCents),
  tax: toDollars(priced.taxCents),
  discount: toDollars(priced.discountCents),
  credits: toDollars(priced.creditsCents),
  total: toDollars(priced.totalCents),
  amount_due: priced.amountDueCents === null ? null : toDollars(priced.amountDueCents),
  currency: 'usd' as const,
  discount_code: code,
  credit_hidden: findCreditObstacle(facts, cart),
  tender_problem: null,
})
