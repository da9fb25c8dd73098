import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { flights } from './inventory.ts'
import { orders } from './orders.ts'

/**
 * A press that gave a flight, and those that it holds up, another time. The flights have what stands
 * now; a job tells the guests and sets `done_at`.
 */
export const flightDelays = pgTable(
  'flight_delays',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** The flight that was pressed. */
    flightId: integer('flight_id')
      .notNull()
      .references(() => flights.id),
    /** Its own delay from then on; 0 takes it back. */
    minutes: integer('minutes').notNull(),
    reason: text('reason', { enum: ['late_aircraft', 'weather', 'pilot', 'air_traffic', 'other'] }).notNull(),
    words: text('words'),
    /** `user:12` */
    actor: text('actor').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When every party had been told. */
    doneAt: instant('done_at'),
  },
  (t) => [
    index('flight_delays_flight_idx').on(t.flightId),
    index('flight_delays_due_idx')
      .on(t.id)
      .where(sql`${t.doneAt} is null`),
    check('flight_delays_minutes', sql`${t.minutes} >= 0`),
  ],
)

/** A party that is told of a delay, once. Each raises the sequence of the order's calendar entries. */
export const delayNotices = pgTable(
  'delay_notices',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    delayId: integer('delay_id')
      .notNull()
      .references(() => flightDelays.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** The first of the party's flights whose time has changed. */
    flightId: integer('flight_id')
      .notNull()
      .references(() => flights.id),
    /** It leaves earlier than was told before. */
    isEarlier: boolean('is_earlier').notNull(),
    /** When mail and text were queued; null until then. */
    toldAt: instant('told_at'),
  },
  (t) => [
    unique('delay_notices_once_key').on(t.delayId, t.orderId),
    index('delay_notices_order_idx').on(t.orderId),
    index('delay_notices_flight_idx').on(t.flightId),
  ],
)
