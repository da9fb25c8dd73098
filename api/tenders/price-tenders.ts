import { type DbOrTx } from '../db/client.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { findTenderProblem, type PricedCart } from '../rules/pricing/pricing.ts'
import { priceFrozen } from '../rules/pricing/frozen-pricing.ts'
import { type Tenders } from '../rules/pricing/pricing-facts.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { loadTenders } from './load-tenders.ts'
import { type LoadTendersInput } from '../gifts/tender-request.ts'

export type PricedTenders =
  | { ok: true; priced: PricedCart; offered: Required<Tenders> }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'order_expired' }

const PROBLEMS: Record<NonNullable<ReturnType<typeof findTenderProblem>>, FieldErrors> = {
  gift_card_twice: { gift_cards: ['Each gift card can be used once.'] },
  gift_card_other_unit: { gift_cards: ['This gift card is not good for this flight.'] },
  too_many_gift_cards: { gift_cards: ['There are more gift cards than seats to pay for.'] },
  voucher_twice: { vouchers: ['Each voucher can be named once.'] },
}

/**
 * Prices an order as it was sold, with the requested tenders.
 * @param lock in the transaction that reserves the tenders; the order's row must be locked
 */
export async function priceTenders(
  db: DbOrTx,
  asked: LoadTendersInput & { order: Pick<OrderRow, 'pricing'> },
  lock: boolean,
): Promise<PricedTenders> {
  const { order, input } = asked
  // It was placed before orders kept their pricing facts, and such an order lived a quarter of an
  // hour.
  if (!order.pricing) return { ok: false, reason: 'order_expired' }
  const loaded = await loadTenders(db, asked, lock)
  if (!loaded.ok) return { ok: false, reason: 'invalid', fields: loaded.fields }
  const offered = loaded.tenders
  const { facts, cart } = order.pricing
  const bare = priceFrozen({ facts, cart })
  const units = bare.flightQuantity || cart.quantity
  const problem = findTenderProblem({ quantityType: order.quantityType, ...offered }, units)
  if (problem) return { ok: false, reason: 'invalid', fields: PROBLEMS[problem] }
  const priced = priceFrozen({ facts, cart }, offered)
  if (input.useCredit && offered.creditCents === 0 && priced.amountDueCents !== null) {
    return {
      ok: false,
      reason: 'invalid',
      fields: { apply_user_credit: ['There is no account credit left.'] },
    }
  }
  return { ok: true, priced, offered }
}
