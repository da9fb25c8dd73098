import { z } from 'zod'
import { QuantityType } from './enums.ts'
import { Instant } from './primitives.ts'
import { RowId } from './resources/field.ts'

/** `POST /v1/gift_cards`, wrapped in `gift_card`: an admin gives a customer a free card. */
export const GiftCardFields = z.object({
  name: z.string().trim().min(1, 'This field is required').max(120, 'Write at most 120 characters'),
  good_for_fare_id: RowId,
  /** The fares that the card is good for; by default the fare of the card. */
  good_for_fare_ids: z.array(RowId).max(50).optional(),
  expires_at: Instant,
  /** The owner, whose account has a confirmed mailbox; by default the admin who calls. */
  purchaser_id: RowId.optional(),
  unit: QuantityType.optional(),
})
export const GiftCardRequest = z.object({ gift_card: GiftCardFields })
export type GiftCardFields = z.infer<typeof GiftCardFields>
