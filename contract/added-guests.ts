import { z } from 'zod'
import { StaffChangePayment } from './change-payment.ts'
import { QuantityType } from './enums.ts'
import { Order, OrderChange } from './order.ts'
import { Payment } from './payment.ts'
import { Dollars, Id, Instant, SeenDollars } from './primitives.ts'
import { QuoteLine } from './quote.ts'

/** Somebody who joins the party of a paid order; everything may be given later. */
export const GuestToAdd = z.object({
  /** One of the product's passenger types; null or absent for an adult. */
  passenger_type_id: Id.nullable().optional(),
  full_name: z.string().trim().max(120).optional(),
  /** In pounds; it decides about a second seat and whether the guest fits. No reply returns it. */
  weight: z.number().int().min(1).max(999).nullable().optional(),
})

const guests = z.array(GuestToAdd).min(1, 'Please say how many come along').max(20)

/** A quote without guests states whether, until when and whom the order can take along. */
export const GuestQuoteFields = z.object({
  guests: z.array(GuestToAdd).max(20).default([]),
  /** The flight of the order; may be omitted where the order has only one. */
  flight_id: Id.optional(),
  apply_user_credit: z.boolean().optional(),
})

/**
 * `POST /v1/orders/{id}/guests`: adds guests to the caller's paid order on the same departure.
 * `stripe_source` is omitted when nothing is due by card.
 */
export const AddGuestsFields = z.object({
  guests,
  flight_id: Id.optional(),
  /** How many of the party fly now, as the caller saw it: the same guests are added once. */
  party: z.number().int().min(0).max(200),
  /** The total of the order with the guests, as the payer saw it; the service checks it. */
  updated_total_price: SeenDollars,
  apply_user_credit: z.boolean().optional(),
  /** The id of a saved card, or a new card's token. */
  stripe_source: z
    .union([z.string().max(200), Id])
    .nullable()
    .optional(),
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
export const AddGuestsRequest = z.object({ added_guests: AddGuestsFields })

/** `POST /v1/orders/{id}/staff_guests`: staff add them, and take the money or mail a link to pay. */
export const StaffAddGuestsFields = AddGuestsFields.pick({
  guests: true,
  flight_id: true,
  party: true,
  updated_total_price: true,
}).extend({
  /** How the amount due is paid; omitted when nothing is due, or when it is added to what is due. */
  payment: StaffChangePayment.optional(),
})
export const StaffAddGuestsRequest = z.object({ added_guests: StaffAddGuestsFields })

/** Whom an order can take along, and what the requested guests cost. A quote writes nothing. */
export const GuestQuote = z.object({
  order_id: Id,
  /** The flight of the order that they join; null where the caller must name it first. */
  flight_id: Id.nullable(),
  quantity_type: QuantityType,
  /** Whether guests can be added now. */
  open: z.boolean(),
  /** Why nobody can be added, or what is wrong with the request; null when neither applies. */
  message: z.string().nullable(),
  /** The deadline for adding guests; null where none can be added. */
  closes_at: Instant.nullable(),
  /** How many of the party fly on it now. */
  party: z.number().int(),
  /** The passenger types that can be added beside adults. */
  passenger_types: z.array(z.object({ id: Id, name: z.string(), percent_off: z.number().int() })),
  /** The price of an adult's seat today, without fees and tax; null on whole aircraft. */
  seat_price: Dollars.nullable(),
  lines: z.array(QuoteLine),
  tax: Dollars,
  /** The total of the added guests. */
  total: Dollars,
  credits: Dollars,
  /** The amount to pay; null when nothing is due. */
  amount_due: Dollars.nullable(),
  /** The total of the order including the added guests. */
  updated_total_price: Dollars,
  /** The account credit that can be applied; null where there is none. */
  credit_available: Dollars.nullable(),
  currency: z.literal('usd'),
})
export const GuestQuoteReply = z.object({ guest_quote: GuestQuote })

export const AddGuestsReply = z.object({
  order: Order,
  order_change: OrderChange,
  /** The payment in its current state; empty when no amount was due. */
  payments: z.array(Payment),
})
export const StaffAddGuestsReply = z.object({
  order: Order,
  order_change: OrderChange,
  /** The mailed payment link; null when the guests are added already. */
  payment_link: z.object({ held_until: Instant, mailed_to: z.string() }).nullable(),
})
/** The body of 409 `price_changed`, with the current quote. */
export const GuestPriceChangedBody = z.object({
  error: z.string(),
  code: z.literal('price_changed'),
  guest_quote: GuestQuote,
})

export type GuestToAdd = z.infer<typeof GuestToAdd>
export type AddGuestsFields = z.infer<typeof AddGuestsFields>
export type StaffAddGuestsFields = z.infer<typeof StaffAddGuestsFields>
export type GuestQuote = z.infer<typeof GuestQuote>
