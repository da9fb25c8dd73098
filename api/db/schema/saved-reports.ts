import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type ReportGroup, type ReportName } from '#contract/report.ts'
import { type SavedSpan } from '#contract/saved-report.ts'
import { instant } from './columns.ts'
import { users } from './people.ts'

/** A report that staff keep under a name, for all of them, and have mailed each Monday. */
export const savedReports = pgTable(
  'saved_reports',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: text('name').notNull(),
    report: text('report').$type<ReportName>().notNull(),
    by: text('by').$type<ReportGroup>().notNull(),
    span: text('span').$type<SavedSpan>().notNull(),
    /** Counts its changes. */
    version: integer('version').notNull().default(1),
    /** The Monday for which its mails were queued; a report starts with that of its first week. */
    mailedFor: date('mailed_for', { mode: 'string' }).notNull(),
    /** Whether that Monday had mails, or only began its time. */
    mailedAt: instant('mailed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('saved_reports_name_idx').on(sql`lower(${t.name})`),
    index('saved_reports_mailed_idx').on(t.mailedFor),
    check('saved_reports_name', sql`char_length(${t.name}) between 1 and 60`),
    check('saved_reports_version', sql`${t.version} > 0`),
  ],
)

/** A member of staff who gets a saved report. Whether they still may is checked with each mail. */
export const savedReportRecipients = pgTable(
  'saved_report_recipients',
  {
    savedReportId: integer('saved_report_id')
      .notNull()
      .references(() => savedReports.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.savedReportId, t.userId] }),
    index('saved_report_recipients_user_idx').on(t.userId),
  ],
)
