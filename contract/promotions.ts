import { z } from 'zod'
import { PublishStatus } from './enums.ts'
import { Dollars, Id, Instant, ListMeta } from './primitives.ts'

/** A sale banner. Colours are for the page's stylesheet; `discount_code` is the code's text. */
export const Campaign = z.object({
  id: Id,
  brand_id: Id,
  name: z.string(),
  start_at: Instant,
  end_at: Instant,
  discount_code: z.string().nullable(),
  /** Whole percent; 0 for none. */
  discount_percent_off: z.number().int().min(0).max(100),
  /** The code is filled in for the shopper, and prices show no campaign. */
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
  /** Exactly one of the two is set. */
  amount: Dollars.nullable(),
  percent: z.number().nullable(),
  publish_status: PublishStatus,
  publish_at: Instant.nullable(),
  publish_until: Instant.nullable(),
  disable_for_seats: z.boolean(),
  disable_for_flights: z.boolean(),
  /** Null: every brand. */
  brand_id: Id.nullable(),
  /** Empty: every product. */
  product_ids: z.array(Id),
})

/** A caller who looks a code up reads its discount, not how often it was used. */
export const DiscountCode = z.object({
  id: Id,
  code: z.string(),
  discount_id: Id,
  discount: Discount,
  /** False as well when its time is over or its limit is reached. */
  redeemable: z.boolean(),
  redemption_limit: z.number().int().nullable(),
  /**
   * Also for sunset and focus flights; on top of a campaign’s price; applied by the shop alone
   * (new).
   */
  sunset_and_focus: z.boolean().optional(),
  stackable: z.boolean().optional(),
  internal: z.boolean().optional(),
})
export const DiscountCodeReply = z.object({ discount_code: DiscountCode })

/** The result of a code beside a price: its name, and the reason where it took nothing off. */
export const AppliedCode = z.object({
  code: z.string(),
  applied: z.boolean(),
  /** The sentence for the shopper; null when applied. */
  message: z.string().nullable(),
  /** Why, in plain words; null when applied. */
  reason: z.string().nullable(),
})

export type Campaign = z.infer<typeof Campaign>
export type DiscountCode = z.infer<typeof DiscountCode>
export type AppliedCode = z.infer<typeof AppliedCode>
