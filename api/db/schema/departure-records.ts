import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { products, terminals } from './catalogue.ts'
import { instant } from './columns.ts'

/**
 * A departure that was on sale until it left, with or without passengers. The timetable is changed
 * and its past with it, so what it offered is written down when it is over.
 */
export const departureRecords = pgTable(
  'departure_records',
  {
    /** The rule of the timetable, which may be deleted later. */
    departureId: integer('departure_id').notNull(),
    /** The calendar day at the terminal. */
    localDate: date('local_date', { mode: 'string' }).notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    terminalId: integer('terminal_id')
      .notNull()
      .references(() => terminals.id, { onDelete: 'cascade' }),
    departAt: instant('depart_at').notNull(),
    /** The seats of the aircraft that flew it, or that would have. */
    seats: integer('seats').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.departureId, t.localDate] }),
    index('departure_records_depart_idx').on(t.departAt),
    index('departure_records_product_idx').on(t.productId),
    index('departure_records_terminal_idx').on(t.terminalId),
    check('departure_records_seats', sql`${t.seats} > 0`),
  ],
)

/** How far departures are recorded, in one row. */
export const departureRecordings = pgTable(
  'departure_recordings',
  {
    only: boolean('only').primaryKey().default(true),
    /** What left before was recorded at once, by the timetable of that day. */
    sinceAt: instant('since_at').notNull(),
    untilAt: instant('until_at').notNull(),
  },
  (t) => [check('departure_recordings_one_row', sql`${t.only}`)],
)
