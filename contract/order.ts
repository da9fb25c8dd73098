import { z } from 'zod'
import { FlightStatus, OrderChannel, OrderStatus, QuantityType } from './enums.ts'
import { storedValueKinds } from './means-of-payment.ts'
import { OrderMembership } from './membership.ts'
import { Dollars, Email, Id, Instant, LocalDate, LocalTime, nullAsAbsent } from './primitives.ts'
import { CartUpgrade, GiftQuote, priceFields, Quote, QuoteLine } from './quote.ts'
import { OrderRefund } from './refund.ts'
import { TenderShare, RedemptionFee } from './tenders.ts'

/** Letters of a gift's message at most. */
export const GIFT_MESSAGE_LENGTH = 500

export const OrderItemSeatsAttributes = z.object({
  flight_id: nullAsAbsent(Id),
  departure_id: nullAsAbsent(Id),
  depart_at: Instant,
  quantity: z.number({ error: 'Please input a quantity' }).int().min(1, 'Please input a quantity').max(60),
  /** The list price of one seat the shopper saw: a claim. */
  price: Dollars.optional(),
})
export const OrderItemFlightsAttributes = z.object({
  departure_id: Id,
  depart_at: Instant,
  /** The list price of one aircraft the shopper saw: a claim. */
  price: Dollars.optional(),
  /** The size of the party (new beside spec section 3). */
  quantity: z.number().int().min(1).max(60).optional(),
})

/** Gift cards to buy; the last three are new beside spec section 3. */
export const OrderItemGiftCardsAttributes = z.object({
  fare_id: Id,
  quantity: z.number({ error: 'Please input a quantity' }).int().min(1, 'Please input a quantity').max(60),
  /** Who gets the cards by mail; nobody but the buyer when empty. */
  recipient_email: z
    .union([z.literal(''), z.email('Please enter a valid email').max(254)])
    .nullable()
    .optional(),
  message: z.string().max(GIFT_MESSAGE_LENGTH, 'Please write a shorter message').nullable().optional(),
  /** The day on which they are mailed; at once when empty. */
  send_on: z
    .union([z.literal(''), LocalDate])
    .nullable()
    .optional(),
})

/** `full_name` takes anything printable; a weight may follow until check-in. */
export const PassengerAttributes = z.object({
  full_name: z.string().trim().max(120),
  weight: z.number().int().min(1).max(999).nullable().optional(),
})

/**
 * `POST /v1/orders`, wrapped in `order` or flat. Keys of spec section 3; the last four are
 * additions.
 */
export const OrderFields = z.object({
  brand_id: Id,
  user_id: Id.nullable().optional(),
  prize_id: Id.nullable().optional(),
  variant_type: z.string().max(60).nullable().optional(),
  /** For whom staff sell it (new): found by the e-mail, or made; counts only from them. */
  customer: z
    .object({
      email: Email,
      full_name: z.string().trim().max(120).optional(),
      phone: z.string().trim().max(40).optional(),
    })
    .optional(),
  /** Where it is sold (new beside spec section 3); counts only where staff say so. */
  channel: OrderChannel.optional(),
  discount_code_code: z.string().max(60).nullable().optional(),
  tag_list: z.array(z.string().max(60)).max(40).default([]),
  order_item_seats_attributes: z.array(OrderItemSeatsAttributes).max(20).default([]),
  order_item_flights_attributes: z.array(OrderItemFlightsAttributes).max(10).default([]),
  order_item_gift_cards_attributes: z
    .array(OrderItemGiftCardsAttributes)
    .max(1, 'Please order one kind of gift card at a time')
    .default([]),
  order_item_upgrades_attributes: z.array(CartUpgrade).max(20).default([]),
  passengers_attributes: z.array(PassengerAttributes).max(60).default([]),
  /**
   * The membership its buyer agrees to: it starts once the order is completed, and may fail without
   * touching it.
   */
  membership_plan_id: Id.nullable().optional(),
  /** The whole total the shopper saw: a claim; a difference answers 409 with the right quote. */
  total_price: Dollars.optional(),
  /**
   * The shopper's own unpaid order this one replaces: its hold moves, nobody is blocked by
   * themselves.
   */
  supersedes_order_id: Id.nullable().optional(),
  /**
   * Where it was typed: an order from a copy of this draft on another device gives way to it, or is
   * paid already.
   */
  draft_id: z.string().max(64).nullable().optional(),
  /**
   * The secret of a mailed waitlist offer: its seats become this order's; ignored on any other
   * departure.
   */
  waitlist_offer: z.string().max(100).nullable().optional(),
  terms_and_conditions: z.boolean().optional(),
})
export const OrderRequest = z.union([
  z.object({ order: OrderFields }).transform((body) => body.order),
  OrderFields,
])

