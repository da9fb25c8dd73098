import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { cents, instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './people.ts'

/**
 * The price that staff set for the seats or aircraft of an order in place of the list price, with
 * who set it and why. It stays as it was sold, whatever is moved or refunded later.
 */
export const staffPrices = pgTable(
  'staff_prices',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    /** The price of each seat or aircraft. */
    unitPriceCents: cents('unit_price_cents').notNull(),
    listPriceCents: cents('list_price_cents').notNull(),
    /** Seats with second seats, or whole aircraft. */
    units: integer('units').notNull(),
    /** For staff alone. */
    reason: text('reason').notNull(),
    setBy: integer('set_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('staff_prices_money', sql`${t.unitPriceCents} >= 0 and ${t.listPriceCents} >= 0`),
    check('staff_prices_units', sql`${t.units} > 0 and ${t.reason} <> ''`),
  ],
)
