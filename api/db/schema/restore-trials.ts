import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant } from './columns.ts'

/** Backups that were restored into a database of their own, to know that they can be. */
export const restoreTrials = pgTable(
  'restore_trials',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    triedAt: instant('tried_at').notNull(),
    /** When the backup was made; null when that cannot be read. */
    backupAt: instant('backup_at'),
    state: text('state', { enum: ['worked', 'failed'] }).notNull(),
    /** How many rows were restored. */
    rows: integer('rows').notNull(),
    /** A sentence without personal data. */
    problem: text('problem'),
  },
  (t) => [
    check('restore_trials_problem', sql`(${t.state} = 'failed') = (${t.problem} is not null)`),
    index('restore_trials_state_idx').on(t.state, t.triedAt),
  ],
)
