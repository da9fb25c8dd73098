import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { methodsWithReference, paymentMethods } from '#contract/means-of-payment.ts'
import { type TenderAmounts } from '../../rules/refunds/allocate-refund.ts'
import { type RefundShares } from '../../rules/refunds/refund-shares.ts'
import { type TenderChoice } from '../../rules/orders/order-states.ts'
import { cents, instant, listInSql } from './columns.ts'
import { orderChanges, orders } from './orders.ts'
import { vouchers } from './tenders.ts'

/**
 * An attempt to collect money at the provider. The row is committed before the provider is called,
 * so that a payment is not lost in a crash. At most one attempt is open per order.
 */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    attemptNo: integer('attempt_no').notNull(),
    purpose: text('purpose', { enum: ['order', 'order_change'] })
      .notNull()
      .default('order'),
    /** The order change it pays; null for the order itself. */
    orderChangeId: integer('order_change_id').references(() => orderChanges.id),
    /**
     * `cs`: hosted Checkout Session; `pi`: PaymentIntent; `counter`: taken by staff, in cash or by
     * their card reader.
     */
    kind: text('kind', { enum: ['cs', 'pi', 'counter'] }).notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** It pays a part of the order, in a sale by staff. */
    part: boolean('part').notNull().default(false),
    currency: text('currency').notNull().default('usd'),
    state: text('state', { enum: ['created', 'open', 'succeeded', 'failed', 'canceled'] }).notNull(),
    /** `cs_…` or `pi_…`; null until the provider answered. */
    reference: text('reference').unique(),
    /** The PaymentIntent behind a session, once known. */
    paymentIntent: text('payment_intent'),
    idemKey: text('idem_key').notNull().unique(),
    /** The call that asked for this payment last, by its idempotency key; null when it had none. */
    requestKey: text('request_key'),
    /** The parameters sent to the provider, stored so that a retry sends the same. */
    params: jsonb('params').$type<Record<string, unknown>>().notNull(),
    paramsHash: text('params_hash').notNull(),
    /** The tenders to pay with, reserved again when the money arrives late. */
    tenders: jsonb('tenders')
      .$type<TenderChoice>()
      .notNull()
      .default({ giftCardIds: [], voucherIds: [], creditCents: 0 }),
    url: text('url'),
    /** Confirmations after the first one: each new card on the same intent is another one. */
    confirms: integer('confirms').notNull().default(0),
    holdUntil: instant('hold_until').notNull(),
    lastError: text('last_error'),
    lastCheckedAt: instant('last_checked_at'),
    createdAt: instant('created_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (t) => [
    unique('payment_attempts_no_key').on(t.orderId, t.attemptNo),
    uniqueIndex('payment_attempts_one_open')
      .on(t.orderId)
      .where(sql`${t.state} in ('created', 'open')`),
    index('payment_attempts_state_idx').on(t.state, t.createdAt),
    index('payment_attempts_intent_idx').on(t.paymentIntent),
    index('payment_attempts_change_idx').on(t.orderChangeId),
    check('payment_attempts_money', sql`${t.amountCents} > 0`),
    check('payment_attempts_what', sql`(${t.purpose} = 'order_change') = (${t.orderChangeId} is not null)`),
  ],
)

/** Money that arrived. One row per succeeded attempt. */
export const payments = pgTable(
  'payments',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    attemptId: integer('attempt_id')
      .notNull()
      .unique()
      .references(() => paymentAttempts.id),
    amountCents: cents('amount_cents').notNull(),
    refundedCents: cents('refunded_cents').notNull().default(0),
    currency: text('currency').notNull(),
    /** What it was made with: that says where the money is. */
    method: text('method', { enum: paymentMethods }).notNull().default('online'),
    /** `pi_…`; null for what was taken at the counter. */
    paymentIntent: text('payment_intent').unique(),
    /**
     * The number of the receipt that proves the payment, such as the card reader's slip. A number
     * pays one order.
     */
    readerReference: text('reader_reference'),
    /** The payer disputes it with their bank; `open` and `lost` ones cannot be refunded. */
    disputeState: text('dispute_state', { enum: ['open', 'won', 'lost'] }),
    /** `dp_…` */
    disputeReference: text('dispute_reference').unique(),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('payments_reader_reference_unique').on(t.method, t.readerReference),
    index('payments_order_idx').on(t.orderId),
    index('payments_last4_idx').on(t.cardLast4),
    check(
      'payments_where',
      sql`(${t.method} = 'online') = (${t.paymentIntent} is not null)
        and (${t.method} in ${listInSql(methodsWithReference)}) = (${t.readerReference} is not null)`,
    ),
    check('payments_money', sql`${t.amountCents} > 0 and ${t.refundedCents} between 0 and ${t.amountCents}`),
  ],
)

