import { z } from 'zod'
import { SubscriptionStatus } from './membership.ts'
import { Dollars, Id, Instant, ListMeta } from './primitives.ts'

/** An order that has the members' price by consent, whose membership is not paid. */
export const MemberPriceUse = z.object({
  order_id: Id,
  number: z.string(),
  email: z.string(),
  plan_name: z.string(),
  /** What the price took off. */
  saved: Dollars,
  total: Dollars,
  created_at: Instant,
  /**
   * Of the membership that began with it; null while the order is unpaid, and where there was one
   * before.
   */
  membership_status: SubscriptionStatus.nullable(),
  /** Other orders in this list that the same card paid: it was known only after the payment. */
  same_card_order_ids: z.array(Id),
})
export const MemberPriceUsesReply = z.object({
  member_price_uses: z.array(MemberPriceUse),
  meta: ListMeta,
})
export type MemberPriceUse = z.infer<typeof MemberPriceUse>
