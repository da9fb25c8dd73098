import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type Report } from '#contract/report.ts'
import { instant } from './columns.ts'
import { users } from './people.ts'

/**
 * A closed day with its figures at that time. Rows are never deleted: a day is reopened instead.
 */
export const dayClosings = pgTable(
  'day_closings',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** A day in the time zone of the first brand. */
    day: date('day', { mode: 'string' }).notNull(),
    closedBy: integer('closed_by')
      .notNull()
      .references(() => users.id),
    closedAt: instant('closed_at').notNull(),
    note: text('note').notNull(),
    reports: jsonb('reports').$type<Report[]>().notNull(),
    reopenedBy: integer('reopened_by').references(() => users.id),
    reopenedAt: instant('reopened_at'),
    reopenReason: text('reopen_reason'),
  },
  (t) => [
    uniqueIndex('day_closings_one')
      .on(t.day)
      .where(sql`${t.reopenedAt} is null`),
    index('day_closings_day_idx').on(t.day, t.id),
    check(
      'day_closings_reopened',
      sql`num_nonnulls(${t.reopenedBy}, ${t.reopenedAt}, ${t.reopenReason}) in (0, 3)`,
    ),
  ],
)
