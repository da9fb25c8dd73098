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
 * Money the payment provider sent to the bank. Amounts in dollars; those that left the balance are
 * negative.
 */
export const Payout = z.object({
  id: Id,
  /** As the provider calls it: `po_…`. */
  reference: z.string(),
  /**
   * What the bank gets: `payments` + `refunds` + `disputes` + `returned` + `other` - `fees`, where
   * nothing differs.
   */
  amount: Dollars,
  currency: z.string(),
  status: PayoutState,
  /** Made by the provider's schedule; one made by hand does not tell what is in it. */
  automatic: z.boolean(),
  arrives_on: LocalDate,
  created_at: Instant,
  /** When it came into the books; null while the provider puts it together. */
  booked_at: Instant.nullable(),
  payments: Dollars,
  /** Refunds, less the failed ones that came back. */
  refunds: Dollars,
  disputes: Dollars,
  /** The fees of the provider. */
  fees: Dollars,
  /** Returned payouts. */
  returned: Dollars,
  other: Dollars,
  /** How many movements are in it. */
  lines: z.number().int(),
  /** How many of them differ from our ledger. */
  unmatched: z.number().int(),
  /** What its amount differs by from its movements. */
  difference: Dollars,
})

/** One movement in a payout. */
export const PayoutLine = z.object({
  id: Id,
  /** `txn_…` */
  reference: z.string(),
  kind: PayoutLineKind,
  /** `ch_…`, `re_…`, `dp_…` or `du_…`, `po_…`; null for what is about the account alone. */
  source: z.string().nullable(),
  /** The order whose money it is. */
  order_id: Id.nullable(),
  amount: Dollars,
  fee: Dollars,
  net: Dollars,
  moved_at: Instant,
  /** Whether our ledger has the same movement. */
  matched: z.boolean(),
})

/** `GET /v1/payouts`. */
export const PayoutsReply = z.object({ payouts: z.array(Payout), meta: ListMeta })
/** `GET /v1/payouts/{id}`; pages of its movements. */
export const PayoutReply = z.object({ payout: Payout, payout_lines: z.array(PayoutLine), meta: ListMeta })

export type Payout = z.infer<typeof Payout>
export type PayoutLine = z.infer<typeof PayoutLine>
export type PayoutState = z.infer<typeof PayoutState>
export type PayoutLineKind = z.infer<typeof PayoutLineKind>
