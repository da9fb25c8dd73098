import { and, eq, isNull } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { discountCodeUses, prizes } from '../../db/schema/promotions.ts'
import { type FrozenPricing } from '../../rules/pricing/frozen-pricing.ts'
import { type OrderState } from '../../rules/orders/order-states.ts'

export interface OrderTransitionFacts {
  orderId: number
  /** The frozen cart; an order without code and prize needs no query. */
  cart: FrozenPricing['cart'] | undefined
  to: OrderState
  now: Date
}

/**
 * Settles the use of a code and the prize with their order: used when it is paid, released when it
 * ends unpaid. A use that was paid once stays used, also after a refund. The order must be locked.
 */
export async function settleDiscountUses(
  tx: Tx,
  { orderId, cart, to, now }: OrderTransitionFacts,
): Promise<void> {
  const paid = to === 'completed'
  if (!paid && to !== 'cancelled' && to !== 'expired') return
  if (cart?.discount) {
    const ofOrder = eq(discountCodeUses.orderId, orderId)
    await tx
      .update(discountCodeUses)
      .set({ state: paid ? 'captured' : 'released' })
      // A late payment finds its use released; `confirmDiscounts` has counted it again.
      .where(paid ? ofOrder : and(ofOrder, eq(discountCodeUses.state, 'reserved')))
  }
  if (cart && 'prizeUpgradeId' in cart && cart.prizeUpgradeId) {
    await tx
      .update(prizes)
      .set(paid ? { usedAt: now } : { orderId: null })
      .where(and(eq(prizes.orderId, orderId), isNull(prizes.usedAt)))
  }
}
