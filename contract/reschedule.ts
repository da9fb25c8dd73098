import { z } from 'zod'
import { requireReference } from './counter.ts'
import { QuantityType } from './enums.ts'
import { inPersonMethods } from './means-of-payment.ts'
import { Order, OrderChange } from './order.ts'
import { Payment } from './payment.ts'
import { Dollars, Email, Id, Instant } from './primitives.ts'
import { QuoteLine } from './quote.ts'

/**
 * `PATCH /v1/orders/{id}/reschedule_flight`: reschedules a paid order, or some of its party, to
 * another departure of the same flight; wrapped in `order` or flat. What follows `depart_at` are
 * additions beside spec section 7. `stripe_source` is left out where nothing is left for a card.
 */
export const RescheduleFields = z.object({
  /** A saved card's id, or a card just typed. */
  stripe_source: z
    .union([z.string().max(200), Id])
    .nullable()
    .optional(),
  /** Counts for staff alone; customers reschedule only their own. */
  user_id: Id.nullable().optional(),
  apply_user_credit: z.boolean().optional(),
  /** How many of the party are rescheduled; everybody without it. */
  quantity: z
    .number({ error: 'Please input a quantity' })
    .int()
    .min(1, 'Please input a quantity')
    .max(60)
    .optional(),
  /** The figures that the payer saw. Other figures answer 409 with the right quote. */
  items: z.object({ reschedule_fee: Dollars, reschedule_price_difference: Dollars }),
  departure_id: Id,
  depart_at: Instant,
  /** The order's flight that is given up; left out where it has only one. */
  flight_id: Id.optional(),
  /** Who is rescheduled, where it is not everybody: the last of the booking by default. */
  passenger_ids: z.array(Id).max(60).optional(),
  /**
   * Of the quote that was shown: its price holds for 15 minutes, also when the fee rises meanwhile.
   */
  quote: z.string().max(2000).optional(),
  /** Begin a payment that the wallet's open sheet confirms; its reference is the client secret. */
  payment_intent: z.literal(true).optional(),
  /** Pay on the provider's own page. */
  hosted: z.boolean().optional(),
  /** Where the hosted page and 3-D Secure come back to; must be on an allowed host. */
  return_url: z.string().max(500).optional(),
  cancel_url: z.string().max(500).optional(),
  /** Save the card with the account once it has paid. */
  remember: z.boolean().optional(),
})
export const RescheduleRequest = z.union([
  z.object({ order: RescheduleFields }).transform((body) => body.order),
  RescheduleFields,
])

/**
 * Without a departure it says whether, until when and at which fee the flight may be rescheduled.
 */
export const RescheduleQuoteFields = RescheduleFields.pick({
  apply_user_credit: true,
  quantity: true,
  flight_id: true,
  passenger_ids: true,
  quote: true,
}).extend({ departure_id: Id.optional(), depart_at: Instant.optional() })

/** The price of a reschedule; changes nothing and holds no seat. */
export const RescheduleQuote = z.object({
  order_id: Id,
  /** The order's flight that is given up; null where that must be said first. */
  flight_id: Id.nullable(),
  /** Whether it may be rescheduled now. */
  open: z.boolean(),
  /** Why not, or what is wrong with what was asked for; null when all is well. */
  message: z.string().nullable(),
  /** The deadline; null where it cannot be rescheduled. */
  closes_at: Instant.nullable(),
  quantity_type: QuantityType,
  /** How many may move. */
  party: z.number().int(),
  /** Who is on it. */
  passengers: z.array(z.object({ id: Id, full_name: z.string() })),
  /** Of what was asked for; of a move of everybody where no departure was named. */
  reschedule_fee: Dollars,
  /** From when on the fee is `later_fee`; null once it is, and where there is none. */
  fee_rises_at: Instant.nullable(),
  later_fee: Dollars,
  reschedule_price_difference: Dollars,
  lines: z.array(QuoteLine),
  tax: Dollars,
  total: Dollars,
  credits: Dollars,
  /** Left for a card; null when nothing is. */
  amount_due: Dollars.nullable(),
  /** Account credit that could pay; null where none can. */
  credit_available: Dollars.nullable(),
  /** To be sent with the reschedule; null without a departure. */
  quote: z.string().nullable(),
  /** Until when that price holds. */
  valid_until: Instant.nullable(),
  currency: z.literal('usd'),
})
export const RescheduleQuoteReply = z.object({ reschedule_quote: RescheduleQuote })

