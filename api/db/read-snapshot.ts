import { sql } from 'drizzle-orm'
import { type Db } from './client.ts'
import { rawStatement } from './statement.ts'

const readCommitted = rawStatement<object, { snapshot: string }>(
  sql`select pg_current_snapshot()::text as snapshot`,
)

/**
 * Reads which transactions the database shows as committed, as text like `731:734:731,732`. Only
 * transactions that write have a number, so two equal texts mean that every statement in between saw
 * the same rows (PostgreSQL, `pg_current_snapshot`).
 *
 * @throws when the database cannot be reached
 */
export async function readSnapshot(db: Db): Promise<string> {
  const [row] = await readCommitted(db, {})
  return row?.snapshot ?? ''
}
