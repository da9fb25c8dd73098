import { z } from 'zod'
import { QuantityType } from './enums.ts'
import { QuoteMembership } from './membership.ts'
import { Dollars, Id, Instant, nullAsAbsent } from './primitives.ts'
import { AppliedCode } from './promotions.ts'
import { RedemptionFee } from './tenders.ts'

export const LineKind = z.enum([
  'seat',
  'flight',
  /** A gift card that is bought; `gift` is one that pays. */
  'gift_card',
  'upgrade',
  /** The difference between a flight's price and that of the flight it replaces. */
  'difference',
  'reschedule_fee',
  'gift',
  'discount',
  'fee',
  'tax',
  'voucher',
  'credit',
])

/**
 * One line of the breakdown. Lines sum to the total. `amount` is negative for what is taken off.
 */
export const QuoteLine = z.object({
  kind: LineKind,
  label: z.string(),
  detail: z.string().nullable(),
  quantity: z.number().int(),
  unit_amount: Dollars,
  amount: Dollars,
  /** Which rule made the line. */
  rule: z.string(),
  /** The same in a sentence, for "why this price"; absent where a service tells no reasons. */
  why: z.string().optional(),
})

export const CartUpgrade = z.object({
  upgrade_id: Id,
  quantity: z.number().int().min(1).max(50).optional(),
  meta: nullAsAbsent(z.object({ answer: nullAsAbsent(z.string().max(500)) })),
})

/** One entry for each passenger who told a weight, in pounds; null for one who did not. */
export const PartyWeights = z.array(z.number().int().min(1).max(999).nullable()).max(60).default([])

export const QuoteRequest = z.object({
  brand_id: Id,
  departure_id: Id,
  depart_at: Instant,
  quantity_type: QuantityType,
  /** Seats, or for a whole flight the size of the party. */
  quantity: z.number({ error: 'Please input a quantity' }).int().min(1, 'Please input a quantity').max(60),
  upgrades: z.array(CartUpgrade).max(20).default([]),
  /**
   * What the passengers weigh (new), in pounds: who needs a second seat, and whether all fit. Never
   * shown again.
   */
  weights: PartyWeights,
  /**
   * An invalid code is reported beside the price, which is calculated without it. An empty one is
   * none.
   */
  discount_code_code: z.string().max(60).nullable().optional(),
  /** The membership that the buyer agrees to with this purchase; its price applies at once. */
  membership_plan_id: Id.nullable().optional(),
  /** An upgrade that the caller may have free; ignored when it belongs to another account. */
  prize_id: Id.nullable().optional(),
  /** What pays beside a card, as `POST /v1/payments` takes it; for logged-in callers. */
  apply_user_credit: z.boolean().optional(),
  gift_card_codes: z.array(z.string().max(60)).max(60).default([]),
  gift_cards: z.array(Id).max(60).default([]),
  vouchers: z.array(z.string().max(60)).max(60).default([]),
  /**
   * For whom staff ask (new): their membership counts, not the asker's; from anybody else it counts
   * for nothing.
   */
  customer_email: z.string().max(254).optional(),
  /** The secret of a mailed waitlist offer: seats it keeps do not count as taken. */
  waitlist_offer: z.string().max(100).optional(),
})

/** Why gift cards, vouchers or credit do not pay; the price beside it is without any of them. */
export const TenderProblem = z.object({
  field: z.enum(['gift_card_codes', 'gift_cards', 'vouchers', 'apply_user_credit']),
  message: z.string(),
})

/** Gift cards to buy, priced by their fare: no day is chosen yet. */
export const GiftQuoteFields = z.object({
  brand_id: Id,
  fare_id: Id,
  quantity: z.number({ error: 'Please input a quantity' }).int().min(1, 'Please input a quantity').max(60),
  /**
   * An invalid code is reported beside the price, which is calculated without it. An empty one is
   * none.
   */
  discount_code_code: z.string().max(60).nullable().optional(),
  /** What is to pay beside a card; gift cards are not bought with gift cards. */
  apply_user_credit: z.boolean().optional(),
  vouchers: z.array(z.string().max(60)).max(60).default([]),
})
/** `POST /v1/quotes`: a flight, flat, or gift cards to buy. */
export const AnyQuoteRequest = z.union([z.object({ gift_purchase: GiftQuoteFields }), QuoteRequest])

/** The breakdown of a price and its sums, alike on a quote and on the order made from it. */
export const priceFields = {
  lines: z.array(QuoteLine),
  subtotal: Dollars,
  fees: Dollars,
  tax: Dollars,
  discount: Dollars,
  credits: Dollars,
  total: Dollars,
  /** What is left to pay by card; null when nothing is. Spec section 9. */
  amount_due: Dollars.nullable(),
  currency: z.literal('usd'),
}

/** The result of what pays beside a card. */
const tenderFields = {
  /**
   * What the order is placed at, before gift cards, vouchers and credit pay for it; absent where
   * none were asked for.
   */
  order_total: Dollars.optional(),
  /** Why account credit does not pay this cart (spec section 6); null when it can. */
  credit_hidden: z.enum(['product', 'discount']).nullable().default(null),
  tender_problem: TenderProblem.nullable().default(null),
}

export const Quote = z.object({
  product_id: Id,
  departure_id: Id,
  depart_at: Instant,
  quantity_type: QuantityType,
  quantity: z.number().int(),
  /** Aircraft sold whole: ceil(quantity / capacity); 0 for seats. */
  flight_quantity: z.number().int(),
  /** Seats beyond one for each passenger, for those who need two. */
  second_seats: z.number().int().optional(),
  /** The departure's fare: what gift cards are good for. */
  fare_id: Id.nullable().default(null),
  unit_price: Dollars,
  ...priceFields,
  /** The code that was asked for; null when none was. */
  discount_code: AppliedCode.nullable().default(null),
  /** How a current or agreed membership affects the price; null where there is none. */
  membership: QuoteMembership.nullable().default(null),
  ...tenderFields,
})
export const QuoteReply = z.object({ quote: Quote })

export const GiftQuote = z.object({
  product_id: Id,
  fare_id: Id,
  /** What each card pays: a seat, or an aircraft. */
  unit: QuantityType,
  quantity: z.number().int(),
  unit_price: Dollars,
  /** Which departures each card will pay, in words; whether that is every one of the product. */
  good_for_label: z.string().optional(),
  covers_all_fares: z.boolean().optional(),
  /** What is charged when a card is redeemed, at most; empty where every fee is in its price. */
  waiting_fees: z.array(RedemptionFee).optional(),
  ...priceFields,
  /** The code that was asked for; null when none was. */
  discount_code: AppliedCode.nullable().default(null),
  ...tenderFields,
})
export const GiftQuoteReply = z.object({ quote: GiftQuote })
export const AnyQuoteReply = z.object({ quote: z.union([Quote, GiftQuote]) })

export type LineKind = z.infer<typeof LineKind>
export type QuoteLine = z.infer<typeof QuoteLine>
export type CartUpgrade = z.infer<typeof CartUpgrade>
export type QuoteRequest = z.infer<typeof QuoteRequest>
export type TenderProblem = z.infer<typeof TenderProblem>
export type Quote = z.infer<typeof Quote>
export type GiftQuoteFields = z.infer<typeof GiftQuoteFields>
export type GiftQuote = z.infer<typeof GiftQuote>
