import { createHash } from 'node:crypto'
import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type DbOrTx } from '../db/client.ts'
import { findCartProblem, priceCart, type PricedCart } from '../rules/pricing/pricing.ts'
import { partyWeight, secondSeatsFor } from '../rules/departures/availability.ts'
import { type Cart } from '../rules/pricing/pricing-facts.ts'
import { readSeatTypes, readStaffPrice } from './quote-cart.ts'
import { chooseDiscount, findPrize, type JudgedDiscount, type MembershipBuyer } from './choose-discount.ts'
import { getMembershipProblem } from '../memberships/consent-refusal.ts'
import { type MemberPriceBuyer } from '../memberships/member-price-uses.ts'
import { divideCart, type TwoParts } from './divide-cart.ts'
import { type CartFacts } from './load-cart-facts.ts'
import { type RequestedFlight } from './read-requested-flight.ts'
import { type Party } from '../slots/slot-store.ts'
import { PROBLEMS, refuseDivision, refusePeople, refuseParty } from './refuse-order.ts'

/** An order as it would be sold now. */
export interface PricedOrder {
  facts: CartFacts
  cart: Cart
  priced: PricedCart
  /** The message about the shopper's code. */
  code: JudgedDiscount['appliedCode']
  /** The prize behind `cart.prizeUpgradeId`. */
  prizeId: number | null
  /** The membership that starts once the order is completed. */
  membershipPlanId: number | null
  /** Who has the members' price by consent with it; undefined where nobody has. */
  priceTaker: MemberPriceBuyer | undefined
  /** All of it, on however many aircraft. */
  party: Party
  /** Where the party flies on two aircraft; the first is that of `facts`. */
  parts: TwoParts | undefined
  /** List price of one seat or aircraft as the shopper saw it, in dollars. */
  claimedPrice: number | undefined
  /** What the caller may give of an order, in cents; undefined for no limit. */
  giverLimitCents?: number | undefined
  /** The same purchase at the same price has the same hash; names and weights are no part of it. */
  cartHash: string
}

type Priced = { ok: true; order: PricedOrder } | { ok: false; reason: 'invalid'; fields: FieldErrors }

/** Who buys, as far as prices go. */
export interface PriceBuyer {
  /** Uses of codes held by its own orders do not count against a limit. */
  sessionId: string
  /** The account whose prizes count; none if undefined. */
  prizeOwnerId: number | undefined
  /** Undefined where nobody is known yet. */
  membership: MembershipBuyer | undefined
}

/**
 * Prices an order from facts of the catalogue, with its code and prize. Takes nothing. A code that does not
 * hold refuses the order; a prize that is not the buyer's is dropped (domain rule 2).
 */
export async function priceOrder(
  db: DbOrTx,
  fields: OrderFields,
  { wanted, facts, second }: { wanted: RequestedFlight; facts: CartFacts; second: CartFacts | undefined },
  { buyer, now }: { buyer: PriceBuyer; now: Date },
): Promise<Priced> {
  const cart = readCart(fields, wanted, facts)
  const problem = findCartProblem(facts.pricing, cart)
  if (problem) return { ok: false, reason: 'invalid', fields: PROBLEMS[problem] }
  const party: Party = {
    kind: cart.quantityType,
    size: cart.quantity + (cart.secondSeats ?? 0),
    weightLbs: partyWeight(cart.quantity, weightsOf(fields)),
  }
  const refused =
    refusePeople(facts, cart, fields) ?? (second ? undefined : refuseParty(facts, party, wanted))
  if (refused) return { ok: false, reason: 'invalid', fields: refused }
  const divided = second && divideOrder(fields, wanted, { flights: [facts, second], cart })
  if (divided?.ok === false) return { ok: false, reason: 'invalid', fields: refuseDivision(divided.reason) }
  const parts = divided?.parts

  const reduced = await reduceCart(db, fields, { facts, cart, buyer, now })
  if (!reduced.ok) return reduced
  const priced = priceCart(facts.pricing, reduced.cart)
  const { code, prizeId, membershipPlanId, priceTaker } = reduced
  const cartHash = hashCart(fields, facts, { ...reduced, parts }, priced)
  const order = {
    facts,
    cart: reduced.cart,
    priced,
    code,
    prizeId,
    membershipPlanId,
    priceTaker,
    party,
    parts,
    claimedPrice: wanted.claimedPrice,
    cartHash,
  }
  return { ok: true, order }
}

const weightsOf = ({ passengers_attributes: people }: OrderFields) => people.map(({ weight }) => weight)

