import { z } from 'zod'
import { Dollars, Id, Instant, ListMeta, LocalDate } from './primitives.ts'

export const PayoutState = z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled'])
export const PayoutLineKind = z.enum([
  'payment',
  'refund',
  'refund_failure',
  'dispute',
  'payout_failure',
  'fee',
  'hold',
  'other',
])

/**
 * A payout from the payment provider to the bank. Amounts are in dollars; those that left the
 * provider's balance are negative.
 */
export const Payout = z.object({
  id: Id,
  /** The provider's id of the payout: `po_…`. */
  reference: z.string(),
  /**
   * The amount that the bank receives: `payments` + `refunds` + `disputes` + `returned` + `other` -
   * `fees`, unless `difference` is not zero.
   */
  amount: Dollars,
  currency: z.string(),
  status: PayoutState,
  /** The provider's schedule created the payout; a manual payout does not list its movements. */
  automatic: z.boolean(),
  arrives_on: LocalDate,
  created_at: Instant,
  /** When the payout was posted to the ledger; null while the provider is still assembling it. */
  booked_at: Instant.nullable(),
  payments: Dollars,
  /** The refunds minus the failed ones that were returned. */
  refunds: Dollars,
  disputes: Dollars,
  /** The provider's fees. */
  fees: Dollars,
  /** The payouts that the bank returned. */
  returned: Dollars,
  other: Dollars,
  /** The number of movements in the payout. */
  lines: z.number().int(),
  /** The number of movements that differ from the shop's ledger. */
  unmatched: z.number().int(),
  /** The difference between the amount of the payout and the sum of its movements. */
  difference: Dollars,
})

/** One movement in a payout. */
export const PayoutLine = z.object({
  id: Id,
  /** The provider's id of the balance transaction: `txn_…`. */
  reference: z.string(),
  kind: PayoutLineKind,
  /**
   * The source of the movement: `ch_…`, `re_…`, `dp_…` or `du_…`, `po_…`; null for a movement
   * without one, such as an account fee.
   */
  source: z.string().nullable(),
  /** The order that the movement belongs to. */
  order_id: Id.nullable(),
  amount: Dollars,
  fee: Dollars,
  net: Dollars,
  moved_at: Instant,
  /** Whether the shop's ledger has the same movement. */
  matched: z.boolean(),
})

/** `GET /v1/payouts`. */
export const PayoutsReply = z.object({ payouts: z.array(Payout), meta: ListMeta })
/** `GET /v1/payouts/{id}`: a payout with a page of its movements. */
export const PayoutReply = z.object({ payout: Payout, payout_lines: z.array(PayoutLine), meta: ListMeta })

export type Payout = z.infer<typeof Payout>
export type PayoutLine = z.infer<typeof PayoutLine>
export type PayoutState = z.infer<typeof PayoutState>
export type PayoutLineKind = z.infer<typeof PayoutLineKind>
