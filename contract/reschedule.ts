import { z } from 'zod'
import { StaffChangePayment } from './change-payment.ts'
import { QuantityType } from './enums.ts'
import { Order, OrderChange } from './order.ts'
import { Payment } from './payment.ts'
import { Dollars, Email, Id, Instant } from './primitives.ts'
import { QuoteLine } from './quote.ts'

/**
 * `PATCH /v1/orders/{id}/reschedule_flight`: reschedules a paid order, or a part of its party, to
 * another departure of the same product; wrapped in `order` or flat. The fields after `depart_at`
 * are additions beside spec section 7. `stripe_source` is omitted when no amount is due.
 */
export const RescheduleFields = z.object({
  /** The id of a saved card, or a new card's token. */
  stripe_source: z
    .union([z.string().max(200), Id])
    .nullable()
    .optional(),
  /** Only staff may name another user; customers reschedule only their own orders. */
  user_id: Id.nullable().optional(),
  apply_user_credit: z.boolean().optional(),
  /** How many of the party are rescheduled; all of them when omitted. */
  quantity: z
    .number({ error: 'Please input a quantity' })
    .int()
    .min(1, 'Please input a quantity')
    .max(60)
    .optional(),
  /**
   * The amounts that the payer saw. If they have changed, the reply is 409 with the current quote.
   */
  items: z.object({ reschedule_fee: Dollars, reschedule_price_difference: Dollars }),
  departure_id: Id,
  depart_at: Instant,
  /** The flight of the order that is replaced; may be omitted where the order has only one. */
  flight_id: Id.optional(),
  /**
   * The passengers who are rescheduled when it is a part of the party; by default the last ones
   * listed.
   */
  passenger_ids: z.array(Id).max(60).optional(),
  /**
   * The token of the quote that was shown: its price is valid for 15 minutes, even if the fee rises
   * in that time.
   */
  quote: z.string().max(2000).optional(),
  /** Create a payment that the wallet's open sheet confirms; its reference is the client secret. */
  payment_intent: z.literal(true).optional(),
  /** Pay on the payment provider's hosted page. */
  hosted: z.boolean().optional(),
  /** The URL to return to after the hosted page or 3-D Secure; must be on an allowed host. */
  return_url: z.string().max(500).optional(),
  cancel_url: z.string().max(500).optional(),
  /** Save the card to the account after the payment succeeds. */
  remember: z.boolean().optional(),
})
export const RescheduleRequest = z.union([
  z.object({ order: RescheduleFields }).transform((body) => body.order),
  RescheduleFields,
])

/**
 * A quote without a departure states whether, until when and for which fee the flight may be
 * rescheduled.
 */
export const RescheduleQuoteFields = RescheduleFields.pick({
  apply_user_credit: true,
  quantity: true,
  flight_id: true,
  passenger_ids: true,
  quote: true,
}).extend({ departure_id: Id.optional(), depart_at: Instant.optional() })

/** The price of a reschedule. A quote writes nothing and holds no seats. */
export const RescheduleQuote = z.object({
  order_id: Id,
  /** The flight of the order that is replaced; null where the caller must name it first. */
  flight_id: Id.nullable(),
  /** Whether the flight may be rescheduled now. */
  open: z.boolean(),
  /**
   * Why the flight cannot be rescheduled, or what is wrong with the request; null when neither
   * applies.
   */
  message: z.string().nullable(),
  /** The deadline for a reschedule; null where none is possible. */
  closes_at: Instant.nullable(),
  quantity_type: QuantityType,
  /** The number of people who may be rescheduled. */
  party: z.number().int(),
  /** The passengers of the flight that is replaced. */
  passengers: z.array(
    z.object({
      id: Id,
      full_name: z.string(),
      /** The name of the passenger's type as sold; absent for an adult. */
      passenger_type: z.string().optional(),
    }),
  ),
  /** The fee for the requested reschedule; without a departure, the fee for the whole party. */
  reschedule_fee: Dollars,
  /** When the fee rises to `later_fee`; null once it has risen, and where no fee applies. */
  fee_rises_at: Instant.nullable(),
  later_fee: Dollars,
  reschedule_price_difference: Dollars,
  lines: z.array(QuoteLine),
  tax: Dollars,
  total: Dollars,
  credits: Dollars,
  /** The amount to pay by card; null when nothing is due. */
  amount_due: Dollars.nullable(),
  /** The account credit that can be applied; null where there is none. */
  credit_available: Dollars.nullable(),
  /**
   * Of a quote for staff without a departure: the highest list price of an adult's seat or an aircraft
   * that was paid, which that of another departure is compared with. Null where the seats differ.
   */
  paid_list_price: Dollars.nullable().optional(),
  /** The quote's token, to be sent with the reschedule; null without a departure. */
  quote: z.string().nullable(),
  /** When the quote expires. */
  valid_until: Instant.nullable(),
  currency: z.literal('usd'),
})
export const RescheduleQuoteReply = z.object({ reschedule_quote: RescheduleQuote })

