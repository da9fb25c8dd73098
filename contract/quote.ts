import { z } from 'zod'
import { QuantityType } from './enums.ts'
import { QuoteMembership } from './membership.ts'
import { PartyTypes } from './passenger-type.ts'
import { Dollars, Id, Instant, nullAsAbsent, StaffPrice } from './primitives.ts'
import { AppliedCode } from './promotions.ts'
import { RedemptionFee } from './tenders.ts'

export const LineKind = z.enum([
  'seat',
  'flight',
  /** The purchase of a gift card; `gift` is a gift card used as payment. */
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
 * One line of the price breakdown. The lines sum to the total; deductions have a negative `amount`.
 */
export const QuoteLine = z.object({
  kind: LineKind,
  label: z.string(),
  detail: z.string().nullable(),
  quantity: z.number().int(),
  unit_amount: Dollars,
  amount: Dollars,
  /** The pricing rule that produced the line. */
  rule: z.string(),
  /** The rule as a sentence, for "why this price"; absent where a service gives no reasons. */
  why: z.string().optional(),
})

export const CartUpgrade = z.object({
  upgrade_id: Id,
  quantity: z.number().int().min(1).max(50).optional(),
  meta: nullAsAbsent(z.object({ answer: nullAsAbsent(z.string().max(500)) })),
})

/** One weight in pounds for each passenger; null for a passenger who gave none. */
export const PartyWeights = z.array(z.number().int().min(1).max(999).nullable()).max(60).default([])

/** The second flight of a party on two aircraft, and how many of the party are on it. */
export const SecondDeparture = z.object({
  departure_id: Id,
  depart_at: Instant,
  quantity: z.number().int().min(1, 'Please input a quantity').max(60),
})

export const QuoteRequest = z.object({
  brand_id: Id,
  departure_id: Id,
  depart_at: Instant,
  quantity_type: QuantityType,
  /** The number of seats, or for a whole flight the number of people. */
  quantity: z.number({ error: 'Please input a quantity' }).int().min(1, 'Please input a quantity').max(60),
  /**
   * The second flight of the party, for those of `quantity` whom the first does not take (new): within
   * half an hour, at the same price. An order asks for it with a second seat item.
   */
  second_departure: SecondDeparture.nullable().optional(),
  /** Those of the party who are no adults, by type (new); without it everybody is an adult. */
  passenger_types: PartyTypes.optional(),
  upgrades: z.array(CartUpgrade).max(20).default([]),
  /**
   * The weights of the passengers in pounds (new): they decide who needs a second seat and whether
   * the party fits. No reply returns them.
   */
  weights: PartyWeights,
  /**
   * An invalid code is reported beside the price, which is calculated without it. An empty string
   * means no code.
   */
  discount_code_code: z.string().max(60).nullable().optional(),
  /** The membership that the buyer agrees to with this purchase; its price applies at once. */
  membership_plan_id: Id.nullable().optional(),
  /**
   * The prize that makes an upgrade free for the caller; ignored when it belongs to another
   * account.
   */
  prize_id: Id.nullable().optional(),
  /** The tenders besides a card, as in `POST /v1/payments`; for logged-in callers. */
  apply_user_credit: z.boolean().optional(),
  gift_card_codes: z.array(z.string().max(60)).max(60).default([]),
  gift_cards: z.array(Id).max(60).default([]),
  vouchers: z.array(z.string().max(60)).max(60).default([]),
  /**
   * The customer for whom staff request the quote (new): the customer's membership applies, not the
   * caller's. Ignored unless the caller is staff.
   */
  customer_email: z.string().max(254).optional(),
  /** The secret of a mailed waitlist offer: the seats it holds count as free for this quote. */
  waitlist_offer: z.string().max(100).optional(),
  /** The price that staff set for each seat or whole aircraft (new); refused for all others. */
  staff_price: StaffPrice.nullable().optional(),
})

/**
 * Why gift cards, vouchers or credit cannot pay; the price is then calculated without any of them.
 */
export const TenderProblem = z.object({
  field: z.enum(['gift_card_codes', 'gift_cards', 'vouchers', 'apply_user_credit']),
  message: z.string(),
})

/** A purchase of gift cards, which is priced by fare because it has no date yet. */
export const GiftQuoteFields = z.object({
  brand_id: Id,
  fare_id: Id,
  quantity: z.number({ error: 'Please input a quantity' }).int().min(1, 'Please input a quantity').max(60),
  /**
   * An invalid code is reported beside the price, which is calculated without it. An empty string
   * means no code.
   */
  discount_code_code: z.string().max(60).nullable().optional(),
  /** The tenders besides a card; gift cards cannot buy gift cards. */
  apply_user_credit: z.boolean().optional(),
  vouchers: z.array(z.string().max(60)).max(60).default([]),
})
/** `POST /v1/quotes`: the fields of a flight, unwrapped, or a purchase of gift cards. */
export const AnyQuoteRequest = z.union([z.object({ gift_purchase: GiftQuoteFields }), QuoteRequest])

/** The price breakdown and its sums, the same on a quote and on the order placed with it. */
export const priceFields = {
  lines: z.array(QuoteLine),
  subtotal: Dollars,
  fees: Dollars,
  tax: Dollars,
  discount: Dollars,
  credits: Dollars,
  total: Dollars,
  /** The amount to pay by card; null when nothing is due (spec section 9). */
  amount_due: Dollars.nullable(),
  currency: z.literal('usd'),
}

/** The result of applying gift cards, vouchers and credit to the price. */
const tenderFields = {
  /**
   * The total of the order before gift cards, vouchers and credit are applied; absent where none
   * were requested.
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
  /** The number of whole aircraft, ceil(quantity / capacity); 0 for seats. */
  flight_quantity: z.number().int(),
  /** The number of second seats, for passengers above the seat's weight limit. */
  second_seats: z.number().int().optional(),
  /** The second flight of the party (new); absent where one aircraft takes everybody. */
  second_departure: SecondDeparture.optional(),
  /** The fare of the departure, which decides the gift cards that can pay for it. */
  fare_id: Id.nullable().default(null),
  unit_price: Dollars,
  ...priceFields,
  /** The requested discount code and its result; null when no code was sent. */
  discount_code: AppliedCode.nullable().default(null),
  /**
   * The effect of a membership on the price; null where the buyer neither has nor agrees to one.
   */
  membership: QuoteMembership.nullable().default(null),
  /** The list price that a price of staff replaces (new); null where they set none. */
  list_price: Dollars.nullable().default(null),
  /** What the price of staff takes off the list price of all seats or aircraft (new). */
  staff_price_given: Dollars.nullable().default(null),
  /** What the caller may give of an order without a second person (new); null for no limit. */
  staff_price_limit: Dollars.nullable().default(null),
  ...tenderFields,
})
export const QuoteReply = z.object({ quote: Quote })

export const GiftQuote = z.object({
  product_id: Id,
  fare_id: Id,
  /** What one card pays for: a seat or a whole aircraft. */
  unit: QuantityType,
  quantity: z.number().int(),
  unit_price: Dollars,
  /**
   * The departures that each card pays for, in words, and whether these are all of the product's.
   */
  good_for_label: z.string().optional(),
  covers_all_fares: z.boolean().optional(),
  /**
   * The fees charged at redemption, at most; empty where the price of the card includes all of
   * them.
   */
  waiting_fees: z.array(RedemptionFee).optional(),
  ...priceFields,
  /** The requested discount code and its result; null when no code was sent. */
  discount_code: AppliedCode.nullable().default(null),
  ...tenderFields,
})
export const GiftQuoteReply = z.object({ quote: GiftQuote })
export const AnyQuoteReply = z.object({ quote: z.union([Quote, GiftQuote]) })

export type LineKind = z.infer<typeof LineKind>
export type QuoteLine = z.infer<typeof QuoteLine>
export type CartUpgrade = z.infer<typeof CartUpgrade>
export type SecondDeparture = z.infer<typeof SecondDeparture>
export type QuoteRequest = z.infer<typeof QuoteRequest>
export type TenderProblem = z.infer<typeof TenderProblem>
export type Quote = z.infer<typeof Quote>
export type GiftQuoteFields = z.infer<typeof GiftQuoteFields>
export type GiftQuote = z.infer<typeof GiftQuote>
