import { z } from 'zod'
import { DelayReason, FlightStatus, OrderChannel, OrderStatus, QuantityType } from './enums.ts'
import { storedValueKinds } from './means-of-payment.ts'
import { OrderMembership } from './membership.ts'
import { FocalPoint, PhotoId } from './photo.ts'
import { PartyTypes } from './passenger-type.ts'
import {
  Dollars,
  Email,
  Id,
  Instant,
  LocalDate,
  LocalTime,
  nullAsAbsent,
  RecipientEmail,
  StaffPrice,
} from './primitives.ts'
import { CartUpgrade, GiftQuote, priceFields, Quote, QuoteLine } from './quote.ts'
import { OrderRefund } from './refund.ts'
import { TenderShare, RedemptionFee } from './tenders.ts'
import { OnHold } from './weather-hold.ts'

/** The longest message of a gift, in characters. */
export const GIFT_MESSAGE_LENGTH = 500

export const OrderItemSeatsAttributes = z.object({
  flight_id: nullAsAbsent(Id),
  departure_id: nullAsAbsent(Id),
  depart_at: Instant,
  quantity: z.number({ error: 'Please input a quantity' }).int().min(1, 'Please input a quantity').max(60),
  /** The list price of one seat as the shopper saw it; the service checks it. */
  price: Dollars.optional(),
})
export const OrderItemFlightsAttributes = z.object({
  departure_id: Id,
  depart_at: Instant,
  /** The list price of one aircraft as the shopper saw it; the service checks it. */
  price: Dollars.optional(),
  /** The number of people in the party (new beside spec section 3). */
  quantity: z.number().int().min(1).max(60).optional(),
})

/** Gift cards to buy; the last three fields are new beside spec section 3. */
export const OrderItemGiftCardsAttributes = z.object({
  fare_id: Id,
  quantity: z.number({ error: 'Please input a quantity' }).int().min(1, 'Please input a quantity').max(60),
  /** The recipient who gets the cards by mail; when empty, only the buyer gets them. */
  recipient_email: z
    .union([z.literal(''), RecipientEmail])
    .nullable()
    .optional(),
  message: z.string().max(GIFT_MESSAGE_LENGTH, 'Please write a shorter message').nullable().optional(),
  /** The day on which the cards are mailed; when empty, they are mailed at once. */
  send_on: z
    .union([z.literal(''), LocalDate])
    .nullable()
    .optional(),
})

/** `full_name` accepts any printable text; the weight may be added until the flight leaves. */
export const PassengerAttributes = z.object({
  full_name: z.string().trim().max(120),
  weight: z.number().int().min(1).max(999).nullable().optional(),
  /**
   * One of the order's `passenger_types`, null for an adult (new beside spec section 3). Passengers
   * without it get what is left in order: adults first, then the types as the product lists them.
   */
  passenger_type_id: Id.nullable().optional(),
})

/**
 * `POST /v1/orders`, wrapped in `order` or flat. The keys are those of spec section 3; `customer`,
 * `channel`, `passengers_attributes` and the fields below it are additions.
 */