export const RescheduleReply = z.object({
  order: Order,
  order_change: OrderChange,
  /** The payment in its current state; empty when no amount was due. */
  payments: z.array(Payment),
})
/** The body of 409 `price_changed`, with the current quote. */
export const ReschedulePriceChangedBody = z.object({
  error: z.string(),
  code: z.literal('price_changed'),
  reschedule_quote: RescheduleQuote,
})

/** The fields that only staff may set on a reschedule for a customer. */
const staffChoice = {
  waive_fee: z.boolean().optional(),
  /**
   * The other flight product that the departure belongs to; without it only departures of the product
   * that the party flies are accepted.
   */
  product_id: Id.optional(),
}

/** `POST /v1/orders/{id}/staff_reschedule_quotes`: quotes a reschedule of any order for staff. */
export const StaffRescheduleQuoteRequest = RescheduleQuoteFields.extend(staffChoice)

/**
 * `POST /v1/orders/{id}/staff_reschedules`: staff reschedule for the customer. The service checks
 * `items` against the current quote, as for a customer. Staff collect the amount due at the
 * counter, or the customer pays it through a mailed link.
 */
export const StaffRescheduleFields = RescheduleFields.pick({
  apply_user_credit: true,
  quantity: true,
  items: true,
  departure_id: true,
  depart_at: true,
  flight_id: true,
  passenger_ids: true,
  quote: true,
})
  .extend({
    ...staffChoice,
    /** The reason for the audit record; required when the fee is waived. */
    reason: z.string().trim().max(500).default(''),
    /** How the amount due is paid; omitted when nothing is due. */
    payment: StaffChangePayment.optional(),
  })
  .refine(({ waive_fee: waived, reason }) => waived !== true || reason !== '', {
    error: 'Please say why no fee is taken',
    path: ['reason'],
  })
export const StaffRescheduleRequest = z.object({ reschedule: StaffRescheduleFields })
export const StaffRescheduleReply = z.object({
  order: Order,
  order_change: OrderChange,
  /** The mailed payment link; null when the flight is rescheduled already. */
  payment_link: z.object({ held_until: Instant, mailed_to: z.string() }).nullable(),
})
export type StaffRescheduleFields = z.infer<typeof StaffRescheduleFields>

/** The order and the flight behind an item of `/reschedule-flight/{item}`. */
export const RescheduleSubjectReply = z.object({
  reschedule: z.object({ order_id: Id, flight_id: Id }),
})

/** `POST /v1/reschedule_links`: the reply is the same whether or not such an order exists. */
export const RescheduleLinkRequest = z.object({
  reschedule_link: z.object({
    /** The order number from the mail: `O-1042`, or the digits alone. */
    order_number: z.string().trim().min(1, 'This field is required').max(20),
    email: Email,
    /** The page that opens the link; must be on an allowed host. */
    url: z.string().max(500),
  }),
})
export const RescheduleLinkOpenRequest = z.object({ token: z.string().min(1).max(200) })
/** A guest token that is valid for this one order. */
export const RescheduleLinkReply = z.object({ jwt: z.string(), order_id: Id, email: z.string() })

export type RescheduleFields = z.infer<typeof RescheduleFields>
export type RescheduleQuote = z.infer<typeof RescheduleQuote>
