import { type SQL, sql } from 'drizzle-orm'
import { type PgTable } from 'drizzle-orm/pg-core'
import { type DbOrTx } from '../db/client.ts'

/**
 * How many rows fit.
 *
 * @param upTo counted no further than this, so that a long table is not read through; undefined
 *   counts all of them
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
