import { type SQL, sql } from 'drizzle-orm'

/**
 * A query for rows that fail an integrity check, with the columns `kind`, `subject`, `id` (text),
 * `cents` (the amount concerned, or null) and `facts` (jsonb of ids, amounts and states without
 * personal data). The check passes when there are no rows.
 */
export type IntegrityCheckQuery = (now: Date) => SQL

export const readInstant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
export const minutesBefore = (now: Date, minutes: number): SQL =>
  readInstant(new Date(now.getTime() - minutes * 60_000))
