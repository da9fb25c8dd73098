import { index, integer, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { slots } from './inventory.ts'
import { orders } from './orders.ts'
import { weatherHolds } from './weather-holds.ts'

/** The departures that a weather hold was put on; those that are still on hold point to it themselves. */
export const weatherHoldDepartures = pgTable(
  'weather_hold_departures',
  {
    weatherHoldId: integer('weather_hold_id')
      .notNull()
      .references(() => weatherHolds.id),
    slotId: integer('slot_id')
      .notNull()
      .references(() => slots.id),
  },
  (t) => [
    primaryKey({ columns: [t.weatherHoldId, t.slotId] }),
    index('weather_hold_departures_slot_idx').on(t.slotId),
  ],
)

/** A party that is told of a weather hold: once of the hold and of each new time, once of its end. */
export const weatherHoldNotices = pgTable(
  'weather_hold_notices',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    weatherHoldId: integer('weather_hold_id')
      .notNull()
      .references(() => weatherHolds.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** When its first mail and text were queued. */
    toldAt: instant('told_at').notNull(),
    /** The time of the decision in its first mail, and in its latest. */
    firstDecideAt: instant('first_decide_at').notNull(),
    toldDecideAt: instant('told_decide_at').notNull(),
    /** When the end was told, or was found to be told by another mail. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    unique('weather_hold_notices_once_key').on(t.weatherHoldId, t.orderId),
    index('weather_hold_notices_order_idx').on(t.orderId),
  ],
)
