import { z } from 'zod'
import { Fare } from './catalogue.ts'
import { QuantityType } from './enums.ts'
import { Dollars, Id, Instant, ListMeta, LocalDate } from './primitives.ts'

/**
 * `available`: can be used. `reserved`: an order awaiting payment uses it. `frozen`: the payment
 * for it is disputed. `void`: its purchase was refunded.
 */
export const GiftCardStatus = z.enum(['available', 'reserved', 'redeemed', 'expired', 'frozen', 'void'])

/**
 * The progress of a gift, as its giver sees it. `private`: the recipient does not share anything
 * after the opening. `booked` and `flown` are states of a single card or voucher.
 */
export const GiftShareState = z.enum([
  'scheduled',
  'sent',
  'opened',
  'booked',
  'flown',
  'private',
  'printed',
  'taken_back',
])

/**
 * The gift that contains the caller's card or voucher (new beside spec section 3); null where no
 * gift does.
 */
export const TenderShare = z.object({
  id: Id,
  state: GiftShareState,
  recipient: z.string().nullable(),
  send_on: LocalDate.nullable(),
  mailed_at: Instant.nullable(),
  created_at: Instant,
})

/**
 * A fee that the price of a gift card does not include: the most that is charged at redemption, for
 * one card and with tax.
 */
export const RedemptionFee = z.object({ fee_id: Id, name: z.string(), amount: Dollars })

/**
 * A gift card (Buy Now Schedule Later), which pays for one seat or one whole aircraft of the fares
 * that it is good for (spec section 3).
 */
export const GiftCard = z.object({
  id: Id,
  /** Only the owner reads the code; null for a giver who has sent the card or voucher away. */
  code: z.string().nullable(),
  /** The last four letters of the code (new beside spec section 3). */
  code_tail: z.string(),
  name: z.string(),
  price: Dollars,
  /** The price that the buyer paid for the card. */
  value: Dollars,
  created_at: Instant,
  expires_at: Instant,
  last_emailed_to: z.string().nullable(),
  /** The order that the card pays for. */
  order_id: Id.nullable(),
  purchaser_order_id: Id.nullable(),
  purchaser_id: Id.nullable(),
  product_id: Id,
  pending_fee_ids: z.array(Id),
  fare: Fare.nullable(),
  good_for_fare_id: Id,
  good_for_fare_ids: z.array(Id),
  /** The card pays every departure of its product at any price (new beside spec section 3). */
  covers_all_fares: z.boolean().optional(),
  /** The departures that the card pays for, in words. */
  good_for_label: z.string().optional(),
  /**
   * The fees charged at redemption, at most; empty where the price of the card includes all of
   * them.
   */
  waiting_fees: z.array(RedemptionFee).optional(),
  unit: QuantityType,
  /** A promotional card, which nobody bought (new beside spec section 3). */
  promotional: z.boolean().optional(),
  status: GiftCardStatus,
  /** The name of the product that the card is good for (new beside spec section 3). */
  product_name: z.string().optional(),
  share: TenderShare.nullable().optional(),
})
export const GiftCardReply = z.object({ gift_card: GiftCard })
export const GiftCardsReply = z.object({ gift_cards: z.array(GiftCard), meta: ListMeta })

export const VoucherStatus = z.enum(['available', 'used', 'expired', 'frozen', 'void'])

/** `POST /v1/vouchers`: staff issue a voucher to the customer of an order. */
export const VoucherFields = z.object({
  order_id: Id,
  /** The account that receives the voucher; by default the customer of the order. */
  user_id: Id.optional(),
  value: Dollars.refine((value) => value > 0, 'Please input an amount').refine(
    (value) => value <= 1_000_000,
    'Must be at most 1,000,000',
  ),
  reason_type: z.enum(['reschedule', 'weather', 'goodwill', 'correction']).default('goodwill'),
  reason_description: z
    .string({ error: 'This field is required' })
    .trim()
    .min(1, 'This field is required')
    .max(300, 'Write at most 300 characters'),
})
export const VoucherRequest = z.object({ voucher: VoucherFields })
export type VoucherFields = z.infer<typeof VoucherFields>

/**
 * Re-schedule voucher: pays an amount; the unused balance stays on the voucher (spec section 3).
 */
export const Voucher = z.object({
  id: Id,
  /** Only the owner reads the code; null for a giver who has sent the card or voucher away. */
  code: z.string().nullable(),
  code_tail: z.string(),
  value: Dollars,
  /** The unused balance (new beside spec section 3). */
  balance: Dollars,
  order_id: Id.nullable(),
  user_id: Id.nullable(),
  product_id: Id.nullable(),
  order_items: z.array(
    z.object({ name: z.string(), fee_price: Dollars, selected_quantity: z.number().int() }),
  ),
  reason_type: z.enum(['reschedule', 'weather', 'goodwill', 'correction']),
  reason_description: z.string().optional(),
  created_at: Instant,
  expires_at: Instant,
  last_emailed_to: z.string().nullable(),
  status: VoucherStatus,
  product_name: z.string().nullable().optional(),
  share: TenderShare.nullable().optional(),
})
export const VoucherReply = z.object({ voucher: Voucher })
export const VouchersReply = z.object({ vouchers: z.array(Voucher), meta: ListMeta })

/** The message for a visitor whose code is valid but needs a login. */
export const LOG_IN_TO_USE = {
  gift_card: 'Login or Register to redeem your Buy Now Schedule Later',
  voucher: 'Login or Register to use your voucher',
} as const

/**
 * `POST /v1/codes`: one input that accepts every kind of code. The code is in the body, never in
 * the URL.
 */
export const CodeRequest = z.object({
  code: z.string().trim().min(1, 'This field is required').max(60),
  /**
   * The brand of the shop where the code was entered; a code for another brand's flights is
   * refused.
   */
  brand_id: Id.optional(),
})

/**
 * The kind of a code, and whether it can be used. A visitor reads only the kind of a gift card or
 * voucher and that a login is needed; a logged-in customer also reads what it is good for. The
 * message may give the reason for a refusal: codes have 76 bits and look-ups are rate-limited, so
 * only a holder of the code can ask.
 */
export const Code = z.object({
  kind: z.enum(['discount', 'gift_card', 'voucher']),
  /** Whether the caller may use the code, as far as is known without a flight. */
  usable: z.boolean(),
  message: z.string().nullable(),
  /** The discount code in its stored spelling. */
  discount_code: z.string().nullable(),
  gift_card: GiftCard.nullable(),
  voucher: Voucher.nullable(),
})
export const CodeReply = z.object({ code: Code })

export type TenderShare = z.infer<typeof TenderShare>
export type RedemptionFee = z.infer<typeof RedemptionFee>
export type GiftCard = z.infer<typeof GiftCard>
export type Voucher = z.infer<typeof Voucher>
export type Code = z.infer<typeof Code>
