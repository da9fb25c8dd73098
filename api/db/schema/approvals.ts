import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'

/**
 * An act above the limit of the member of staff who asked for it. It runs once, when somebody else
 * with the right approves it; until then nothing of it has happened.
 */
export const approvals = pgTable(
  'approvals',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** The call of `/v1` that was refused, as it was sent. */
    method: text('method', { enum: ['POST', 'PATCH'] }).notNull(),
    path: text('path').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    orderId: integer('order_id').references(() => orders.id),
    /** What the act was about when it was asked for: an order's state and money, or a row's tag. */
    seen: text('seen').notNull(),
    state: text('state', { enum: ['waiting', 'running', 'approved', 'refused'] })
      .notNull()
      .default('waiting'),
    askedBy: integer('asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: instant('asked_at').notNull(),
    decidedBy: integer('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    index('approvals_open_idx')
      .on(t.id)
      .where(sql`${t.state} in ('waiting', 'running')`),
    index('approvals_order_idx').on(t.orderId),
    check('approvals_two_people', sql`${t.decidedBy} is null or ${t.decidedBy} <> ${t.askedBy}`),
    check('approvals_decided', sql`(${t.state} = 'waiting') = (${t.decidedBy} is null)`),
  ],
)
