import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { terminals } from './catalogue.ts'
import { instant } from './columns.ts'

/**
 * A span of a day at one terminal of which staff do not know yet whether it flies. `slots.weather_hold_id`
 * says which departures are on hold now; a job tells their parties, and tells them again when it was
 * released.
 */
export const weatherHolds = pgTable(
  'weather_holds',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    terminalId: integer('terminal_id')
      .notNull()
      .references(() => terminals.id),
    /** The calendar day at the terminal. */
    localDate: date('local_date', { mode: 'string' }).notNull(),
    /** `13:00`; departures at both ends belong to the span. */
    fromTime: text('from_time').notNull(),
    untilTime: text('until_time').notNull(),
    /** When staff decide; nothing happens by itself then. */
    decideAt: instant('decide_at').notNull(),
    /** How often the decision was put off. */
    postponed: integer('postponed').notNull().default(0),
    /** A sentence of staff to the buyers. */
    note: text('note'),
    /** `user:12` */
    actor: text('actor').notNull(),
    createdAt: instant('created_at').notNull(),
    /** `released`: they fly. `called_off`: its last departure was cancelled. */
    state: text('state', { enum: ['open', 'released', 'called_off'] })
      .notNull()
      .default('open'),
    endedAt: instant('ended_at'),
    /** When every party had been told of the end; null until then. */
    doneAt: instant('done_at'),
  },
  (t) => [
    uniqueIndex('weather_holds_span_key')
      .on(t.terminalId, t.localDate, t.fromTime, t.untilTime)
      .where(sql`${t.state} = 'open'`),
    index('weather_holds_due_idx')
      .on(t.id)
      .where(sql`${t.doneAt} is null`),
    check('weather_holds_span', sql`${t.fromTime} <= ${t.untilTime}`),
    check('weather_holds_ended', sql`(${t.state} = 'open') = (${t.endedAt} is null)`),
    check('weather_holds_done', sql`${t.doneAt} is null or ${t.endedAt} is not null`),
  ],
)
