import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { isSelfGrant } from '../access/is-self-grant.ts'
import { type Tx } from '../db/client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { toDollars } from '../rules/money/money.ts'
import { findStaffPrice, type StaffPriceTerms } from '../rules/pricing/staff-price.ts'
import { getRefundLimit } from '../rules/refunds/refund-limit.ts'
import { getCodeWorth } from '../store/orders/code-worth.ts'
import { type FoundBuyer } from '../store/orders/buyer.ts'
import { type OrderRefusal, type OrderToPlace, type Placement } from '../store/orders/order-kind.ts'
import { writeStaffPrice } from '../store/orders/staff-price.ts'
import { writeAudit } from '../store/write-audit.ts'

/** What staff give with a sale: by a typed code, or by a price that they set. */
export interface GivenBySale {
  cents: number
  staffPrice: StaffPriceTerms | undefined
  caller: SignedInCaller
  requestId: string | undefined
}

const NEEDED = 'This field is required'

/** What is missing beside a price that staff set, or does not go with it. */
export function findStaffPriceProblem(fields: OrderFields): FieldErrors | undefined {
  const { staff_price: price, staff_price_reason: reason } = fields
  if (price === undefined || price === null) return reason ? { staff_price: [NEEDED] } : undefined
  if (fields.order_item_gift_cards_attributes.length > 0)
    return { staff_price: ['Gift cards are sold at the price of their fare'] }
  if (!reason) return { staff_price_reason: [NEEDED] }
  return fields.membership_plan_id
    ? { membership_plan_id: ['A membership does not begin with a price that staff set'] }
    : undefined
}

/** Judges what a sale by staff gives: within their limit, and to somebody else. */
export function judgeGiven(
  order: OrderToPlace,
  buyer: FoundBuyer,
  {
    fields,
    caller,
    requestId,
  }: { fields: OrderFields; caller: SignedInCaller; requestId?: string | undefined },
): { ok: true; given: GivenBySale | undefined } | OrderRefusal {
  const staffPrice = findStaffPrice(order.cart, order.priced)
  const isSold = buyer.channel !== 'web'
  if (staffPrice && !isSold) return { ok: false, reason: 'staff_price_without_customer' }
  const cents = staffPrice?.givenCents ?? (isSold ? getCodeWorth(order, fields.discount_code_code) : 0)
  if (staffPrice && cents > 0 && buyer.userId !== undefined && isSelfGrant(caller, buyer.userId))
    return { ok: false, reason: 'price_for_oneself' }
  if (cents > (getRefundLimit(caller) ?? cents))
    return { ok: false, reason: staffPrice ? 'over_price_limit' : 'over_code_limit' }
  return { ok: true, given: cents > 0 || staffPrice ? { cents, staffPrice, caller, requestId } : undefined }
}

/** Writes down what a sale gives, in its transaction: the price that was set, and the audit log. */
export async function recordGiven(
  tx: Tx,
  orderId: number,
  { cents, staffPrice, caller: { userId, apiKey }, requestId }: GivenBySale,
  { fields, order, now }: Placement<OrderToPlace>,
): Promise<void> {
  const reason = fields.staff_price_reason ?? ''
  if (staffPrice) await writeStaffPrice(tx, orderId, staffPrice, { reason, setBy: userId, now })
  const what = staffPrice
    ? {
        staff_price: toDollars(staffPrice.unitCents),
        list_price: toDollars(staffPrice.listCents),
        staff_price_reason: reason,
      }
    : { code: order.cart.discount?.code }
  const by = { userId, at: now, requestId, apiKeyId: apiKey?.id }
  await writeAudit(tx, by, { resource: 'orders', id: orderId, after: { ...what, given: toDollars(cents) } })
}
