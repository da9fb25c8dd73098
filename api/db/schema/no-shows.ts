import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { cents, instant } from './columns.ts'
import { flights } from './inventory.ts'
import { orders } from './orders.ts'
import { passengers } from './passengers.ts'
import { vouchers } from './tenders.ts'

/**
 * A guest who did not come, once their flight has left, with what the rule of the product gave them
 * then. It stands until staff undo it.
 */
export const noShows = pgTable(
  'no_shows',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    passengerId: integer('passenger_id')
      .notNull()
      .references(() => passengers.id),
    flightId: integer('flight_id')
      .notNull()
      .references(() => flights.id),
    rule: text('rule', { enum: ['nothing', 'move', 'credit'] }).notNull(),
    /** 0 where the rule gives nothing, or nothing was paid. */
    valueCents: cents('value_cents').notNull(),
    voucherId: integer('voucher_id').references(() => vouchers.id),
    createdAt: instant('created_at').notNull(),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    uniqueIndex('no_shows_once_key')
      .on(t.passengerId)
      .where(sql`${t.undoneAt} is null`),
    uniqueIndex('no_shows_voucher_key').on(t.voucherId),
    index('no_shows_order_idx').on(t.orderId),
    check(
      'no_shows_value',
      sql`${t.valueCents} >= 0 and (${t.voucherId} is not null) = (${t.valueCents} > 0)
        and (${t.valueCents} = 0 or ${t.rule} <> 'nothing')`,
    ),
  ],
)
