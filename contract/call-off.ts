import { z } from 'zod'
import { QuantityType } from './enums.ts'
import { Dollars, Email, Id, Instant } from './primitives.ts'
import { ReturnedTo } from './refund.ts'
import { WaitlistFlight } from './waitlist.ts'

export const DepartureCancellationReason = z.enum(['weather', 'technical', 'too_few_passengers', 'other'])

/**
 * `POST /v1/call_offs`: cancels a departure, identified by one of its flights or by `departure_id`
 * and `depart_at`.
 */
export const DepartureCancellationFields = z
  .object({
    flight_id: Id.optional(),
    departure_id: Id.optional(),
    depart_at: Instant.optional(),
    reason: DepartureCancellationReason,
    /** A note to the customers who booked the departure. */
    note: z.string().trim().max(300).nullable().optional(),
  })
  .refine(
    (of) => of.flight_id !== undefined || (of.departure_id !== undefined && of.depart_at !== undefined),
    {
      error: 'Please name a flight, or a departure and its time',
      path: ['flight_id'],
    },
  )
export const DepartureCancellationRequest = z.object({ call_off: DepartureCancellationFields })

export const RebookingOfferState = z.enum(['open', 'moved', 'voucher', 'refunded', 'closed'])

/** A cancelled departure and the progress of its rebooking offers, for staff. */
export const DepartureCancellation = z.object({
  id: Id,
  reason: DepartureCancellationReason,
  note: z.string().nullable(),
  flight: WaitlistFlight,
  /** The number of rebooking offers in each state. */
  claims: z.record(RebookingOfferState, z.number().int()),
  created_at: Instant,
  /** When every paid order had its rebooking offer; null until then. */
  done_at: Instant.nullable(),
})
export const DepartureCancellationReply = z.object({ call_off: DepartureCancellation })

/** A departure offered in exchange, with seats held at no extra charge. */
export const RebookingAlternative = z.object({ id: Id, flight: WaitlistFlight, held_until: Instant })

/**
 * The rebooking offer that a customer opens with the mailed link: the choices, and the choice made.
 */
export const RebookingOffer = z.object({
  state: RebookingOfferState,
  brand_id: Id,
  order_id: Id,
  order_number: z.string(),
  reason: DepartureCancellationReason,
  note: z.string().nullable(),
  flight: WaitlistFlight,
  quantity_type: QuantityType,
  /** The number of people. */
  quantity: z.number().int(),
  /** The deadline of the choice; afterwards a voucher is issued automatically. */
  expires_at: Instant,
  /** The offer is open but its deadline has passed, so the voucher is about to be issued. */
  over: z.boolean(),
  alternatives: z.array(RebookingAlternative),
  /** Whether the customer can search for other departures. */
  renewable: z.boolean(),
  /** The value of the voucher; null when nothing can be credited. */
  voucher_amount: Dollars.nullable(),
  /** The refund and where it goes; null when the fare is not refundable. */
  refund: z.object({ amount: Dollars, to: z.array(ReturnedTo) }).nullable(),
  /** Why neither a voucher nor a refund is possible now; null when one is. */
  money_message: z.string().nullable(),
  /** The result of the choice: the new flight, the voucher, or the refund. */
  moved_to: WaitlistFlight.nullable(),
  voucher: z.object({ amount: Dollars, code_tail: z.string(), expires_at: Instant }).nullable(),
  refunded_amount: Dollars.nullable(),
  answered_at: Instant.nullable(),
  /**
   * Who made the choice: `link`, the customer; `clock`, the deadline; `order`, a change of the
   * order; `staff`, a staff member for a customer on the phone.
   */
  answered_by: z.enum(['link', 'clock', 'order', 'staff']).nullable(),
})
export const RebookingOfferReply = z.object({ reschedule_claim: RebookingOffer })

/**
 * `GET /v1/orders/{id}/reschedule_claim`: the buyer's rebooking offer with the secret of its link.
 * Staff get it without the secret and choose for a customer with separate calls, so that the record
 * names the staff member.
 */
export const OrderRebookingOfferReply = z.object({
  reschedule_claim: RebookingOffer.extend({ token: z.string().nullable() }),
})

/**
 * `POST /v1/reschedule_claims/{token}/answer`: exactly one choice. `amount` is the figure that the
 * customer saw; the service checks it.
 */
export const RebookingAnswerFields = z.discriminatedUnion('choice', [
  z.object({ choice: z.literal('alternative'), alternative_id: Id }),
  z.object({ choice: z.literal('voucher'), amount: Dollars }),
  z.object({ choice: z.literal('refund'), amount: Dollars }),
])
export const RebookingAnswerRequest = z.object({ reschedule_claim: RebookingAnswerFields })

/** `POST /v1/reschedule_claim_links`: the reply is the same whether or not such an order exists. */
export const RebookingLinkRequest = z.object({
  reschedule_claim_link: z.object({
    order_number: z
      .string({ error: 'This field is required' })
      .trim()
      .min(1, 'This field is required')
      .max(20),
    email: Email,
  }),
})

export const RebookingLinkReply = z.object({ sent: z.literal(true) })

export type DepartureCancellationFields = z.infer<typeof DepartureCancellationFields>
export type DepartureCancellation = z.infer<typeof DepartureCancellation>
export type RebookingOffer = z.infer<typeof RebookingOffer>
export type RebookingAnswerFields = z.infer<typeof RebookingAnswerFields>
