import { z } from 'zod'
import { PublishStatus } from './enums.ts'
import { Dollars, Id, Instant, ListMeta } from './primitives.ts'

/**
 * A sale campaign and its banner. The page's stylesheet uses the colour; `discount_code` is the
 * text of the code.
 */
export const Campaign = z.object({
  id: Id,
  brand_id: Id,
  name: z.string(),
  start_at: Instant,
  end_at: Instant,
  discount_code: z.string().nullable(),
  /** The discount in whole percent; 0 for none. */
  discount_percent_off: z.number().int().min(0).max(100),
  /** The checkout fills in the code for the shopper, and list prices do not show the campaign. */
  auto_fill_code: z.boolean(),
  countdown_enabled: z.boolean(),
  countdown_text: z.string(),
  banner_color: z.string(),
  banner_image: z.string().nullable(),
  banner_link_to: z.string(),
  disabled: z.boolean(),
})
export const CampaignReply = z.object({ campaign: Campaign })
export const CampaignsReply = z.object({ campaigns: z.array(Campaign), meta: ListMeta })

export const Discount = z.object({
  id: Id,
  name: z.string(),
  invoice_description: z.string(),
  /** Exactly one of `amount` and `percent` is set. */
  amount: Dollars.nullable(),
  percent: z.number().nullable(),
  publish_status: PublishStatus,
  publish_at: Instant.nullable(),
  publish_until: Instant.nullable(),
  disable_for_seats: z.boolean(),
  disable_for_flights: z.boolean(),
  /** The brand that the discount is limited to; null for all brands. */
  brand_id: Id.nullable(),
  /** The products that the discount is limited to; empty for all products. */
  product_ids: z.array(Id),
})

/**
 * A discount code. A caller who looks up a code reads its discount, but not how often it was used.
 */
export const DiscountCode = z.object({
  id: Id,
  code: z.string(),
  discount_id: Id,
  discount: Discount,
  /** Whether the code can be used; false when it has expired or its limit is reached. */
  redeemable: z.boolean(),
  redemption_limit: z.number().int().nullable(),
  /**
   * Options of the code (new): it also applies to sunset and focus flights, it stacks on a
   * campaign’s price, or only the shop itself applies it.
   */
  sunset_and_focus: z.boolean().optional(),
  stackable: z.boolean().optional(),
  internal: z.boolean().optional(),
})
export const DiscountCodeReply = z.object({ discount_code: DiscountCode })

/** A discount code on a quote: its name, and the reason where it does not apply. */
export const AppliedCode = z.object({
  code: z.string(),
  applied: z.boolean(),
  /** The message for the shopper; null when the code applies. */
  message: z.string().nullable(),
  /** The reason in detail; null when the code applies. */
  reason: z.string().nullable(),
})

export type Campaign = z.infer<typeof Campaign>
export type DiscountCode = z.infer<typeof DiscountCode>
export type AppliedCode = z.infer<typeof AppliedCode>
