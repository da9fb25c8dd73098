import { type QuoteRequest } from '#contract/quote.ts'
import { type Db } from '../db/client.ts'
import { type CartProblem, findCartProblem } from '../domain/cart-problem.ts'
import { getRoomStatus } from '../domain/departure-room.ts'
import { type Cart } from '../domain/pricing-facts.ts'
import { priceCart, type PricedCart } from '../domain/pricing.ts'
import { type CartFacts, type CartFactsRefusal, loadCartFacts } from './load-cart-facts.ts'

export type QuoteResult =
  | { ok: true; facts: CartFacts; cart: Cart; priced: PricedCart }
  | { ok: false; reason: CartFactsRefusal | CartProblem | 'sold_out' | 'too_few' }

/**
 * Prices a cart as an order would be priced now, if the party can have it. Holds nothing.
 *
 * @param ownSessionId seats held by this session do not count as taken
 */
export async function quoteCart(
  db: Db,
  request: QuoteRequest,
  options: { now: Date; ownSessionId?: string | undefined },
): Promise<QuoteResult> {
  const loaded = await loadCartFacts(db, {
    brandId: request.brand_id,
    departureId: request.departure_id,
    departAt: new Date(request.depart_at),
    ...options,
  })
  if (!loaded.ok) return loaded
  const { facts } = loaded
  const cart: Cart = {
    quantityType: request.quantity_type,
    quantity: request.quantity,
    upgrades: request.upgrades.map(({ upgrade_id: upgradeId, quantity }) => ({ upgradeId, quantity })),
  }
  const problem = findCartProblem(facts.pricing, cart)
  if (problem) return { ok: false, reason: problem }
  const status = getRoomStatus(facts.room, cart)
  if (status !== 'open') return { ok: false, reason: status }
  return { ok: true, facts, cart, priced: priceCart(facts.pricing, cart) }
}