export const OrderFlight = z.object({
  /** Absent where a service does not tell. */
  status: FlightStatus.optional(),
  flight_id: Id,
  flight_code: z.string(),
  product_id: Id,
  product_name: z.string(),
  product_slug: z.string(),
  place: z.string(),
  departure_id: Id,
  depart_at: Instant,
  arrive_at: Instant,
  check_in_at: Instant,
  local_date: LocalDate,
  local_time: LocalTime,
  timezone: z.string(),
  timezone_label: z.string(),
  tags: z.array(z.string()),
  flight_duration_mins: z.number().int(),
  terminal_id: Id,
  terminal_name: z.string(),
  terminal_address: z.string(),
  terminal_latitude: z.number(),
  terminal_longitude: z.number(),
  /**
   * Who of the order flies on it, where its passengers are on several; absent where all are on this
   * one.
   */
  passenger_ids: z.array(Id).optional(),
  /** How calendars know it (new), and how often it was moved. */
  calendar: z.object({ key: z.string(), sequence: z.number().int() }).optional(),
})

export const OrderGift = z.object({
  fare_id: Id,
  recipient_email: z.string().nullable(),
  /** Null: at once. */
  send_on: LocalDate.nullable(),
  /** When they left for the recipient. */
  sent_at: Instant.nullable(),
  cards: z.array(
    z.object({
      id: Id,
      /** For the buyer's own eyes; null for everybody else. */
      code: z.string().nullable(),
      code_tail: z.string(),
      status: z.enum(['available', 'reserved', 'redeemed', 'frozen', 'void', 'expired']),
      expires_at: Instant,
      /** Which departures it pays, in words. */
      good_for_label: z.string().optional(),
      /** What is charged when it is redeemed, at most. */
      waiting_fees: z.array(RedemptionFee).optional(),
      /** The gift it is in, for the buyer's own eyes (new beside spec section 3). */
      share: TenderShare.nullable().optional(),
    }),
  ),
})

export const OrderItem = z.object({
  id: Id,
  kind: z.enum(['seat', 'flight', 'upgrade', 'gift_card']),
  name: z.string(),
  quantity: z.number().int(),
  unit_price: Dollars,
  amount: Dollars,
  flight_id: Id.nullable(),
  departure_id: Id.nullable(),
  depart_at: Instant.nullable(),
  upgrade_id: Id.nullable(),
  meta: z.object({ answer: z.string().nullable() }).nullable(),
  /**
   * Of gift cards that were bought: what they are for, to whom they go, and the cards once paid.
   */
  gift: OrderGift.optional(),
})

/**
 * Where a part of the money comes from: `reserved` while the rest is being paid, `captured` once
 * the order is.
 */
export const OrderTender = z.object({
  kind: z.enum([...storedValueKinds, 'card']),
  label: z.string(),
  /** What it pays; for a gift card the price of its seat or aircraft. */
  amount: Dollars,
  /** What of it was given back. */
  returned: Dollars,
  state: z.enum(['reserved', 'captured', 'returned']),
  /** When it was used; null while it is reserved. */
  at: Instant.nullable().optional(),
})

/** Something that happened to an order, in words for its buyer. */
export const OrderEvent = z.object({ at: Instant, text: z.string() })

/** A public comment: a note of the operator for the order's customer. */
export const OrderComment = z.object({ at: Instant, body: z.string() })