export const RescheduleReply = z.object({
  order: Order,
  order_change: OrderChange,
  /** The payment as it stands; empty when there was nothing for a card. */
  payments: z.array(Payment),
})
/** 409 `price_changed` carries the right figures. */
export const ReschedulePriceChangedBody = z.object({
  error: z.string(),
  code: z.literal('price_changed'),
  reschedule_quote: RescheduleQuote,
})

/** What staff add to a reschedule for the customer. */
const staffWaiver = { waive_fee: z.boolean().optional() }

/** `POST /v1/orders/{id}/staff_reschedule_quotes`: the same quote for staff, of any order. */
export const StaffRescheduleQuoteRequest = RescheduleQuoteFields.extend(staffWaiver)

/**
 * `POST /v1/orders/{id}/staff_reschedules`: staff move it for the customer. `items` are claims, as
 * for the customer. What is left to pay they have taken at the counter, or the customer pays by a
 * mailed link.
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
    ...staffWaiver,
    /** Why, for the books; needed where the fee is waived. */
    reason: z.string().trim().max(500).default(''),
    /** Left out where nothing is left to pay. */
    payment: z
      .object({
        /**
         * `link`: the customer pays by a mailed link; the new seats are kept for two hours, and the
         * flight moves once it is paid.
         */
        method: z.enum([...inPersonMethods, 'link']),
        /** What was taken, or is to be paid: a claim. */
        amount: Dollars,
        reader_reference: z.string().trim().min(1, 'This field is required').max(80).optional(),
        /**
         * Of a link: the page that opens it, and the one its payment comes back to; both on an
         * allowed host.
         */
        url: z.string().max(500).optional(),
        return_url: z.string().max(500).optional(),
      })
      .refine((of) => of.method !== 'link' || (of.url !== undefined && of.return_url !== undefined), {
        error: 'This field is required',
        path: ['url'],
      })
      .superRefine(requireReference)
      .optional(),
  })
  .refine(({ waive_fee: waived, reason }) => waived !== true || reason !== '', {
    error: 'Please say why no fee is taken',
    path: ['reason'],
  })
export const StaffRescheduleRequest = z.object({ reschedule: StaffRescheduleFields })
export const StaffRescheduleReply = z.object({
  order: Order,
  order_change: OrderChange,
  /** Where the customer is to pay it; null where it is moved already. */
  payment_link: z.object({ held_until: Instant, mailed_to: z.string() }).nullable(),
})
export type StaffRescheduleFields = z.infer<typeof StaffRescheduleFields>

/** Which order an item of `/reschedule-flight/{item}` is of. */
export const RescheduleSubjectReply = z.object({
  reschedule: z.object({ order_id: Id, flight_id: Id }),
})

/** `POST /v1/reschedule_links`: the answer is the same whether or not there is such an order. */
export const RescheduleLinkRequest = z.object({
  reschedule_link: z.object({
    /** As it stands in the mail: `O-1042`, or only the figures. */
    order_number: z.string().trim().min(1, 'This field is required').max(20),
    email: Email,
    /** The page that opens it; must be on an allowed host. */
    url: z.string().max(500),
  }),
})
export const RescheduleLinkOpenRequest = z.object({ token: z.string().min(1).max(200) })
/** A token for that one order. */
export const RescheduleLinkReply = z.object({ jwt: z.string(), order_id: Id, email: z.string() })

export type RescheduleFields = z.infer<typeof RescheduleFields>
export type RescheduleQuote = z.infer<typeof RescheduleQuote>
