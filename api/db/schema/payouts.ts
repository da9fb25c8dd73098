import { boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { payoutLineKinds, payoutStates } from '../../rules/bookkeeping/payout-line.ts'
import { cents, instant } from './columns.ts'

/** Transfers from the payment provider to the bank, as the provider reports them. */
export const payouts = pgTable(
  'payouts',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** `po_…` */
    reference: text('reference').notNull().unique(),
    /** The transferred amount; negative when the provider debits the bank. */
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: payoutStates }).notNull(),
    /** Made by the provider's schedule; only then the provider lists its movements. */
    automatic: boolean('automatic').notNull(),
    arrivesOn: date('arrives_on', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull(),
    /**
     * When all its lines were read and it was posted; null while the provider has not completed it.
     */
    bookedAt: instant('booked_at'),
    checkedAt: instant('checked_at').notNull(),
  },
  (t) => [index('payouts_arrives_idx').on(t.arrivesOn, t.id), index('payouts_created_idx').on(t.createdAt)],
)

/** Movements of the balance in a payout: one payment, refund, dispute or fee each. */
export const payoutLines = pgTable(
  'payout_lines',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    payoutId: integer('payout_id')
      .notNull()
      .references(() => payouts.id),
    /** The balance transaction (`txn_…`), which is paid out once. */
    reference: text('reference').notNull().unique(),
    kind: text('kind', { enum: payoutLineKinds }).notNull(),
    /**
     * The object (`ch_…`, `re_…`, `dp_…`, `du_…`, `po_…`) of the movement; null for movements of
     * the account itself.
     */
    source: text('source'),
    /** The payment concerned. */
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
