import { type SQL, sql } from 'drizzle-orm'

/**
 * One statement that finds the rows which break a promise, with the columns `kind`, `subject`, `id`
 * (text), `cents` (what it is about in money, or null) and `facts` (jsonb; ids, amounts and states,
 * nothing personal). No rows: the promise is kept.
 */
export type IntegrityCheckQuery = (now: Date) => SQL

export const readInstant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
export const minutesBefore = (now: Date, minutes: number): SQL =>
  readInstant(new Date(now.getTime() - minutes * 60_000))
