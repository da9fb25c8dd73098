import { z } from 'zod'
import { Dollars, Id, Instant, ListMeta } from './primitives.ts'

export const CreditType = z.enum(['goodwill', 'refund', 'correction', 'promotion'])

/**
 * `POST /v1/credits`, wrapped in `credit`: staff add account credit, or deduct it with a negative
 * amount.
 */
export const CreditFields = z.object({
  /** The account; either this or the order whose customer it is. */
  user_id: Id.optional(),
  order_id: Id.optional(),
  amount: Dollars.refine((amount) => amount !== 0, 'Please input an amount').refine(
    (amount) => Math.abs(amount) <= 100_000,
    'Must be at most 100,000',
  ),
  credit_type: CreditType.default('goodwill'),
  reason: z.string({ error: 'This field is required' }).trim().min(1, 'This field is required').max(500),
})
export const CreditRequest = z.object({ credit: CreditFields })

/** Account credit that staff added or deducted; the credit that orders use is on the orders. */
export const Credit = z.object({
  id: Id,
  user_id: Id,
  amount: Dollars,
  credit_type: CreditType,
  reason: z.string(),
  order_id: Id.nullable(),
  created_at: Instant,
})
export const CreditReply = z.object({ credit: Credit })
export const CreditsReply = z.object({ credits: z.array(Credit), meta: ListMeta })

/** `GET /v1/credit_movements`: every addition and use of credit, with the balance after it. */
export const CreditMovement = z.object({
  at: Instant,
  kind: z.enum(['given', 'used', 'returned']),
  /** The reason for credit that staff added or deducted. */
  reason: z.string().nullable(),
  order_id: Id.nullable(),
  /** The amount; negative for credit that was used or deducted. */
  amount: Dollars,
  balance: Dollars,
})
export const CreditMovementsReply = z.object({ credit_movements: z.array(CreditMovement), meta: ListMeta })

export type CreditMovement = z.infer<typeof CreditMovement>
export type CreditFields = z.infer<typeof CreditFields>
export type Credit = z.infer<typeof Credit>
