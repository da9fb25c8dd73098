import { boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { payoutLineKinds, payoutStates } from '../../rules/bookkeeping/payout-line.ts'
import { cents, instant } from './columns.ts'

/** Money on its way from the payment provider to the bank, as the provider tells it. */
export const payouts = pgTable(
  'payouts',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** `po_…` */
    reference: text('reference').notNull().unique(),
    /** What the bank gets; negative when the provider takes it from the bank. */
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: payoutStates }).notNull(),
    /** Made by the provider's own schedule: only then it tells what is in it. */
    automatic: boolean('automatic').notNull(),
    arrivesOn: date('arrives_on', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull(),
    /**
     * When its lines were all read and it was booked; null while the provider still puts it
     * together.
     */
    bookedAt: instant('booked_at'),
    checkedAt: instant('checked_at').notNull(),
  },
  (t) => [index('payouts_arrives_idx').on(t.arrivesOn, t.id), index('payouts_created_idx').on(t.createdAt)],
)

/** What moved the balance a payout emptied: one payment, refund, dispute or fee each. */
export const payoutLines = pgTable(
  'payout_lines',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    payoutId: integer('payout_id')
      .notNull()
      .references(() => payouts.id),
    /** `txn_…`: paid out once. */
    reference: text('reference').notNull().unique(),
    kind: text('kind', { enum: payoutLineKinds }).notNull(),
    /** `ch_…`, `re_…`, `dp_…` or `du_…`, `po_…`; null for what is about nothing but the account. */
    source: text('source'),
    /** The payment it is about. */
    paymentIntent: text('payment_intent'),
    /** Before the fee; negative when money left. */
    amountCents: cents('amount_cents').notNull(),
    feeCents: cents('fee_cents').notNull(),
    /** When the balance moved. */
    movedAt: instant('moved_at').notNull(),
  },
  (t) => [
    index('payout_lines_payout_idx').on(t.payoutId, t.id),
    index('payout_lines_intent_idx').on(t.paymentIntent),
    index('payout_lines_source_idx').on(t.source),
  ],
)
