import { z } from 'zod'
import { FreedDeparture } from './freed-departure.ts'
import { inPersonMethods, storedValueKinds } from './means-of-payment.ts'
import { Dollars, Id, Instant, ListMeta } from './primitives.ts'

/**
 * One order line to refund, by its index in `lines` from 0; the whole remaining line unless
 * `quantity` is given.
 */
export const RefundLineFields = z.object({
  position: z.number().int().min(0).max(200),
  quantity: z.number().int().min(1, 'Please input a quantity').max(200).optional(),
})

/**
 * `POST /v1/refunds`, wrapped in `refund`: refunds an `amount`, some `lines`, or everything that
 * remains when both are omitted.
 */
export const RefundFields = z
  .object({
    order_id: Id,
    amount: Dollars.refine((amount) => amount > 0, 'Please input an amount')
      .refine((amount) => amount <= 1_000_000, 'Must be at most 1,000,000')
      .optional(),
    lines: z.array(RefundLineFields).min(1, 'Please choose a line').max(50).optional(),
    /** The flight whose seats are refunded; needed where the order's seats are on several. */
    flight_id: Id.optional(),
    /**
     * The passengers who stay home in a partial refund of seats: one for each refunded seat.
     * Required where passenger names are known; without any names the last ones listed stay home.
     */
    passenger_ids: z.array(Id).max(50).optional(),
    /** The refund in money as staff saw it; another amount replies 409 and refunds nothing. */
    expected_amount: Dollars.optional(),
    /** The reason for the audit record; a default sentence where none is given. */
    reason: z
      .string({ error: 'This field is required' })
      .trim()
      .min(1, 'This field is required')
      .max(500)
      .default('No reason was given'),
  })
  .refine(({ amount, lines }) => amount === undefined || lines === undefined, {
    error: 'Please give an amount or lines, not both',
    path: ['amount'],
  })
export const RefundRequest = z.object({ refund: RefundFields })

/**
 * A part of a refund and the tender it returns to; for a gift card, `amount` is the price of its
 * seat or aircraft.
 */
export const ReturnedTo = z.object({
  /** `due`: what was still to be paid and is not any more; no money moves. */
  kind: z.enum([...storedValueKinds, 'card', 'due']),
  label: z.string(),
  amount: Dollars,
  /** The means of a payment taken at the counter, whose refund staff pay out by hand. */
  method: z.enum(inPersonMethods).optional(),
})

/** A refund of an order as its buyer sees it. */
export const OrderRefund = z.object({
  id: Id,
  /** The refund in money, without returned gift cards. */
  amount: Dollars,
  /**
   * `pending`: the card refund is in progress. `failed`: the bank returned it, and staff handle it.
   */
  state: z.enum(['pending', 'succeeded', 'failed']),
  to: z.array(ReturnedTo),
  at: Instant,
})

export const ReturnedLine = z.object({
  position: z.number().int(),
  label: z.string(),
  quantity: z.number().int(),
  amount: Dollars,
})

/** A refund as staff see it. */
export const Refund = OrderRefund.extend({
  order_id: Id,
  lines: z.array(ReturnedLine),
  reason: z.string(),
  /**
   * `staff`: by staff. `owner`: the buyer cancelled. `provider`: made in the payment provider's
   * dashboard. `claim`: chosen after the operator cancelled the departure.
   */
  origin: z.enum(['staff', 'owner', 'provider', 'claim']),
  /** The actor who made the refund: `user:12`, `session:…`, `stripe`. */
  by: z.string(),
  /**
   * The passengers who stay home because of the refund; empty where none do, and for a full refund.
   */
  passengers: z.array(z.object({ id: Id, full_name: z.string() })),
})
export const RefundReply = z.object({ refund: Refund })
export const RefundsReply = z.object({ refunds: z.array(Refund), meta: ListMeta })

/**
 * `GET /v1/orders/{id}/cancellation`: whether the buyer may cancel the order, and the refund to
 * each tender.
 */
