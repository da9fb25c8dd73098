import { z } from 'zod'
import { Fare } from './catalogue.ts'
import { QuantityType } from './enums.ts'
import { Dollars, Id, Instant, ListMeta, LocalDate } from './primitives.ts'

/**
 * `available` may be used; `reserved` is being used by an order that is being paid; `frozen` waits
 * for its purchase's dispute; `void` was refunded.
 */
export const GiftCardStatus = z.enum(['available', 'reserved', 'redeemed', 'expired', 'frozen', 'void'])

/**
 * How far a gift has come, for its giver. `private`: its recipient keeps the rest to themselves.
 * `booked` and `flown` are told of each card and voucher by itself.
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
 * The gift that one's own card or voucher is in (new beside spec section 3); null where it is in
 * none.
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
 * A fee that a gift card does not have in it, for one card with its tax: the most that is charged
 * at redemption.
 */
export const RedemptionFee = z.object({ fee_id: Id, name: z.string(), amount: Dollars })

/**
 * Buy Now Schedule Later: pays one whole seat, or one whole aircraft, of the fares it is good for
 * (spec section 3).
 */
export const GiftCard = z.object({
  id: Id,
  /** Its owner's alone; null for whoever has sent it away. */
  code: z.string().nullable(),
  /** The last four letters (new beside spec section 3). */
  code_tail: z.string(),
  name: z.string(),
  price: Dollars,
  /** What was paid for it. */
  value: Dollars,
  created_at: Instant,
  expires_at: Instant,
  last_emailed_to: z.string().nullable(),
  /** The order that uses it. */
  order_id: Id.nullable(),
  purchaser_order_id: Id.nullable(),
  purchaser_id: Id.nullable(),
  product_id: Id,
  pending_fee_ids: z.array(Id),
  fare: Fare.nullable(),
  good_for_fare_id: Id,
  good_for_fare_ids: z.array(Id),
  /** It pays every departure of its product, whatever that costs (new beside spec section 3). */
  covers_all_fares: z.boolean().optional(),
  /** Which departures it pays, in words. */
  good_for_label: z.string().optional(),
  /** What is charged when it is redeemed, at most; empty where every fee is in it. */
  waiting_fees: z.array(RedemptionFee).optional(),
  unit: QuantityType,
  /** Given, and not bought (new beside spec section 3). */
  promotional: z.boolean().optional(),
  status: GiftCardStatus,
  /** Of the flight it is good for (new beside spec section 3). */
  product_name: z.string().optional(),
  share: TenderShare.nullable().optional(),
})
export const GiftCardReply = z.object({ gift_card: GiftCard })
export const GiftCardsReply = z.object({ gift_cards: z.array(GiftCard), meta: ListMeta })

export const VoucherStatus = z.enum(['available', 'used', 'expired', 'frozen', 'void'])

/** `POST /v1/vouchers`: staff give the customer of an order a voucher. */
export const VoucherFields = z.object({
  order_id: Id,
  /** Whose: the order's customer, which is who gets it where nothing is said. */
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

/** Re-schedule voucher: pays an amount; what an order leaves stays on it (spec section 3). */
export const Voucher = z.object({
  id: Id,
  /** Its owner's alone; null for whoever has sent it away. */
  code: z.string().nullable(),
  code_tail: z.string(),
  value: Dollars,
  /** What is left of it (new beside spec section 3). */
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

/** What a visitor is answered who holds a code that could be used. */
export const LOG_IN_TO_USE = {
  gift_card: 'Login or Register to redeem your Buy Now Schedule Later',
  voucher: 'Login or Register to use your voucher',
} as const

/** `POST /v1/codes`: one box that recognises every code. The code itself is in no address. */
export const CodeRequest = z.object({
  code: z.string().trim().min(1, 'This field is required').max(60),
  /**
   * The brand of the shop where it was typed: a code for another brand's flights is refused there.
   */
  brand_id: Id.optional(),
})

/**
 * What a code is. A visitor learns the kind of a gift card or voucher and that logging in is next;
 * a logged-in customer sees what it is good for. Where it cannot be used the message says why: a
 * code has 76 bits and look-ups are limited, so that only its holder asks.
 */
export const Code = z.object({
  kind: z.enum(['discount', 'gift_card', 'voucher']),
  /** Whether the caller may use it, as far as can be told without a flight. */
  usable: z.boolean(),
  message: z.string().nullable(),
  /** The discount code as it is written. */
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
