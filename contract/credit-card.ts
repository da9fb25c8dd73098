import { z } from 'zod'
import { Id } from './primitives.ts'

/**
 * A saved card (spec section 7; `brand` and `default` are new beside it). Stripe's ids of the card
 * stay inside the service.
 */
export const CreditCard = z.object({
  id: Id,
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  /** Whether the checkout preselects this card. */
  default: z.boolean(),
})
export const CreditCardsReply = z.object({ credit_cards: z.array(CreditCard) })

/**
 * `POST /v1/users/{id}/credit_cards`, flat or wrapped. `stripe_token` is a new card (`ctoken_…`,
 * `pm_…`, `tok_…`), or the result of its 3-D Secure or hosted page (`seti_…`, `cs_…`). With
 * `hosted` instead (new), Stripe's hosted page takes the card.
 */
export const CreditCardFields = z.object({
  stripe_token: z.string().max(200).optional(),
  hosted: z.boolean().optional(),
  /**
   * The URL to return to after the hosted page, and after 3-D Secure without JavaScript; must be on
   * an allowed host.
   */
  return_url: z.string().max(500).optional(),
  cancel_url: z.string().max(500).optional(),
})
export const CreditCardRequest = z.union([
  z.object({ credit_card: CreditCardFields }).transform((body) => body.credit_card),
  CreditCardFields,
])
/**
 * The card is `null` while a step is left: follow `redirect_url`, or show the bank's challenge with
 * the client secret.
 */
export const CreditCardReply = z.object({
  credit_card: CreditCard.nullable(),
  requires_action: z.boolean().default(false),
  redirect_url: z.string().nullable().default(null),
  /**
   * The client secret for 3-D Secure on the page, for the owner only; afterwards its `seti_…` is
   * sent as `stripe_token`.
   */
  client_secret: z.string().nullable().default(null),
})
export const CreditCardUpdate = z.object({ credit_card: z.object({ default: z.boolean() }) })

export type CreditCard = z.infer<typeof CreditCard>
export type CreditCardFields = z.infer<typeof CreditCardFields>
export type CreditCardReply = z.infer<typeof CreditCardReply>
