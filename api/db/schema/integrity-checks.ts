import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type FailingRow } from '../../rules/bookkeeping/failing-check-row.ts'
import { instant } from './columns.ts'

/** One look at everything we promise. At most one waits or runs at a time. */
export const integrityRuns = pgTable(
  'promise_runs',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** `asked`: by staff or by the command. */
    kind: text('kind', { enum: ['nightly', 'asked'] }).notNull(),
    /** Holds everything at the payment provider against our books, not only what is new. */
    full: boolean('full').notNull().default(false),
    state: text('state', { enum: ['queued', 'running', 'done', 'failed'] }).notNull(),
    /** `user:12`, `command`, `clock`. */
    actor: text('actor').notNull(),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    uniqueIndex('promise_runs_one_at_a_time')
      .on(sql`(true)`)
      .where(sql`${t.state} in ('queued', 'running')`),
    index('promise_runs_state_idx').on(t.state, t.id),
  ],
)

/** What one run found of one promise. */
export const integrityResults = pgTable(
  'promise_results',
  {
    runId: integer('run_id')
      .notNull()
      .references(() => integrityRuns.id, { onDelete: 'cascade' }),
    promise: text('promise').notNull(),
    /** `unchecked`: the provider did not answer, or not to the end; neither kept nor broken. */
    state: text('state', { enum: ['kept', 'broken', 'unchecked'] }).notNull(),
    /** How many rows fail. */
    failing: integer('failing').notNull(),
    /** What they differ by, where the promise is about money. */
    cents: integer('cents'),
    /** The first of them; ids only, nothing personal. */
    rows: jsonb('rows').$type<FailingRow[]>().notNull(),
    /** How old the newest complete answer is; null when there was none yet. */
    checkedAt: instant('checked_at'),
  },
  (t) => [primaryKey({ columns: [t.runId, t.promise] })],
)

/** One pass through the provider's lists. A pass that stopped goes on at its cursor. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** What was made at the provider between these two. */
    fromAt: instant('from_at').notNull(),
    untilAt: instant('until_at').notNull(),
    step: text('step', { enum: ['charges', 'refunds', 'payments', 'done'] }).notNull(),
    /** The last object of `step` that was looked at. */
    cursor: text('cursor'),
    read: integer('read').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    uniqueIndex('reconciliations_one_open')
      .on(sql`(true)`)
      .where(sql`${t.finishedAt} is null`),
  ],
)

/**
 * Something the provider has otherwise than we. Stays until a later look finds that it is settled.
 */
export const providerDifferences = pgTable(
  'provider_differences',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    kind: text('kind', {
      enum: ['missing_here', 'missing_there', 'amount', 'currency', 'refunded', 'state', 'duplicated'],
    }).notNull(),
    /** `ch_…`, `pi_…`, `re_…` */
    reference: text('reference').notNull(),
    orderId: integer('order_id'),
    paymentId: integer('payment_id'),
    refundId: integer('refund_id'),
    /** In cents, or a state's word. */
    here: text('here'),
    there: text('there'),
    /** What the two differ by. */
    cents: integer('cents').notNull(),
    foundAt: instant('found_at').notNull(),
    checkedAt: instant('checked_at').notNull(),
    resolvedAt: instant('resolved_at'),
  },
  (t) => [
    uniqueIndex('provider_differences_open_key')
      .on(t.kind, t.reference)
      .where(sql`${t.resolvedAt} is null`),
  ],
)

/** When a payment (`pi_…`) or refund (`re_…`) of ours was last met in the provider's lists. */
export const providerSightings = pgTable('provider_seen', {
  reference: text('reference').primaryKey(),
  seenAt: instant('seen_at').notNull(),
})