function readCart(fields: OrderFields, wanted: RequestedFlight, { pricing, seatLimitLbs }: CartFacts): Cart {
  const quantity = wanted.quantity ?? wanted.aircraft * pricing.capacity
  // An order of whole aircraft without a number of people has no second seat.
  const said = wanted.quantity === undefined ? [] : weightsOf(fields)
  const secondSeats = secondSeatsFor(quantity, said, seatLimitLbs)
  return {
    quantityType: wanted.quantityType,
    quantity,
    ...(secondSeats > 0 ? { secondSeats } : {}),
    ...readSeatTypes(fields),
    upgrades: fields.order_item_upgrades_attributes.map(({ upgrade_id: upgradeId, quantity }) => ({
      upgradeId,
      quantity,
    })),
    ...readStaffPrice(fields),
  }
}

type Reduced =
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | ({ ok: true; cart: Cart; code: JudgedDiscount['appliedCode'] } & Pick<
      PricedOrder,
      'prizeId' | 'membershipPlanId' | 'priceTaker'
    >)

/** The cart with the requested code and prize. */
async function reduceCart(
  db: DbOrTx,
  fields: OrderFields,
  { facts, cart, buyer, now }: { facts: CartFacts; cart: Cart; buyer: PriceBuyer; now: Date },
): Promise<Reduced> {
  const { sessionId, prizeOwnerId: userId } = buyer
  const invalid = (problems: FieldErrors) => ({
    ok: false as const,
    reason: 'invalid' as const,
    fields: problems,
  })
  const asked = {
    typed: fields.discount_code_code,
    planId: fields.membership_plan_id,
    buyer: buyer.membership,
    hasStaffPrice: cart.staffPriceCents !== undefined,
  }
  const chosen = await chooseDiscount(db, asked, { facts, cart }, { now, except: { sessionId } })
  // Who has one that is not paid yet flies at the usual price, without a second one.
  if (!chosen.ok && (chosen.reason === 'membership_unpaid' || chosen.reason === 'member_must_prove'))
    return reduceCart(db, { ...fields, membership_plan_id: null }, { facts, cart, buyer, now })
  if (!chosen.ok) return invalid({ membership_plan_id: [getMembershipProblem(chosen.reason)] })
  const code = chosen.discount
  const message = code.appliedCode?.message
  if (message && !chosen.isSuperseded) return invalid({ discount_code_code: [message] })
  const upgradeIds = cart.upgrades.map(({ upgradeId }) => upgradeId)
  const prize = await findPrize(db, { prizeId: fields.prize_id, userId, upgradeIds }, { now, sessionId })
  const reduced: Cart = { ...cart, discount: code.terms, prizeUpgradeId: prize?.upgradeId ?? null }
  const membershipPlanId = chosen.consentPlanId
  const priceTaker = chosen.byConsent ? buyer.membership?.taker : undefined
  return {
    ok: true,
    cart: reduced,
    code: code.appliedCode,
    prizeId: prize?.id ?? null,
    membershipPlanId,
    priceTaker,
  }
}

/** The same order at the price it has without its prize. */
export function withoutPrize(order: PricedOrder): PricedOrder {
  const cart = { ...order.cart, prizeUpgradeId: null }
  return { ...order, cart, priced: priceCart(order.facts.pricing, cart), prizeId: null }
}

/** The parts of a party on two aircraft. */
function divideOrder(
  fields: OrderFields,
  { quantity = 0, second }: RequestedFlight,
  { flights, cart }: { flights: readonly [CartFacts, CartFacts]; cart: Cart },
) {
  const later = second?.quantity ?? 0
  return divideCart({
    flights,
    quantities: [quantity - later, later],
    cart,
    typeIds: fields.passengers_attributes.map(({ passenger_type_id: typeId }) => typeId),
    weights: weightsOf(fields),
  })
}

/**
 * What is agreed to counts too where it changes no price: consent that was taken back is another
 * purchase.
 */
function hashCart(
  fields: OrderFields,
  facts: CartFacts,
  { cart, membershipPlanId, parts: flights }: Pick<PricedOrder, 'cart' | 'membershipPlanId' | 'parts'>,
  priced: PricedCart,
): string {
  const upgrades = fields.order_item_upgrades_attributes
    .map(({ upgrade_id: id, quantity, meta }) => [id, quantity ?? null, meta?.answer ?? null] as const)
    .toSorted(([a], [b]) => a - b)
  const { departureId, departAt } = facts.slot
  const parts = [fields.brand_id, fields.user_id ?? null, departureId, departAt.toISOString()]
  const discounts = [cart.discount?.id ?? null, cart.prizeUpgradeId ?? null, membershipPlanId]
  const content = [
    ...parts,
    cart.quantityType,
    cart.quantity,
    cart.secondSeats ?? 0,
    ...(cart.passengerTypes ? [cart.passengerTypes] : []),
    upgrades,
    discounts,
    priced.lines,
    ...(cart.staffPriceCents === undefined ? [] : [fields.staff_price_reason]),
    ...(flights
      ? flights.map(({ facts: { slot }, party }) => [slot.departureId, slot.departAt, party.size])
      : []),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
