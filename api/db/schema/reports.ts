import { date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { type Report, type ReportGroup, type ReportName } from '#contract/report.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { instant } from './columns.ts'
import { users } from './people.ts'

/** A report over a long period, computed in the background and deleted after a month. */
export const reportRuns = pgTable(
  'report_runs',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    /** The requester. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').$type<ReportName>().notNull(),
    by: text('by').$type<ReportGroup>().notNull(),
    from: date('from', { mode: 'string' }).notNull(),
    to: date('to', { mode: 'string' }).notNull(),
    timezone: text('timezone').notNull(),
    state: text('state', { enum: ['queued', 'running', 'done', 'failed'] }).notNull(),
    doneDays: integer('done_days').notNull().default(0),
    /** The sums so far in cents. */
    rows: jsonb('rows').$type<CountedRow[]>().notNull().default([]),
    report: jsonb('report').$type<Report>(),
    createdAt: instant('created_at').notNull(),
    /** When the last step was completed. */
    touchedAt: instant('touched_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [index('report_runs_state_idx').on(t.state, t.id), index('report_runs_user_idx').on(t.userId, t.id)],
)
