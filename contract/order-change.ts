import { z } from 'zod'
import { Dollars, Id, Instant } from './primitives.ts'
import { Order, OrderChange } from './order.ts'
import { Payment } from './payment.ts'
import { CartUpgrade, QuoteLine } from './quote.ts'

/**
 * `PATCH /v1/orders/{id}/update_upgrades`: upgrades to add to a paid order, wrapped in `order` or
 * flat. The last four are additions beside spec section 7. `stripe_source` is left out where credit
 * pays everything.
 */
export const UpdateUpgradesFields = z.object({
  /** A saved card's id, or a card just typed. */
  stripe_source: z
    .union([z.string().max(200), Id])
    .nullable()
    .optional(),
  apply_user_credit: z.boolean().optional(),
  /** What the whole order comes to with them: a claim. */
  updated_total_price: Dollars,
  order_item_upgrades: z.array(CartUpgrade).min(1, 'Please choose an upgrade').max(20),
  /** Begin a payment that the wallet's open sheet confirms; its reference is the client secret. */
  payment_intent: z.literal(true).optional(),
  /** Pay on the provider's own page. */
  hosted: z.boolean().optional(),
  /** Where the hosted page and 3-D Secure come back to; must be on an allowed host. */
  return_url: z.string().max(500).optional(),
  cancel_url: z.string().max(500).optional(),
  /** Save the card with the account once it has paid. */
  remember: z.boolean().optional(),
})
export const UpdateUpgradesRequest = z.union([
  z.object({ order: UpdateUpgradesFields }).transform((body) => body.order),
  UpdateUpgradesFields,
])

export const UpgradeQuoteFields = z.object({
  order_item_upgrades: z.array(CartUpgrade).max(20).default([]),
  apply_user_credit: z.boolean().optional(),
})

export const UpgradeOffer = z.object({
  upgrade_id: Id,
  name: z.string(),
  description: z.string(),
  unit_price: Dollars,
  /** Null where the price is flat. */
  percent: z.number().nullable(),
  question: z.string().nullable(),
  /** On the order already. */
  bought_quantity: z.number().int(),
  /**
   * How many would be added; null where the shopper chooses. 0 when all that the party can use is
   * bought.
   */
  quantity: z.number().int().nullable(),
  /** For what `quantity` says, or for one; without tax. */
  amount: Dollars,
})

/** What can be added to an order, and what it would cost; changes nothing. */
export const UpgradeQuote = z.object({
  order_id: Id,
  /** Whether something can be added now. */
  open: z.boolean(),
  /** Why not, or what is wrong with what was asked for; null when all is well. */
  message: z.string().nullable(),
  /** Until when; null without a flight. */
  closes_at: Instant.nullable(),
  offers: z.array(UpgradeOffer),
  lines: z.array(QuoteLine),
  tax: Dollars,
  /** Of what is added. */
  total: Dollars,
  credits: Dollars,
  /** Left for a card; null when nothing is. */
  amount_due: Dollars.nullable(),
  /** What the whole order comes to with it. */
  updated_total_price: Dollars,
  /** Account credit that could pay; null where none can. */
  credit_available: Dollars.nullable(),
  currency: z.literal('usd'),
})
export const UpgradeQuoteReply = z.object({ upgrade_quote: UpgradeQuote })

export const UpdateUpgradesReply = z.object({
  order: Order,
  order_change: OrderChange,
  /** The payment as it stands; empty when there was nothing for a card. */
  payments: z.array(Payment),
})
/** 409 `price_changed` carries the right figures. */
export const ChangePriceChangedBody = z.object({
  error: z.string(),
  code: z.literal('price_changed'),
  upgrade_quote: UpgradeQuote,
})

export type UpdateUpgradesFields = z.infer<typeof UpdateUpgradesFields>
export type UpgradeOffer = z.infer<typeof UpgradeOffer>
export type UpgradeQuote = z.infer<typeof UpgradeQuote>