/** Refunds of payments. The row is written before the provider is called. */
export const refunds = pgTable(
  'refunds',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The order refund that this refund of a payment belongs to. */
    orderRefundId: integer('order_refund_id').references((): AnyPgColumn => orderRefunds.id),
    amountCents: cents('amount_cents').notNull(),
    reason: text('reason').notNull(),
    /**
     * `automatic`: a payment that could not be accepted. `order`: part of an order's refund.
     * `provider`: made by staff on the provider's pages.
     */
    origin: text('origin', { enum: ['automatic', 'order', 'provider'] })
      .notNull()
      .default('automatic'),
    state: text('state', { enum: ['created', 'pending', 'succeeded', 'failed'] }).notNull(),
    idemKey: text('idem_key').notNull().unique(),
    reference: text('reference').unique(),
    lastCheckedAt: instant('last_checked_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('refunds_order_idx').on(t.orderId),
    index('refunds_payment_idx').on(t.paymentId),
    index('refunds_order_refund_idx').on(t.orderRefundId),
    index('refunds_state_idx').on(t.state, t.lastCheckedAt),
    check('refunds_money', sql`${t.amountCents} > 0`),
  ],
)

/**
 * Refunds of sold orders by anybody. The payments' part is in `refunds`, and what each tender has
 * got back in all is in `order_tenders`.
 */
export const orderRefunds = pgTable(
  'order_refunds',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /**
     * `staff`: `POST /v1/refunds`. `owner`: cancelled by its buyer. `provider`: on the provider's
     * own pages. `claim`: its flight was called off.
     */
    origin: text('origin', { enum: ['staff', 'owner', 'provider', 'claim'] }).notNull(),
    /** `user:12`, `session:…`, `stripe`. */
    actor: text('actor').notNull(),
    reason: text('reason').notNull(),
    /**
     * What is refunded: units of the order's lines by position, and their money. Empty for a plain
     * amount.
     */
    lines: jsonb('lines').$type<RefundShares['lines']>().notNull(),
    /** The recipients of the refund. */
    tenders: jsonb('tenders').$type<TenderAmounts>().notNull(),
    /** The amount of money; gift cards are returned in addition. */
    amountCents: cents('amount_cents').notNull(),
    /**
     * The voucher that was issued instead. `tenders` then says whose money it was, and they got
     * nothing.
     */
    voucherId: integer('voucher_id').references(() => vouchers.id),
    /** The key of the request: a repeated request is the same refund. */
    idemKey: text('idem_key').unique(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('order_refunds_order_idx').on(t.orderId, t.id),
    index('order_refunds_created_idx').on(t.createdAt),
    check('order_refunds_money', sql`${t.amountCents} >= 0`),
  ],
)

/** Double entry: a transaction's entries sum to zero (deferred trigger in `0001_rules.sql`). */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id').references(() => orders.id),
    kind: text('kind').notNull(),
    /** One transaction per event, ever: `payment:12`, `refund:3`. */
    eventKey: text('event_key').notNull().unique(),
    at: instant('at').notNull(),
  },
  (t) => [index('ledger_transactions_order_idx').on(t.orderId), index('ledger_transactions_at_idx').on(t.at)],
)

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    transactionId: integer('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    /** `stripe`, `sales:flights`, `sales:upgrades`, `fees`, `tax`, `refunds`, … */
    account: text('account').notNull(),
    /** Debit positive, credit negative. */
    amountCents: cents('amount_cents').notNull(),
  },
  (t) => [
    index('ledger_entries_transaction_idx').on(t.transactionId),
    index('ledger_entries_account_idx').on(t.account),
    check('ledger_entries_not_zero', sql`${t.amountCents} <> 0`),
  ],
)

/**
 * The balance of every account at midnight UTC, computed once so that balances are read without
 * summing the whole ledger. It always agrees with the entries: an entry with an earlier time
 * deletes later balances (a trigger in `0001_rules.sql`), and the next job computes them again.
 */
export const ledgerCarriedBalances = pgTable(
  'ledger_carried',
  {
    /** Everything before this time is included. */
    at: instant('at').notNull(),
    account: text('account').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.at, t.account] })],
)
