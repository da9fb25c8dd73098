import { z } from 'zod'
import { inPersonMethods, storedValueKinds } from './means-of-payment.ts'
import { Dollars, Id, Instant, ListMeta } from './primitives.ts'

/**
 * A line of an order by its place in `lines`, from 0; all that is left of it unless `quantity` says
 * how much.
 */
export const RefundLineFields = z.object({
  position: z.number().int().min(0).max(200),
  quantity: z.number().int().min(1, 'Please input a quantity').max(200).optional(),
})

/**
 * `POST /v1/refunds`, wrapped in `refund`: an `amount`, some `lines`, or with neither everything
 * that is left.
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
     * Who stays home when a part of a party's seats is refunded: as many people as seats. Needed
     * where names are known; where nobody is named the last of the booking stay home.
     */
    passenger_ids: z.array(Id).max(50).optional(),
    /** The refund in money as it was shown; a difference answers 409, and nothing is refunded. */
    expected_amount: Dollars.optional(),
    /** The reason for the books; empty without one. */
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

/** The destination of a part of the refund; for a gift card the price of its seat or aircraft. */
export const ReturnedTo = z.object({
  kind: z.enum([...storedValueKinds, 'card']),
  label: z.string(),
  amount: Dollars,
  /** Of money that was taken at the counter, which goes back there by hand. */
  method: z.enum(inPersonMethods).optional(),
})

/** A refund of an order as its buyer sees it. */
export const OrderRefund = z.object({
  id: Id,
  /** In money; gift cards come back besides. */
  amount: Dollars,
  /**
   * `pending`: the card’s part is on its way. `failed`: the bank returned it, and staff look after
   * it.
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

/** As staff see it. */
export const Refund = OrderRefund.extend({
  order_id: Id,
  lines: z.array(ReturnedLine),
  reason: z.string(),
  /**
   * `staff`; `owner`: cancelled by its buyer; `provider`: given on the provider’s own pages;
   * `claim`: called off.
   */
  origin: z.enum(['staff', 'owner', 'provider', 'claim']),
  /** Who: `user:12`, `session:…`, `stripe`. */
  by: z.string(),
  /**
   * Who stays home with it; empty where nobody does, and where everything of the order came back.
   */
  passengers: z.array(z.object({ id: Id, full_name: z.string() })),
})
export const RefundReply = z.object({ refund: Refund })
export const RefundsReply = z.object({ refunds: z.array(Refund), meta: ListMeta })

/**
 * `GET /v1/orders/{id}/cancellation`: whether its buyer may cancel it, and what would come back to
 * whom.
 */
export const Cancellation = z.object({
  order_id: Id,
  allowed: z.boolean(),
  /** Why not, for the buyer; null when allowed. */
  message: z.string().nullable(),
  /** Until when it can be cancelled; null without a flight to count from. */
  deadline: Instant.nullable(),
  /** Which part of the money comes back. */
  refund_percent: z.number(),
  /** In money; gift cards come back besides. */
  amount: Dollars,
  lines: z.array(ReturnedLine),
  to: z.array(ReturnedTo),
  /** The party, with who would stay home: everybody, unless some were asked for. */
  passengers: z.array(
    z.object({
      id: Id,
      /** From 1. */
      number: z.number().int(),
      full_name: z.string(),
      stays_home: z.boolean(),
    }),
  ),
  /** Some of the party may stay home while the others fly. */
  divisible: z.boolean(),
})
export const CancellationReply = z.object({ cancellation: Cancellation })

/**
 * `POST /v1/orders/{id}/cancellation`: the amount that was shown is a claim; a difference answers
 * 409 with the right one.
 */
export const CancellationFields = z.object({
  amount: Dollars,
  /** Who stays home; everybody where it is left out: the order ends. */
  passenger_ids: z.array(Id).max(50).optional(),
})
export const CancellationRequest = z.object({ cancellation: CancellationFields })

/**
 * `POST /v1/orders/{id}/staff_cancellations`, and its previews: staff cancel for the customer, by
 * the rule, or with another amount where there is a reason.
 */
export const StaffCancellationFields = z.object({
  /**
   * In money, instead of what the rule gives back; up to what is left, and to the limit of who
   * gives it.
   */
  amount: Dollars.refine(
    (amount) => amount >= 0 && amount <= 1_000_000,
    'Must be between 0 and 1,000,000',
  ).optional(),
  /**
   * Whether gift cards that paid seats come back with that amount; by the rule it says so itself.
   */
  gift_cards: z.boolean().optional(),
  /** Who stays home; everybody where it is left out: the order ends. */
  passenger_ids: z.array(Id).max(50).optional(),
  /**
   * Nothing was paid of it: it is ended as it stands. One that was paid meanwhile answers 409
   * `already_paid`, and stands.
   */
  unpaid: z.literal(true).optional(),
  /** For the books. */
  reason: z.string({ error: 'This field is required' }).trim().min(1, 'This field is required').max(500),
})
export const StaffCancellationPreviewRequest = z.object({ cancellation: StaffCancellationFields })
export const StaffCancellationRequest = z.object({
  /**
   * `expected_amount`: what was shown, a claim; another answers 409 with the right `cancellation`.
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
