import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../db/client.ts'
import { getDiscountRefusalText } from '../rules/pricing/discount-refusal.ts'
import { hasUseLeft } from '../store/find-discount.ts'
import { confirmPrize } from './choose-discount.ts'
import { confirmMembersPrice } from '../memberships/claim-members-price.ts'
import { type OrderRow } from '../store/orders/order.ts'

/**
 * Before an order is paid: its price holds only while its code has a use for it and its prize is
 * its own. Both may have gone to somebody else once its hold was over. Call it under the order's
 * lock and before slots are locked; nothing is asked for an order without code and prize.
 *
 * @returns what the payer is told when the price holds no longer
 */
export async function confirmDiscounts(tx: Tx, order: OrderRow, now: Date): Promise<FieldErrors | undefined> {
  const cart = order.pricing?.cart
  const discount = cart?.discount
  const prizeUpgradeId = cart && 'prizeUpgradeId' in cart ? cart.prizeUpgradeId : null
  if (discount && !(await hasUseLeft(tx, discount.id, { now, except: [order.id] }))) {
    return { discount_code_code: [getDiscountRefusalText('used_up', discount.code)] }
  }
  const price = await confirmMembersPrice(tx, order, now)
  if (price) return price
  if (prizeUpgradeId && !(await confirmPrize(tx, order, prizeUpgradeId))) {
    return { prize_id: ['This prize has been used meanwhile'] }
  }
  return undefined
}
