import { z } from 'zod'
import { SubscriptionStatus } from './membership.ts'
import { Dollars, Id, Instant, ListMeta } from './primitives.ts'

/** An order that got the members' price for agreeing to a membership which is not paid for. */
export const MemberPriceUse = z.object({
  order_id: Id,
  number: z.string(),
  /** Null only for a walk-in. */
  email: z.string().nullable(),
  plan_name: z.string(),
  /** The amount that the members' price saved. */
  saved: Dollars,
  total: Dollars,
  created_at: Instant,
  /**
   * The status of the membership that started with the order; null while the order is unpaid, and
   * where the account was a member already.
   */
  membership_status: SubscriptionStatus.nullable(),
  /**
   * Other orders with the members' price that the same card paid; the card is known only after the
   * payment.
   */
  same_card_order_ids: z.array(Id),
})
export const MemberPriceUsesReply = z.object({
  member_price_uses: z.array(MemberPriceUse),
  meta: ListMeta,
})
export type MemberPriceUse = z.infer<typeof MemberPriceUse>
