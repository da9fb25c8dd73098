import { AsyncLocalStorage } from 'node:async_hooks'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import lockfile from 'proper-lockfile'
import { keepFolderPrivate } from '#settings/private-folder.ts'
import { migrationsFolder, refuseOtherRelease } from './migration-state.ts'
import { type StatementObserver } from './observe-statement.ts'
import { refuseUnnamedPooler } from './refuse-pooler.ts'
import { openPool } from './pool.ts'
import { type Db } from './statement.ts'

export type { Db, DbOrTx, Tx } from './statement.ts'

type Callback = () => void

/** What waits for the commit of the transaction that the running code belongs to. */
const waiting = new AsyncLocalStorage<Callback[]>()

/**
 * Calls back once the transaction of the running code has committed, and never when it is rolled
 * back; at once outside a transaction. The database answers before the callback, which must not
 * throw: what it starts may be lost with the process.
 */
export function afterCommit(callback: Callback): void {
  const callbacks = waiting.getStore()
  if (callbacks) callbacks.push(callback)
  else callback()
}

interface Transacting {
  transaction: (...begun: never[]) => Promise<unknown>
}

/** Makes the transactions of a query builder call back after their commit. Returns the same builder. */
export function callBackAfterCommit<T extends Transacting>(db: T): T {
  const begin = db.transaction.bind(db) as (...begun: unknown[]) => Promise<unknown>
  const transaction = async (...begun: unknown[]) => {
    const callbacks: Callback[] = []
    const result = await waiting.run(callbacks, () => begin(...begun))
    for (const callback of callbacks) callback()
    return result
  }
  return Object.assign(db, { transaction })
}

/**
 * Runs one parameterised statement, for libraries and code with their own SQL. A text without
 * values may contain several statements; the result is that of the last one.
 */
export type RawQuery = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** The connections of this process to a PostgreSQL server. */
export interface ConnectionCounts {
  used: number
  idle: number
  /** Statements that wait for a connection. */
  waiting: number
}

export interface Database {
  kind: 'embedded' | 'server'
  db: Db
  query: RawQuery
  /** Counts the connections to a server; the embedded database has one. */
  connections?: () => ConnectionCounts
  /**
   * Brings the schema up to date; safe when two processes start at once.
   *
   * @throws DatabaseOfOtherRelease when another release made or updated the database; nothing is
   *   changed then
   * @throws PoolerNotNamed when a pooler stands between that the settings do not name
   */
  migrate(): Promise<void>
  close(): Promise<void>
}

/** Another process uses `DATA_DIR`; two processes would silently lose rows. */
export class DataDirInUse extends Error {
  override name = 'DataDirInUse'
}

/**
 * Opens PostgreSQL at `databaseUrl`, or without one the embedded database in `dataDir`, under an
 * exclusive lock.
 *
 * @throws DataDirInUse when another process has the embedded database open
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined
  /** The server itself, where `databaseUrl` leads to a pooler; migrations go there. */
  databaseDirectUrl?: string | undefined
  dataDir: string
  /** The most connections to a PostgreSQL server; 10 by default. */
  maxConnections?: number
  /** A pooler that gives each transaction another connection stands between (`DATABASE_POOLED`). */
  pooled?: boolean
  /** The longest wait for a free connection; afterwards the database counts as unavailable. */
  waitMs?: number
  /** Called when a connection is lost; the next query opens a new one. */
  onConnectionLost?: (error: Error) => void
  /** Called with each statement to a server; the embedded database tells of none. */
  onStatement?: StatementObserver | undefined
}): Promise<Database> {
  const { databaseUrl, dataDir } = options
  return databaseUrl ? openServer({ ...options, databaseUrl }) : openEmbedded(dataDir)
}

interface ServerOptions {
  databaseUrl: string
  databaseDirectUrl?: string | undefined
  maxConnections?: number
  pooled?: boolean
  waitMs?: number
  onConnectionLost?: (error: Error) => void
  onStatement?: StatementObserver | undefined
}

function openServer(options: ServerOptions): Database {
  const { databaseUrl, databaseDirectUrl, maxConnections = 10, pooled = false, waitMs, onStatement } = options
  const onConnectionLost = options.onConnectionLost ?? (() => undefined)
  const pool = openPool({ databaseUrl, maxConnections, pooled, waitMs, onConnectionLost, onStatement })
  const db = callBackAfterCommit(drizzleNode(pool))
  return {
    kind: 'server',
    db: db as unknown as Db,
    query: async (text, values) => {
      // Several statements return a list of results, which the driver's types omit.
      const result: pg.QueryResult<Record<string, unknown>> | pg.QueryResult<Record<string, unknown>>[] =
        await pool.query<Record<string, unknown>>(text, values)
      return { rows: (Array.isArray(result) ? result.at(-1)?.rows : result.rows) ?? [] }
    },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    migrate: async () => {
      if (!pooled) await refuseUnnamedPooler(options)
      // The lock belongs to a session, which a pooler may give to others between two statements.
      const direct = databaseDirectUrl
        ? openPool({ databaseUrl: databaseDirectUrl, maxConnections: 1, pooled, onConnectionLost })
        : pool
      const client = await direct.connect()
      try {
        await client.query('select pg_advisory_lock(7203114)')
        await refuseOtherRelease((text) => client.query<Record<string, unknown>>(text))
        await migrateNode(drizzleNode(client), { migrationsFolder: migrationsFolder() })
        await client.query('select pg_advisory_unlock(7203114)')
      } finally {
        // Closing the connection also releases the lock after a failure.
        client.release(true)
        if (direct !== pool) await direct.end()
      }
    },
    close: () => pool.end(),
  }
}

/** `Database.query` of an embedded database. */
export function embeddedQuery(client: PGlite): RawQuery {
  return async (text, values) => {
    if (values?.length) {
      const { rows } = await client.query<Record<string, unknown>>(text, values)
      return { rows }
    }
    const results = await client.exec(text)
    return { rows: results.at(-1)?.rows ?? [] }
  }
}

/**
 * PostgreSQL's own choice, 128 MB, is set aside and cleared at each start: a fifth of the start's
 * processor time, and 100 MB of memory. The demo shop's tables take some 35 MB.
 */
const EMBEDDED_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

async function openEmbedded(dataDir: string): Promise<Database> {
  keepFolderPrivate(dataDir)
  const release = await lockfile
    .lock(dataDir, { lockfilePath: join(dataDir, 'in-use.lock'), stale: 10_000, update: 2_000 })
    .catch((error: unknown) => {
      throw new DataDirInUse(
        `Another process has the database in ${resolve(dataDir)} open. ` +
          'Stop it first, or set DATABASE_URL to a PostgreSQL server that several processes can share.',
        { cause: error },
      )
    })
  const client = await PGlite.create(join(dataDir, 'database'), { startParams: EMBEDDED_PARAMS })
  const db = callBackAfterCommit(drizzlePglite(client))
  const query = embeddedQuery(client)
  return {
    kind: 'embedded',
    db: db as unknown as Db,
    query,
    migrate: async () => {
      await refuseOtherRelease(query)
      await migratePglite(db, { migrationsFolder: migrationsFolder() })
      // The embedded database makes its files readable for everybody, whatever the umask is.
      keepFolderPrivate(dataDir)
    },
    close: async () => {
      await client.close()
      keepFolderPrivate(dataDir)
      await release()
    },
  }
}

/** True when the database answers. */
export async function databaseAnswers(database: Database): Promise<boolean> {
  try {
    await database.db.execute(sql`select 1`)
    return true
  } catch {
    return false
  }
}