export const OrderFields = z.object({
  brand_id: Id,
  user_id: Id.nullable().optional(),
  prize_id: Id.nullable().optional(),
  variant_type: z.string().max(60).nullable().optional(),
  /**
   * The customer for whom staff place the order (new beside spec section 3): found by e-mail, or
   * created. Ignored unless the caller is staff. A walk-in has no e-mail, but a name.
   */
  customer: z
    .object({
      email: Email.optional(),
      full_name: z.string().trim().max(120).optional(),
      phone: z.string().trim().max(40).optional(),
    })
    .optional(),
  /** The sales channel (new beside spec section 3); only staff may set it. */
  channel: OrderChannel.optional(),
  discount_code_code: z.string().max(60).nullable().optional(),
  tag_list: z.array(z.string().max(60)).max(40).default([]),
  /**
   * Seats of one departure, or of the two on which a party flies together (new beside spec section 3): as
   * `two_aircraft` of the availability offers them.
   */
  order_item_seats_attributes: z.array(OrderItemSeatsAttributes).max(20).default([]),
  order_item_flights_attributes: z.array(OrderItemFlightsAttributes).max(10).default([]),
  order_item_gift_cards_attributes: z
    .array(OrderItemGiftCardsAttributes)
    .max(1, 'Please order one kind of gift card at a time')
    .default([]),
  order_item_upgrades_attributes: z.array(CartUpgrade).max(20).default([]),
  passengers_attributes: z.array(PassengerAttributes).max(60).default([]),
  /**
   * Those of the party who are no adults, by type (new beside spec section 3). Without it everybody
   * is an adult. Only for seats.
   */
  passenger_types: PartyTypes.optional(),
  /**
   * The price that staff set for each seat or whole aircraft in place of the list price (new beside
   * spec section 3); with a reason, without a code, and never a members' or campaign price.
   */
  staff_price: StaffPrice.nullable().optional(),
  /** Why, for staff alone. */
  staff_price_reason: z.string().trim().max(500).nullable().optional(),
  /** What it gives, as the quote said; if it has changed, the reply is 409 with the current quote. */
  staff_price_given: Dollars.refine((value) => value >= 0 && value <= 100_000_000, 'Must be an amount')
    .nullable()
    .optional(),
  /**
   * The membership that the buyer agrees to. It starts after the order is completed; a failure does
   * not affect the order.
   */
  membership_plan_id: Id.nullable().optional(),
  /** The total that the shopper saw; if it has changed, the reply is 409 with the current quote. */
  total_price: Dollars.optional(),
  /**
   * The shopper's own unpaid order that this one replaces. Its hold is transferred, so that
   * shoppers never block themselves.
   */
  supersedes_order_id: Id.nullable().optional(),
  /**
   * The draft that the order comes from. An unpaid order from a copy of the draft on another device
   * is superseded; a paid one is reported.
   */
  draft_id: z.string().max(64).nullable().optional(),
  /**
   * The secret of a mailed waitlist offer, whose held seats go to this order; ignored for any other
   * departure.
   */
  waitlist_offer: z.string().max(100).nullable().optional(),
  terms_and_conditions: z.boolean().optional(),
  /**
   * The buyer agrees to texts about the order (new beside spec section 3): the very words of the
   * brand's `text_consent`. Absent or null: no texts.
   */
  text_consent: z.string().max(600).nullable().optional(),
})
export const OrderRequest = z.union([
  z.object({ order: OrderFields }).transform((body) => body.order),
  OrderFields,
])

export const OrderFlight = z.object({
  /** The status of the flight; absent where a service does not report it. */
  status: FlightStatus.optional(),
  flight_id: Id,
  flight_code: z.string(),
  product_id: Id,
  product_name: z.string(),
  product_slug: z.string(),
  /** The product's own photo (new); null where pages show the drawn scene of its place. */
  photo: PhotoId.nullable().optional(),
  photo_focal: FocalPoint.optional(),
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
   * The passengers on this flight, where the party is split over several; absent where all fly on
   * this one.
   */
  passenger_ids: z.array(Id).optional(),
  /**
   * The time at which the flight is expected while it is delayed (new beside spec section 3): the times
   * above stay those that were sold. Absent without a delay.
   */
  delay: z
    .object({
      minutes: z.number().int(),
      reason: DelayReason,
      /** The reason in words of staff. */
      words: z.string().nullable(),
      depart_at: Instant,
      arrive_at: Instant,
      check_in_at: Instant,
      local_time: LocalTime,
    })
    .optional(),
  /**
   * The weather may keep it from leaving, and the operator decides by then (new beside spec section 3).
   * Absent for a flight that is not on hold.
   */
  on_hold: OnHold.optional(),
  /**
   * The `UID` and `SEQUENCE` of the calendar event (new beside spec section 3); the sequence rises
   * with each reschedule and each delay that was told.
   */
  calendar: z.object({ key: z.string(), sequence: z.number().int() }).optional(),
})

