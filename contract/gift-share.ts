import { z } from 'zod'
import { GIFT_MESSAGE_LENGTH } from './order.ts'
import { Email, Id } from './primitives.ts'
import { GiftCard } from './tenders.ts'

/** `POST /v1/gift_cards/share` (spec section 7): gift cards of one's own are mailed to somebody. */
export const GiftShareFields = z.object({
  gift_card_ids: z.array(Id).min(1, 'Please select at least one gift card').max(60),
  recipient: Email,
  message: z.string().max(GIFT_MESSAGE_LENGTH, 'Please write a shorter message').nullable().optional(),
})
export const GiftShareReply = z.object({ gift_cards: z.array(GiftCard) })

export type GiftShareFields = z.infer<typeof GiftShareFields>
