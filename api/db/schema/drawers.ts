import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { cents, instant } from './columns.ts'
import { payments, refunds } from './money.ts'
import { users } from './people.ts'

/** A cash drawer that a member of staff opened, counted and closed; each has at most one open. */
export const drawers = pgTable(
  'drawers',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The cash in it when it was opened. */
    openingCents: cents('opening_cents').notNull(),
    /** The expected and the counted cash when it was closed. */
    expectedCents: integer('expected_cents'),
    countedCents: integer('counted_cents'),
    note: text('note').notNull().default(''),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (t) => [
    uniqueIndex('drawers_one_open')
      .on(t.userId)
      .where(sql`${t.closedAt} is null`),
    check(
      'drawers_closed',
      sql`(${t.closedAt} is null) = (${t.countedCents} is null)
        and (${t.closedAt} is null) = (${t.expectedCents} is null)`,
    ),
    check(
      'drawers_money',
      sql`${t.openingCents} >= 0 and (${t.countedCents} is null or ${t.countedCents} >= 0)`,
    ),
  ],
)

/** Cash that came in with a payment (positive) or went out with a refund. */
export const drawerMovements = pgTable(
  'drawer_movements',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    drawerId: integer('drawer_id')
      .notNull()
      .references(() => drawers.id),
    paymentId: integer('payment_id')
      .unique()
      .references(() => payments.id),
    refundId: integer('refund_id')
      .unique()
      .references(() => refunds.id),
    amountCents: integer('amount_cents').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    index('drawer_movements_drawer_idx').on(t.drawerId),
    check(
      'drawer_movements_why',
      sql`num_nonnulls(${t.paymentId}, ${t.refundId}) = 1
        and (${t.paymentId} is not null) = (${t.amountCents} > 0)`,
    ),
  ],
)
