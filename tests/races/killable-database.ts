import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Database, type Db } from '#api/db/client.ts'
import { type StopObserver } from './stop-at.ts'

/** Opens a migrated database whose connections report each statement to `stopAt`. */
export function openKillableDatabase(connectionString: string, { Client }: StopObserver): Database {
  const pool = new pg.Pool({ connectionString, max: 5, Client })
  return {
    kind: 'server',
    db: drizzle(pool) as unknown as Db,
    query: async (text: string, values?: unknown[]) => ({
      rows: (await pool.query<Record<string, unknown>>(text, values)).rows,
    }),
    migrate: () => Promise.resolve(),
    close: () => pool.end(),
  }
}
