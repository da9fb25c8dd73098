import { type QuoteRequest } from '#contract/quote.ts'
import { type Db } from '../db/client.ts'
import { type CartProblem, findCartProblem } from '../rules/pricing/cart-problem.ts'
import { getRoomStatus, type RoomStatus } from '../rules/departures/departure-room.ts'
import { secondSeatsFor } from '../rules/seats/party-weight.ts'
import { type Cart } from '../rules/pricing/pricing-facts.ts'
import { priceCart, type PricedCart } from '../rules/pricing/pricing.ts'
import { findPrize } from './find-prize.ts'
import { chooseDiscount, type ChosenDiscount, type MembershipBuyer } from './choose-discount.ts'
import { presentRefusedMembership } from '../memberships/consent-refusal.ts'
import { type JudgedDiscount } from './check-discount.ts'
import { type CartFacts, type CartFactsRefusal, loadCartFacts } from './load-cart-facts.ts'

/** A flight at its present price. */
export interface QuotedFlight {
  ok: true
  facts: CartFacts
  cart: Cart
  priced: PricedCart
  discount: JudgedDiscount
  membership: (ChosenDiscount & { ok: true })['membership']
}
export interface QuoteRefusal {
  ok: false
  reason: CartFactsRefusal | CartProblem | Exclude<RoomStatus, 'open'>
}

/**
 * Prices a cart as an order would be priced now, if the party can book it. Holds nothing. A code
 * that does not apply leaves the price unchanged.
 * @param ownSessionId seats and uses of codes held by this session do not count as taken
 * @param prizeOwnerId the account whose prizes count; none by default
 * @param buyer the buyer whose membership counts
 */
export async function quoteCart(
  db: Db,
  request: QuoteRequest,
  options: {
    now: Date
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
    upgrades: request.upgrades.map(({ upgrade_id: upgradeId, quantity }) => ({ upgradeId, quantity })),
  }
  const problem = findCartProblem(facts.pricing, cart)
  if (problem) return { ok: false, reason: problem }
  const weights = request.weights.some((weight) => weight !== null) ? request.weights : undefined
  const status = getRoomStatus(facts.room, { ...cart, weights })
  if (status !== 'open') return { ok: false, reason: status }
  const { now, ownSessionId: sessionId } = options
  const typed = request.discount_code_code
  const asked = { typed, planId: request.membership_plan_id, buyer: options.buyer }
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
  return { ok: true, facts, cart: reduced, priced: priceCart(facts.pricing, reduced), discount, membership }
}
