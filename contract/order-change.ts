import { z } from 'zod'
import { StaffChangePayment } from './change-payment.ts'
import { Dollars, Id, Instant, SeenDollars } from './primitives.ts'
import { Order, OrderChange } from './order.ts'
import { Payment } from './payment.ts'
import { CartUpgrade, QuoteLine } from './quote.ts'

/**
 * `PATCH /v1/orders/{id}/update_upgrades`: adds upgrades to a paid order; wrapped in `order` or
 * flat. `payment_intent` and the fields below it are additions beside spec section 7.
 * `stripe_source` is omitted when credit pays everything.
 */
export const UpdateUpgradesFields = z.object({
  /** The id of a saved card, or a new card's token. */
  stripe_source: z
    .union([z.string().max(200), Id])
    .nullable()
    .optional(),
  apply_user_credit: z.boolean().optional(),
  /** The total of the order with the new upgrades, as the payer saw it; the service checks it. */
  updated_total_price: SeenDollars,
  order_item_upgrades: z.array(CartUpgrade).min(1, 'Please choose an upgrade').max(20),
  /** Create a payment that the wallet's open sheet confirms; its reference is the client secret. */
  payment_intent: z.literal(true).optional(),
  /** Pay on the payment provider's hosted page. */
  hosted: z.boolean().optional(),
  /** The URL to return to after the hosted page or 3-D Secure; must be on an allowed host. */
  return_url: z.string().max(500).optional(),
  cancel_url: z.string().max(500).optional(),
  /** Save the card to the account after the payment succeeds. */
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
  /** The percentage of a percentage-priced upgrade; null for a flat price. */
  percent: z.number().nullable(),
  question: z.string().nullable(),
  /** The quantity that the order already has. */
  bought_quantity: z.number().int(),
  /**
   * The quantity that would be added; null where the shopper chooses it, 0 when the party has all
   * it can use.
   */
  quantity: z.number().int().nullable(),
  /** The price of `quantity` units, or of one unit where the shopper chooses; without tax. */
  amount: Dollars,
})

/** The upgrades that can be added to an order, and their price. A quote writes nothing. */
export const UpgradeQuote = z.object({
  order_id: Id,
  /** Whether upgrades can be added now. */
  open: z.boolean(),
  /** Why no upgrades can be added, or what is wrong with the request; null when neither applies. */
  message: z.string().nullable(),
  /** The deadline for adding upgrades; null for an order without a flight. */
  closes_at: Instant.nullable(),
  offers: z.array(UpgradeOffer),
  lines: z.array(QuoteLine),
  tax: Dollars,
  /** The total of the added upgrades. */
  total: Dollars,
  credits: Dollars,
  /** The amount to pay by card; null when nothing is due. */
  amount_due: Dollars.nullable(),
  /** The total of the order including the added upgrades. */
  updated_total_price: Dollars,
  /** The account credit that can be applied; null where there is none. */
  credit_available: Dollars.nullable(),
  currency: z.literal('usd'),
})
export const UpgradeQuoteReply = z.object({ upgrade_quote: UpgradeQuote })

export const UpdateUpgradesReply = z.object({
  order: Order,
  order_change: OrderChange,
  /** The payment in its current state; empty when no amount was due. */
  payments: z.array(Payment),
})
/** `POST /v1/orders/{id}/staff_upgrades`: staff add them, and take the money or mail a link to pay. */
export const StaffAddUpgradesFields = UpdateUpgradesFields.pick({
  order_item_upgrades: true,
  updated_total_price: true,
}).extend({
  /** How the amount due is paid; omitted when nothing is due, or when it is added to what is due. */
  payment: StaffChangePayment.optional(),
})
export const StaffAddUpgradesRequest = z.object({ added_upgrades: StaffAddUpgradesFields })
export const StaffAddUpgradesReply = z.object({
  order: Order,
  order_change: OrderChange,
  /** The mailed payment link; null when the upgrades are added already. */
  payment_link: z.object({ held_until: Instant, mailed_to: z.string() }).nullable(),
})
/** The body of 409 `price_changed`, with the current quote. */
export const ChangePriceChangedBody = z.object({
  error: z.string(),
  code: z.literal('price_changed'),
  upgrade_quote: UpgradeQuote,
})

export type UpdateUpgradesFields = z.infer<typeof UpdateUpgradesFields>
export type StaffAddUpgradesFields = z.infer<typeof StaffAddUpgradesFields>
export type UpgradeOffer = z.infer<typeof UpgradeOffer>
export type UpgradeQuote = z.infer<typeof UpgradeQuote>
