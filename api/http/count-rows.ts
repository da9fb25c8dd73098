import { type SQL, sql } from 'drizzle-orm'
import { type PgTable } from 'drizzle-orm/pg-core'
import { type DbOrTx } from '../db/client.ts'

/**
 * Counts the rows that match.
 *
 * @param upTo the highest count, so that a long table is not read completely; undefined counts all
 */
export function countRows(
  db: DbOrTx,
  table: PgTable,
  where: SQL | undefined,
  upTo: number | undefined,
): Promise<number> {
  if (upTo === undefined) return db.$count(table, where)
  const first = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(upTo)
  return db.$count(first.as('first'))
}
