import { z } from 'zod'
import { Id } from './primitives.ts'

/**
 * A saved card (spec section 7, and new beside it: `brand`, `default`). The provider's names of it
 * stay inside.
 */
export const CreditCard = z.object({
  id: Id,
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  /** The one offered first. */
  default: z.boolean(),
})
export const CreditCardsReply = z.object({ credit_cards: z.array(CreditCard) })

/**
 * `POST /v1/users/{id}/credit_cards`, flat or wrapped. Either `stripe_token`: a card just typed
 * (`ctoken_…`, `pm_…`, `tok_…`), or what became of one (`seti_…`, `cs_…`) when the bank or the
 * provider's page had to be asked. Or, new, `hosted`: the provider's own page takes the card.
 */
export const CreditCardFields = z.object({
  stripe_token: z.string().max(200).optional(),
  hosted: z.boolean().optional(),
  /**
   * Where the page, and 3-D Secure for those without script, come back to; must be on an allowed
   * host.
   */
  return_url: z.string().max(500).optional(),
  cancel_url: z.string().max(500).optional(),
})
export const CreditCardRequest = z.union([
  z.object({ credit_card: CreditCardFields }).transform((body) => body.credit_card),
  CreditCardFields,
])
/**
 * `null` while a step is left: follow `redirect_url`, or show the bank's challenge with the secret.
 */
export const CreditCardReply = z.object({
  credit_card: CreditCard.nullable(),
  requires_action: z.boolean().default(false),
  redirect_url: z.string().nullable().default(null),
  /**
   * For 3-D Secure inside the page, to the owner only; then send its `seti_…` as `stripe_token`.
   */
  client_secret: z.string().nullable().default(null),
})
export const CreditCardUpdate = z.object({ credit_card: z.object({ default: z.boolean() }) })

export type CreditCard = z.infer<typeof CreditCard>
export type CreditCardFields = z.infer<typeof CreditCardFields>
export type CreditCardReply = z.infer<typeof CreditCardReply>
