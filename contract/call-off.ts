import { z } from 'zod'
import { QuantityType } from './enums.ts'
import { Dollars, Email, Id, Instant } from './primitives.ts'
import { ReturnedTo } from './refund.ts'
import { WaitlistFlight } from './waitlist.ts'

export const DepartureCancellationReason = z.enum(['weather', 'technical', 'other'])

/**
 * `POST /v1/call_offs`: cancels a departure, named by one of its flights or as an order names it.
 */
export const DepartureCancellationFields = z
  .object({
    flight_id: Id.optional(),
    departure_id: Id.optional(),
    depart_at: Instant.optional(),
    reason: DepartureCancellationReason,
    /** A sentence for the customers who booked it. */
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

/** A cancelled departure and the progress of its customers, for staff. */
export const DepartureCancellation = z.object({
  id: Id,
  reason: DepartureCancellationReason,
  note: z.string().nullable(),
  flight: WaitlistFlight,
  /** How many rebooking offers have which status. */
  claims: z.record(RebookingOfferState, z.number().int()),
  created_at: Instant,
  /** When every paid customer had a rebooking offer; null until then. */
  done_at: Instant.nullable(),
})
export const DepartureCancellationReply = z.object({ call_off: DepartureCancellation })

/** Other seats that are held free of charge. */
export const RebookingAlternative = z.object({ id: Id, flight: WaitlistFlight, held_until: Instant })

/** What a paid customer may choose by the mailed link, and the choice. */
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
  /** The offer is open and its time is over, so the voucher is about to be issued. */
  over: z.boolean(),
  alternatives: z.array(RebookingAlternative),
  /** Whether other times can be searched. */
  renewable: z.boolean(),
  /** The value of the voucher; null when there is nothing to put on one. */
  voucher_amount: Dollars.nullable(),
  /** The refund and where it goes; null when the fare is not refundable. */
  refund: z.object({ amount: Dollars, to: z.array(ReturnedTo) }).nullable(),
  /** Why neither a voucher nor a refund is possible now; null when one is. */
  money_message: z.string().nullable(),
  /** The result: the new flight, the voucher's value and the end of its code, or the refund. */
  moved_to: WaitlistFlight.nullable(),
  voucher: z.object({ amount: Dollars, code_tail: z.string(), expires_at: Instant }).nullable(),
  refunded_amount: Dollars.nullable(),
  answered_at: Instant.nullable(),
  /** `staff`: a staff member chose for a caller. */
  answered_by: z.enum(['link', 'clock', 'order', 'staff']).nullable(),
})
export const RebookingOfferReply = z.object({ reschedule_claim: RebookingOffer })

/**
 * `GET /v1/orders/{id}/reschedule_claim`: the buyer's own comes with the secret of the link; staff
 * read it without, and choose for a caller by calls of their own, so that the record names them.
 */
export const OrderRebookingOfferReply = z.object({
  reschedule_claim: RebookingOffer.extend({ token: z.string().nullable() }),
})

/**
 * `POST /v1/reschedule_claims/{token}/answer`: exactly one choice. `amount` is what the customer
 * saw, and is checked.
 */
export const RebookingAnswerFields = z.discriminatedUnion('choice', [
  z.object({ choice: z.literal('alternative'), alternative_id: Id }),
  z.object({ choice: z.literal('voucher'), amount: Dollars }),
  z.object({ choice: z.literal('refund'), amount: Dollars }),
])
export const RebookingAnswerRequest = z.object({ reschedule_claim: RebookingAnswerFields })

/** `POST /v1/reschedule_claim_links`: the answer is the same whether or not an order exists. */
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
