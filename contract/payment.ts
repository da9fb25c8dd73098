import { z } from 'zod'
import { PaymentStatus } from './enums.ts'
import { Dollars, Id } from './primitives.ts'

/**
 * `POST /v1/payments`, wrapped in `payment` or flat. `amount` is the card part as the payer saw it,
 * and is checked; null for nothing. Exactly one of `stripe_source`, `payment_intent` or `hosted`
 * says how the card part is paid; none when nothing is left to pay.
 */
export const PaymentFields = z.object({
  order_id: Id,
  apply_user_credit: z.boolean().optional(),
  gift_card_codes: z.array(z.string().max(60)).max(60).default([]),
  /** Ids of the payer's own. */
  gift_cards: z.array(Id).max(60).default([]),
  /** Code strings. */
  vouchers: z.array(z.string().max(60)).max(20).default([]),
  stripe_payment: z
    .object({
      amount: Dollars.nullable().optional(),
      payment_intent: z.union([z.literal(true), z.string().max(120), z.strictObject({})]).optional(),
      /** A saved card's id, or a card just typed: `ctoken_…`, `pm_…`, `tok_…`. */
      stripe_source: z.union([z.string().max(200), Id]).optional(),
      /**
       * New: save the card with the account once it has paid; nothing for guests, who have no
       * account.
       */
      remember: z.boolean().optional(),
      /** New: pay on the provider's own page. */
      hosted: z.boolean().optional(),
      /** New: where the hosted page and 3-D Secure come back to; must be on an allowed host. */
      return_url: z.string().max(500).optional(),
      cancel_url: z.string().max(500).optional(),
    })
    .nullable()
    .optional(),
})
export const PaymentRequest = z.union([
  z.object({ payment: PaymentFields }).transform((body) => body.payment),
  PaymentFields,
])

export const Payment = z.object({
  /** The id for `GET /v1/payments/{id}`. */
  id: Id,
  order_id: Id,
  amount: Dollars,
  currency: z.literal('usd'),
  status: PaymentStatus,
  /**
   * `cs_…` for the hosted page, `pi_…` for a card, a client secret (to the payer only) for the
   * wallet.
   */
  reference: z.string().nullable(),
  requires_action: z.boolean(),
  /** Where the payer goes on: the hosted page, or 3-D Secure for those who pay without script. */
  redirect_url: z.string().nullable(),
  /**
   * New: for 3-D Secure inside the page, to the payer only; null when there is nothing to show
   * there.
   */
  client_secret: z.string().nullable().default(null),
})
export const PaymentsReply = z.object({ payments: z.array(Payment) })

export type PaymentFields = z.infer<typeof PaymentFields>
export type Payment = z.infer<typeof Payment>