/** Something added to a paid order, or its flight moved, with a payment of its own. */
export const OrderChange = z.object({
  id: Id,
  kind: z.enum(['upgrades', 'reschedule']),
  /**
   * `expired`: its payment closed without money. `returned`: money came that could not be kept, and
   * went back.
   */
  status: z.enum(['awaiting_payment', 'completed', 'expired', 'superseded', 'returned']),
  lines: z.array(QuoteLine),
  total: Dollars,
  credits: Dollars,
  /** Where its open hosted payment goes on; null when none is open. */
  payment_url: z.string().nullable(),
  /** What its card's bank said; null once it is paid. */
  last_payment_error: z.string().nullable(),
  created_at: Instant,
  settled_at: Instant.nullable(),
})

export const Order = z.object({
  id: Id,
  /** Shown to people: O-{id}. */
  number: z.string(),
  brand_id: Id,
  /** Whose it is; absent where a service does not tell. */
  user_id: Id.optional(),
  /** The prize that makes one of its upgrades free; null where none does. */
  prize_id: Id.nullable().optional(),
  /** Dated flights, or gift cards to fly later; absent where a service sells flights only. */
  kind: z.enum(['flight', 'gift_cards']).optional(),
  /** Where it was sold; absent where a service does not tell. */
  channel: OrderChannel.optional(),
  status: OrderStatus,
  /**
   * A departure of it was cancelled, and its buyer has not chosen yet what they would like instead
   * (new).
   */
  waiting_for_answer: z.boolean().optional(),
  email: z.string(),
  phone: z.string().nullable(),
  quantity_type: QuantityType,
  quantity: z.number().int(),
  order_items: z.array(OrderItem),
  ...priceFields,
  amount_paid: Dollars,
  /**
   * Where every dollar came from (new beside spec section 3): gift cards, vouchers, credit, cards.
   */
  tenders: z.array(OrderTender).default([]),
  /** What was given back of it (new), the first one first. */
  refunds: z.array(OrderRefund).default([]),
  /** What happened to it (new), the first thing first; absent where a service does not tell. */
  history: z.array(OrderEvent).optional(),
  /** What its operator says about it, for its customer to read (new), the first one first. */
  comments: z.array(OrderComment).optional(),
  /** What was added after it was paid, or was to be (new), the first one first. */
  changes: z.array(OrderChange).optional(),
  /** The code it was placed with. */
  discount_code: z.string().nullable().default(null),
  /** What became of the membership that was agreed to with it; null where none was. */
  membership: OrderMembership.nullable().default(null),
  flights: z.array(OrderFlight),
  /** Names only: weights are for operations and the pilot. */
  passengers: z.array(z.object({ id: Id, full_name: z.string(), weight_given: z.boolean() })),
  tag_list: z.array(z.string()),
  variant_type: z.string().nullable(),
  /** Until when the seats are kept while unpaid; null once paid or gone. */
  held_until: Instant.nullable(),
  /** Where an open hosted payment goes on; null when none is open. */
  payment_url: z.string().nullable(),
  payment_method: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  last_payment_error: z.string().nullable(),
  created_at: Instant,
  completed_at: Instant.nullable(),
})
export const OrderReply = z.object({ order: Order })
/** `PUT /v1/orders/{id}/email` */
export const OrderEmailRequest = z.object({
  order: z.object({ email: Email, set_password_url: z.string().max(500).optional() }),
})
/** 409 `price_changed` carries the right quote. */
export const PriceChangedBody = z.object({
  error: z.string(),
  code: z.literal('price_changed'),
  quote: z.union([Quote, GiftQuote]),
})

export type OrderFields = z.infer<typeof OrderFields>
export type Order = z.infer<typeof Order>
export type OrderTender = z.infer<typeof OrderTender>
export type OrderFlight = z.infer<typeof OrderFlight>
export type OrderEvent = z.infer<typeof OrderEvent>
export type OrderChange = z.infer<typeof OrderChange>
export type OrderItem = z.infer<typeof OrderItem>
export type OrderGift = z.infer<typeof OrderGift>
