import pg from 'pg'
import { sqlState } from './refused-statement.ts'

/** A pooler stands between that the settings do not name; the message says what to set. */
export class PoolerNotNamed extends Error {
  override name = 'PoolerNotNamed'
}

interface Addresses {
  databaseUrl: string
  databaseDirectUrl?: string | undefined
}

/**
 * Refuses a pooler on which the shop would fail later: without names for statements that it does
 * not follow, or without the server's own address, where locks of a session and notices work.
 * Whether the database can be reached is for others to say.
 *
 * @throws PoolerNotNamed
 */
export async function refuseUnnamedPooler({ databaseUrl, databaseDirectUrl }: Addresses): Promise<void> {
  const found = await examine(databaseUrl).catch(() => 'unknown' as const)
  if (found === 'none' || found === 'unknown') return
  const missing = [
    ...(found === 'loses statements' ? ['DATABASE_POOLED=true'] : []),
    ...(databaseDirectUrl === undefined ? ['DATABASE_DIRECT_URL to the address of the server itself'] : []),
  ]
  if (missing.length > 0)
    throw new PoolerNotNamed(`DATABASE_URL leads to a pooler: set ${missing.join(', and ')}.`)
}

const TIMEOUT_MS = 5000
/** Further statements of other processes on the pooler may hide the loss at first. */
const TRIES = 5
/** A named statement that is there already, or is not there. */
const LOST_STATEMENT = ['42P05', '26000']

/**
 * A pooler names another process at the start of a connection than the one that then answers. It
 * loses statements when two connections that use the same name disturb each other.
 */
async function examine(databaseUrl: string): Promise<'none' | 'follows statements' | 'loses statements'> {
  const open = () =>
    new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
  const clients = [open(), open()] as const
  // The query that waits gets the error.
  for (const client of clients) client.on('error', () => undefined)
  try {
    for (const client of clients) await client.connect()
    const { processID } = clients[0] as pg.Client & { processID?: number }
    const { rows } = await clients[0].query<{ pid: number }>('select pg_backend_pid() as pid')
    if (rows[0]?.pid === processID) return 'none'
    const named = { name: crypto.randomUUID(), text: 'select 1' }
    for (let tried = 0; tried < TRIES; tried++) for (const client of clients) await client.query(named)
    return 'follows statements'
  } catch (error) {
    if (LOST_STATEMENT.includes(sqlState(error) ?? '')) return 'loses statements'
    throw error
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}
