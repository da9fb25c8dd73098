import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { sendCare } from '#api/care/send-care.ts'
import { type Db } from '#api/db/client.ts'
import { decideMinimums } from '#api/disruptions/decide-minimums.ts'
import { processDelays } from '#api/disruptions/delays/work-delays.ts'
import { RecordingMailer } from '../support/recording-mailer.ts'
import { carePoints } from './care-points.ts'
import { composeKillable } from './compose-killable.ts'
import { stopAt } from './stop-at.ts'

/**
 * Writes what is due by itself, tells of delays and decides of departures, as a process of its own:
 * `node care-process.mjs <database url> <instant> [point]`. It kills itself at the point, or ends when the
 * work is done.
 */
const [databaseUrl = '', now = '', name] = process.argv.slice(2)
const { Client } = stopAt(carePoints.find((one) => one.name === name))
const pool = new pg.Pool({ connectionString: databaseUrl, max: 5, Client })
const database = {
  kind: 'server' as const,
  db: drizzle(pool) as unknown as Db,
  query: async (text: string, values?: unknown[]) => ({
    rows: (await pool.query<Record<string, unknown>>(text, values)).rows,
  }),
  migrate: () => Promise.resolve(),
  close: () => pool.end(),
}
const { deps } = await composeKillable({ database, now, mailer: new RecordingMailer() })
await sendCare(deps)
await processDelays(deps)
await decideMinimums(deps)
await pool.end()
process.exit(0)