export const OrderGift = z.object({
  fare_id: Id,
  recipient_email: z.string().nullable(),
  /** The day on which the cards are mailed; null for at once. */
  send_on: LocalDate.nullable(),
  /** When the cards were mailed to the recipient. */
  sent_at: Instant.nullable(),
  cards: z.array(
    z.object({
      id: Id,
      /** The code, which only the buyer reads; null for all other callers. */
      code: z.string().nullable(),
      code_tail: z.string(),
      status: z.enum(['available', 'reserved', 'redeemed', 'frozen', 'void', 'expired']),
      expires_at: Instant,
      /** The departures that the card pays for, in words. */
      good_for_label: z.string().optional(),
      /** The fees charged at redemption, at most. */
      waiting_fees: z.array(RedemptionFee).optional(),
      /**
       * The gift that contains the card, which only the buyer reads (new beside spec section 3).
       */
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
  /** For bought gift cards: their fare and recipient, and the cards once the order is paid. */
  gift: OrderGift.optional(),
})

/**
 * One means of payment and its share: `reserved` while the order is unpaid, `captured` once it is
 * paid.
 */
export const OrderTender = z.object({
  kind: z.enum([...storedValueKinds, 'card']),
  label: z.string(),
  /** The amount that this tender pays; for a gift card, the price of its seat or aircraft. */
  amount: Dollars,
  /** The refunded part of the amount. */
  returned: Dollars,
  state: z.enum(['reserved', 'captured', 'returned']),
  /** When the tender was captured; null while it is reserved. */
  at: Instant.nullable().optional(),
})

/** An event in the history of an order, in words for the buyer. */
export const OrderEvent = z.object({ at: Instant, text: z.string() })

/** A public comment: a note from the operator to the customer. */
export const OrderComment = z.object({ at: Instant, body: z.string() })

/** A change of a paid order, with its own payment: added upgrades or guests, or a reschedule. */
export const OrderChange = z.object({
  id: Id,
  kind: z.enum(['upgrades', 'reschedule', 'guests']),
  /**
   * `expired`: the payment was closed unpaid. `returned`: the payment succeeded but could not be
   * applied, and was refunded.
   */
  status: z.enum(['awaiting_payment', 'completed', 'expired', 'superseded', 'returned']),
  lines: z.array(QuoteLine),
  total: Dollars,
  credits: Dollars,
  /** The page that continues the open hosted payment; null when none is open. */
  payment_url: z.string().nullable(),
  /** The reason for the last decline; null once the change is paid. */
  last_payment_error: z.string().nullable(),
  created_at: Instant,
  settled_at: Instant.nullable(),
})

export const Order = z.object({
  id: Id,
  /** The order number that people see: `O-{id}`. */
  number: z.string(),
  brand_id: Id,
  /** The owner of the order; absent where a service does not report it. */
  user_id: Id.optional(),
  /** The prize that makes one of the upgrades free; null where there is none. */
  prize_id: Id.nullable().optional(),
  /** A dated flight, or gift cards for a later one; absent where a service sells flights only. */
  kind: z.enum(['flight', 'gift_cards']).optional(),
  /** The sales channel; absent where a service does not report it. */
  channel: OrderChannel.optional(),
  status: OrderStatus,
  /**
   * A departure of the order was cancelled, and the buyer has not chosen an alternative yet (new
   * beside spec section 3).
   */
  waiting_for_answer: z.boolean().optional(),
  /** Null only for a walk-in, to whom staff sold it without one. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  quantity_type: QuantityType,
  quantity: z.number().int(),
  order_items: z.array(OrderItem),
  ...priceFields,
  amount_paid: Dollars,
  /** The part of `amount_due` that the next payment by card takes; null where it takes all (new). */
  next_payment_amount: Dollars.nullable().default(null),
  /**
   * When the rest of an order that was paid in part is due: the check-in of its first flight unless staff
   * set another time; null where nothing is due, and where it is due at once (new beside spec section 3).
   */
  balance_due_at: Instant.nullable().default(null),
  /**
   * The tenders that paid for the order (new beside spec section 3): gift cards, vouchers, credit,
   * cards.
   */
  tenders: z.array(OrderTender).default([]),
  /** The refunds of the order, oldest first (new beside spec section 3). */
  refunds: z.array(OrderRefund).default([]),
  /**
   * The history of the order, oldest first (new beside spec section 3); absent where a service does
   * not report it.
   */
  history: z.array(OrderEvent).optional(),
  /** The operator's public comments, oldest first (new beside spec section 3). */
  comments: z.array(OrderComment).optional(),
  /** The changes made or started after the payment, oldest first (new beside spec section 3). */
  changes: z.array(OrderChange).optional(),
  /** The discount code that the order was placed with. */
  discount_code: z.string().nullable().default(null),
  /** The membership that the buyer agreed to with the order; null where there is none. */
  membership: OrderMembership.nullable().default(null),
  flights: z.array(OrderFlight),
  /** The passengers' names, without weights: only operations and the pilot read those. */
  passengers: z.array(
    z.object({
      id: Id,
      full_name: z.string(),
      weight_given: z.boolean(),
      /** The name of the passenger's type as sold (new); absent for an adult. */
      passenger_type: z.string().optional(),
    }),
  ),
  tag_list: z.array(z.string()),
  variant_type: z.string().nullable(),
  /**
   * When the hold on the seats of an unpaid order expires; null once it is paid or the hold is
   * over.
   */
  held_until: Instant.nullable(),
  /** The page that continues an open hosted payment; null when none is open. */
  payment_url: z.string().nullable(),
  payment_method: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  last_payment_error: z.string().nullable(),
  created_at: Instant,
  completed_at: Instant.nullable(),
})
export const OrderReply = z.object({ order: Order })
/** `PUT /v1/orders/{id}/email`: replaces the e-mail of a guest's paid order. */
export const OrderEmailRequest = z.object({
  order: z.object({ email: Email, set_password_url: z.string().max(500).optional() }),
})
/** The body of 409 `price_changed`, with the current quote. */
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