export const Cancellation = z.object({
  order_id: Id,
  allowed: z.boolean(),
  /** Why the order cannot be cancelled, for the buyer; null when `allowed`. */
  message: z.string().nullable(),
  /** The deadline for a cancellation; null for an order without a flight. */
  deadline: Instant.nullable(),
  /** The percentage of the money that is refunded. */
  refund_percent: z.number(),
  /** The refund in money, without returned gift cards. */
  amount: Dollars,
  lines: z.array(ReturnedLine),
  to: z.array(ReturnedTo),
  /**
   * The party; `stays_home` marks the passengers in the cancellation: all of them, unless some were
   * requested.
   */
  passengers: z.array(
    z.object({
      id: Id,
      /** The passenger's number in the party, from 1. */
      number: z.number().int(),
      full_name: z.string(),
      /** The name of the passenger's type as sold; absent for an adult. */
      passenger_type: z.string().optional(),
      stays_home: z.boolean(),
    }),
  ),
  /** Whether a part of the party may cancel while the others fly. */
  divisible: z.boolean(),
})
export const CancellationReply = z.object({ cancellation: Cancellation })

/**
 * `POST /v1/orders/{id}/cancellation`: the service checks the amount that was shown; if it has
 * changed, the reply is 409 with the current one.
 */
export const CancellationFields = z.object({
  amount: Dollars,
  /**
   * The passengers who stay home; when omitted, the whole party does and the order is cancelled.
   */
  passenger_ids: z.array(Id).max(50).optional(),
})
export const CancellationRequest = z.object({ cancellation: CancellationFields })

/**
 * `POST /v1/orders/{id}/staff_cancellations` and its previews: staff cancel for the customer, by
 * the cancellation rule or with another amount and a reason.
 */
export const StaffCancellationFields = z.object({
  /**
   * The refund in money instead of the rule's amount; at most what remains, and within the refund
   * limit of the caller.
   */
  amount: Dollars.refine(
    (amount) => amount >= 0 && amount <= 1_000_000,
    'Must be between 0 and 1,000,000',
  ).optional(),
  /**
   * Whether gift cards that paid for seats are returned together with `amount`; without `amount`
   * the rule decides.
   */
  gift_cards: z.boolean().optional(),
  /**
   * The passengers who stay home; when omitted, the whole party does and the order is cancelled.
   */
  passenger_ids: z.array(Id).max(50).optional(),
  /**
   * Cancels an unpaid order. If it was paid in the meantime, the reply is 409 `already_paid` and
   * the order stays unchanged.
   */
  unpaid: z.literal(true).optional(),
  /** The reason for the audit record. */
  reason: z.string({ error: 'This field is required' }).trim().min(1, 'This field is required').max(500),
})
export const StaffCancellationPreviewRequest = z.object({ cancellation: StaffCancellationFields })
/** The cancellation with the departures whose seats it frees; nothing is written. */
export const StaffCancellationPreviewReply = z.object({
  cancellation: Cancellation.extend({ departures: z.array(FreedDeparture) }),
})
export const StaffCancellationRequest = z.object({
  /**
   * `expected_amount` is the refund that staff saw; if it has changed, the reply is 409 with the
   * current `cancellation`.
   */
  cancellation: StaffCancellationFields.extend({ expected_amount: Dollars }),
})

export type StaffCancellationFields = z.infer<typeof StaffCancellationFields>
export type RefundFields = z.infer<typeof RefundFields>
export type ReturnedTo = z.infer<typeof ReturnedTo>
export type ReturnedLine = z.infer<typeof ReturnedLine>
export type OrderRefund = z.infer<typeof OrderRefund>
export type Refund = z.infer<typeof Refund>
export type Cancellation = z.infer<typeof Cancellation>
export type StaffCancellation = z.infer<typeof StaffCancellationPreviewReply>['cancellation']
