import { and, eq, gt } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { rebookingAlternatives, rebookingOffers } from '../../db/schema/departure-cancellations.ts'
import { type ApiDeps } from '../../deps.ts'
import { lockOrder, type OrderRow } from '../../store/orders/order.ts'
import { judgeRebookingOffer } from '../assess-rebooking-offer.ts'
import { tellBuyer } from '../make-rebooking-offer.ts'
import { presentRebookingMoney } from '../read-rebooking-offer.ts'
import { isToldByMail } from '../rules/told-by.ts'

interface ToldParty {
  offerId: number
  orderId: number
  slot: { id: number }
}

/**
 * Mails a party its page, once. A party with nothing to choose there is left for staff to call,
 * unless it gave no number.
 */
export async function tellParty(tx: Tx, deps: ApiDeps, { offerId, orderId, slot }: ToldParty): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const [offer] = await tx.select().from(rebookingOffers).where(eq(rebookingOffers.id, offerId))
  if (!offer || offer.toldAt) return
  const now = deps.clock.now()
  const isMailed =
    offer.state !== 'open' || isToldByMail(await countChoices(tx, { order, offerId, slot, now }))
  if (isMailed) await tellBuyer(tx, deps, { offerId, order, now })
  else await tx.update(rebookingOffers).set({ toldAt: now }).where(eq(rebookingOffers.id, offerId))
}

interface ChoicesOf {
  order: OrderRow
  offerId: number
  slot: { id: number }
  now: Date
}

async function countChoices(tx: Tx, { order, offerId, slot, now }: ChoicesOf) {
  const isHeld = and(
    eq(rebookingAlternatives.claimId, offerId),
    eq(rebookingAlternatives.state, 'open'),
    gt(rebookingAlternatives.expiresAt, now),
  )
  const alternatives = await tx.$count(rebookingAlternatives, isHeld)
  const money = await presentRebookingMoney(tx, order, await judgeRebookingOffer(tx, order, slot.id))
  return { alternatives, phone: order.phone, ...money }
}
