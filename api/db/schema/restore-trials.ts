import { bigint, check, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
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
    /** `running` is the claim of one process on a night; it is no result. */
    state: text('state', { enum: ['running', 'worked', 'failed'] }).notNull(),
    /** The day (UTC) on which the job tried it; null for the command. */
    night: date('night'),
    /** How many rows were restored. */
    rows: integer('rows').notNull(),
    /** The size of the file; null when there is none. */
    bytes: bigint('bytes', { mode: 'number' }),
    /** A sentence without personal data. */
    problem: text('problem'),
  },
  (t) => [
    unique('restore_trials_night_key').on(t.night),
    check('restore_trials_problem', sql`(${t.state} = 'failed') = (${t.problem} is not null)`),
    index('restore_trials_state_idx').on(t.state, t.triedAt),
  ],
)
