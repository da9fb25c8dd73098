import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { agents } from './agents.ts'
import { cents, instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'

/** What an agent earned in a month. It is written once; only its payment is added later. */
export const agentStatements = pgTable(
  'agent_statements',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    agentId: integer('agent_id')
      .notNull()
      .references(() => agents.id),
    /** Counts the agent's statements from 1, without gaps. */
    number: integer('number').notNull(),
    /** The first day of its month. */
    month: date('month', { mode: 'string' }).notNull(),
    /** What flew and was refunded before then is in it: midnight after its month, at the brand. */
    untilAt: instant('until_at').notNull(),
    /** The sum of its lines. */
    earnedCents: cents('earned_cents').notNull(),
    /** What an earlier statement took back and could not be paid with it; not positive. */
    carriedCents: cents('carried_cents').notNull(),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
    paidBy: integer('paid_by').references(() => users.id),
    paidReference: text('paid_reference'),
  },
  (t) => [
    unique('agent_statements_number_key').on(t.agentId, t.number),
    unique('agent_statements_month_key').on(t.agentId, t.month),
    check('agent_statements_carried', sql`${t.carriedCents} <= 0`),
    check(
      'agent_statements_paid',
      sql`num_nonnulls(${t.paidAt}, ${t.paidBy}, ${t.paidReference}) in (0, 3)
        and (${t.paidAt} is null or ${t.earnedCents} + ${t.carriedCents} > 0)`,
    ),
  ],
)

/** What a statement changes of an order's commission: all of it, or what was refunded since. */
export const agentStatementLines = pgTable(
  'agent_statement_lines',
  {
    statementId: integer('statement_id')
      .notNull()
      .references(() => agentStatements.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** The flight as it was called. */
    flight: text('flight').notNull(),
    /** Its day by the calendar of the brand. */
    flownOn: date('flown_on', { mode: 'string' }).notNull(),
    rateBps: integer('rate_bps').notNull(),
    /** What its flights cost and was not refunded. */
    keptCents: cents('kept_cents').notNull(),
    /** The commission beyond that of earlier statements; negative where it is taken back. */
    amountCents: cents('amount_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.statementId, t.orderId] }),
    index('agent_statement_lines_order_idx').on(t.orderId),
    check('agent_statement_lines_money', sql`${t.keptCents} >= 0 and ${t.amountCents} <> 0`),
  ],
)
