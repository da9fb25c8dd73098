import { z } from 'zod'
import { PaymentStatus } from './enums.ts'
import { Dollars, Id } from './primitives.ts'

/**
 * `POST /v1/payments`, wrapped in `payment` or flat. `amount` is the card's part as the payer saw
 * it, which the service checks; null when nothing is due. Exactly one of `stripe_source`,
 * `payment_intent` and `hosted` selects how it is paid, or none when nothing is due.
 */
export const PaymentFields = z.object({
  order_id: Id,
  apply_user_credit: z.boolean().optional(),
  gift_card_codes: z.array(z.string().max(60)).max(60).default([]),
  /** The ids of the payer's own gift cards. */
  gift_cards: z.array(Id).max(60).default([]),
  /** The codes of vouchers. */
  vouchers: z.array(z.string().max(60)).max(20).default([]),
  stripe_payment: z
    .object({
      amount: Dollars.nullable().optional(),
      payment_intent: z.union([z.literal(true), z.string().max(120), z.strictObject({})]).optional(),
      /** The id of a saved card, or a new card's token: `ctoken_…`, `pm_…`, `tok_…`. */
      stripe_source: z.union([z.string().max(200), Id]).optional(),
      /**
       * New: save the card to the account after the payment succeeds; ignored for guests, who have
       * no account.
       */
      remember: z.boolean().optional(),
      /** New: pay on the payment provider's hosted page. */
      hosted: z.boolean().optional(),
      /**
       * New: the URL to return to after the hosted page or 3-D Secure; must be on an allowed host.
       */
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
   * The provider's reference: `cs_…` for the hosted page, `pi_…` for a card, and for the wallet a
   * client secret, which only the payer gets.
   */
  reference: z.string().nullable(),
  requires_action: z.boolean(),
  /** The page on which the payer continues: the hosted page, or 3-D Secure without JavaScript. */
  redirect_url: z.string().nullable(),
  /**
   * New: the client secret for 3-D Secure on the page, for the payer only; null when no 3-D Secure
   * is needed.
   */
  client_secret: z.string().nullable().default(null),
})
export const PaymentsReply = z.object({ payments: z.array(Payment) })

export type PaymentFields = z.infer<typeof PaymentFields>
export type Payment = z.infer<typeof Payment>
