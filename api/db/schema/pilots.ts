import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './people.ts'

/**
 * How long a pilot may fly and be on duty, as the operator's own rule says; `0001_rules.sql` writes the
 * one row. The defaults are those of 14 CFR 135.267 for one pilot.
 */
export const dutyLimits = pgTable(
  'duty_limits',
  {
    id: integer('id').primaryKey().default(1),
    /** From off blocks to landing, of all flights of a duty. */
    maxFlightMins: integer('max_flight_mins').notNull().default(480),
    /** From the report before the first flight to the end of the work after the last one. */
    maxDutyMins: integer('max_duty_mins').notNull().default(840),
    /** Between two duties. */
    minRestMins: integer('min_rest_mins').notNull().default(600),
    /** Days with a flight, one after the other; null for any number. */
    maxDaysInRow: integer('max_days_in_row'),
    /** A duty begins so long before its first flight leaves, and ends so long after its last one landed. */
    reportMins: integer('report_mins').notNull().default(60),
    releaseMins: integer('release_mins').notNull().default(30),
  },
  (t) => [
    check('duty_limits_one_row', sql`${t.id} = 1`),
    check(
      'duty_limits_positive',
      sql`${t.maxFlightMins} > 0 and ${t.maxDutyMins} > 0 and ${t.minRestMins} >= 0
        and ${t.maxDaysInRow} > 0 and ${t.reportMins} >= 0 and ${t.releaseMins} >= 0`,
    ),
  ],
)

/**
 * The hours at which a pilot can fly on a weekday, by the clock of the terminal. A pilot without any row
 * can fly at any time; with some, not on the weekdays without one.
 */
export const pilotHours = pgTable(
  'pilot_hours',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** 0 is Sunday. */
    dayOfWeek: integer('day_of_week').notNull(),
    /** `09:00`; an end that is not later than the beginning is on the day after. */
    fromTime: text('from_time').notNull(),
    untilTime: text('until_time').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.dayOfWeek] }),
    check('pilot_hours_weekday', sql`${t.dayOfWeek} between 0 and 6`),
  ],
)

/** Days, both included, on which a pilot does not fly whatever their hours are. */
export const pilotAbsences = pgTable(
  'pilot_absences',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    untilDate: date('until_date', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: ['off', 'ill', 'training'] }).notNull(),
    note: text('note'),
    /** The pilot said so; otherwise the desk did. */
    byPilot: boolean('by_pilot').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('pilot_absences_user_idx').on(t.userId, t.untilDate),
    check('pilot_absences_order', sql`${t.fromDate} <= ${t.untilDate}`),
  ],
)
