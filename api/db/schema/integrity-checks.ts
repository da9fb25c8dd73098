import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type FailingRow } from '../../rules/bookkeeping/failing-check-row.ts'
import { instant } from './columns.ts'

/** A run of all integrity checks. At most one is queued or running. */
export const integrityRuns = pgTable(
  'promise_runs',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** `asked`: requested by staff or by the command. */
    kind: text('kind', { enum: ['nightly', 'asked'] }).notNull(),
    /** Compares everything at the payment provider with our data, not only what is new. */
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

/** The result of one check in one run. */
export const integrityResults = pgTable(
  'promise_results',
  {
    runId: integer('run_id')
      .notNull()
      .references(() => integrityRuns.id, { onDelete: 'cascade' }),
    promise: text('promise').notNull(),
    /** `unchecked`: the provider's answer was missing or incomplete. */
    state: text('state', { enum: ['kept', 'broken', 'unchecked'] }).notNull(),
    /** How many rows fail. */
    failing: integer('failing').notNull(),
    /** The amount concerned, for checks of money. */
    cents: integer('cents'),
    /** The first failing rows: ids only, no personal data. */
    rows: jsonb('rows').$type<FailingRow[]>().notNull(),
    /** The time of the newest complete answer; null when there is none. */
    checkedAt: instant('checked_at'),
  },
  (t) => [primaryKey({ columns: [t.runId, t.promise] })],
)

/** A pass through the provider's lists. An interrupted pass continues at its cursor. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** The period in which the provider's objects were created. */
    fromAt: instant('from_at').notNull(),
    untilAt: instant('until_at').notNull(),
    step: text('step', { enum: ['charges', 'refunds', 'payments', 'done'] }).notNull(),
    /** The last object of `step` that was compared. */
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

/** A difference between the provider's data and ours, until a later comparison resolves it. */
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
    /** Cents, or a state. */
    here: text('here'),
    there: text('there'),
    /** The amount of the difference. */
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

/** When one of our payments (`pi_…`) or refunds (`re_…`) was last seen in the provider's lists. */
export const providerSightings = pgTable('provider_seen', {
  reference: text('reference').primaryKey(),
  seenAt: instant('seen_at').notNull(),
})
