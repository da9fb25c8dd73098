import { AsyncLocalStorage } from 'node:async_hooks'
import { PGlite } from '@electric-sql/pglite'
import { type ExtractTablesWithRelations, type GetColumnData, type SQL, sql } from 'drizzle-orm'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator'
import {
  type PgColumn,
  type PgDatabase,
  type PgQueryResultHKT,
  type PgTable,
  type PgTransaction,
} from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { mkdirSync } from 'node:fs'
import { type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import pg from 'pg'
import lockfile from 'proper-lockfile'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { migrationsFolder, refuseOtherRelease } from './migration-state.ts'
import { refuseUnnamedPooler } from './refuse-pooler.ts'

type Columns = Record<string, PgColumn>
type RowOf<C extends Columns> = { [Name in keyof C]: GetColumnData<C[Name]> }

/**
 * Selects related rows of another table within a query, with the named columns and their types, so
 * that a row and all its parts need one query.
 */
export function jsonRows<C extends Columns>(
  columns: C,
  { from, where, orderBy }: { from: PgTable; where: SQL; orderBy: SQL },
): SQL<RowOf<C>[]> {
  const pairs = Object.entries(columns).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`)
  const row = sql`json_build_object(${sql.join(pairs, sql`, `)})`
  const rows = sql<
    RowOf<C>[]
  >`coalesce((select json_agg(${row} order by ${orderBy}) from ${from} where ${where}), '[]')`
  return rows.mapWith((found: Record<string, unknown>[]) => found.map((one) => readRow(columns, one)))
}

/** Converts the JSON values of a row as the driver would, because JSON has no dates. */
function readRow<C extends Columns>(columns: C, row: Record<string, unknown>): RowOf<C> {
  const read = Object.entries(columns).map(([name, column]) => {
    const value = row[name] ?? null
    return [name, value === null ? null : column.mapFromDriverValue(value)]
  })
  return Object.fromEntries(read) as RowOf<C>
}

interface PoolOptions {
  databaseUrl: string
  maxConnections: number
  /** Statements have no names, for a pooler that gives each transaction another connection. */
  pooled: boolean
  /** The longest wait for a free connection. */
  waitMs?: number | undefined
  /** Called once for each connection that the server or the network closes, in use or idle. */
  onConnectionLost: (error: Error) => void
}

/** The longest time to connect: an unreachable server may never answer. */
const CONNECT_MS = 10_000
/**
 * The longest wait for a free connection. A call may wait twice, for its limits and for its work,
 * and the shop waits 25 seconds for what it writes: an order always ends with an answer.
 */
const WAIT_MS = 10_000
/**
 * A connection in use without traffic for this time is closed; no statement of the shop takes a
 * tenth of it.
 */
const SILENT_TIMEOUT_MS = 120_000
/**
 * Error codes of a server that shuts down or has become read-only. Its successor may accept the
 * next connection.
 */
const SHUTDOWN_CODES = /^(?:08\w{3}|57P0[1-5]|25006)$/

type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** The driver's socket, which its types omit. */
const socketOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/**
 * The most statements that are planned once for each connection. Lists of ids make statements of
 * any length; those beyond this number are planned for each call.
 */
const KEPT_STATEMENTS = 1_000
const statementNames = new Map<string, string>()

/** The name of a statement, the same on every connection; undefined when too many are named. */
function nameOfStatement(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= KEPT_STATEMENTS) return known
  const name = `s${String(statementNames.size + 1)}`
  statementNames.set(text, name)
  return name
}

type QueryArguments = [text: unknown, values?: unknown, callback?: unknown]

/**
 * Sends statements without waiting for the answers to those before, so that what is asked in one
 * turn shares a round trip; the server answers in their order. It limits the time to connect; the
 * pool limits the wait for a free connection.
 */
class ShopClient extends pg.Client {
  #gathering = false

  constructor(config?: string | pg.ClientConfig) {
    const given = typeof config === 'string' ? { connectionString: config } : config
    super({ ...given, connectionTimeoutMillis: CONNECT_MS, pipeline: true } as pg.ClientConfig)
  }

  // The driver declares a dozen forms of this call, of which this passes each on as it came.
  override query: pg.Client['query'] = (...[first, values, callback]: QueryArguments) => {
    this.#gatherWrites()
    const answer = super.query(this.prepare(first, values) as never, values as never, callback as never)
    return (isBegin(first) ? settleAtOnce(answer) : answer) as never
  }

  /** A statement with its values, as it is sent. */
  protected prepare(...[statement]: [statement: unknown, values: unknown]): unknown {
    return statement
  }

  /** All statements of one turn leave in one write. */
  #gatherWrites(): void {
    if (this.#gathering) return
    this.#gathering = true
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    process.nextTick(() => {
      this.#gathering = false
      stream.uncork()
    })
  }
}

/**
 * A transaction does not wait for its beginning, which fails only with its connection; the
 * statement that follows fails then, too.
 */
const isBegin = (statement: unknown) => isStatement(statement) && statement.text === 'begin'

async function settleAtOnce(answer: unknown): Promise<{ rows: never[] }> {
  if (answer instanceof Promise) answer.catch(() => undefined)
  return Promise.resolve({ rows: [] })
}

/**
 * A client whose statements with values have names: the server parses each of them once for a
 * connection and plans it anew only while its values matter. A text without values may hold several
 * statements, which cannot have a name.
 */
class PreparingClient extends ShopClient {
  protected override prepare(statement: unknown, values: unknown): unknown {
    const config = typeof statement === 'string' ? { text: statement } : statement
    const named = Array.isArray(values) && values.length > 0 && isStatement(config)
    return named ? { ...config, name: nameOfStatement(config.text) } : statement
  }
}

/** What the query builder and the pool send: a statement without a name, and no stream. */
const isStatement = (given: unknown): given is { text: string } =>
  typeof given === 'object' &&
  given !== null &&
  'text' in given &&
  typeof given.text === 'string' &&
  !('submit' in given) &&
  !('name' in given && given.name)

/**
 * A pool that survives restarts of the server. A lost connection leaves the pool at once, its user
 * gets an error, and the next use opens a new one.
 */
class ShopPool extends pg.Pool {
  /** Connections whose server announced its shutdown; they are not used again. */
  readonly leaving = new WeakSet<pg.PoolClient>()

  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnect): void
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#connectForTransaction()
    super.connect((error, client, done) => {
      callback(error && new DatabaseUnavailable(error), client, done)
    })
    return undefined
  }

  /**
   * The query builder does not release a connection on which a transaction could not begin, which
   * would exhaust the pool. A connection that ends is therefore released automatically, and
   * releasing it again has no effect.
   */
  async #connectForTransaction(): Promise<pg.PoolClient> {
    const client = await super.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(error)
    })
    const releaseToPool = client.release.bind(client)
    let released = false
    const release = (error?: Error | boolean) => {
      if (released) return
      released = true
      client.off('end', releaseLost)
      releaseToPool(error ?? this.leaving.has(client))
    }
    const releaseLost = () => {
      release(true)
    }
    client.once('end', releaseLost)
    client.release = release
    return client
  }
}

function openPool(options: PoolOptions): pg.Pool {
  const { databaseUrl, maxConnections, pooled, waitMs = WAIT_MS, onConnectionLost } = options
  const pool = new ShopPool({
    connectionString: databaseUrl,
    max: maxConnections,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    Client: pooled ? ShopClient : PreparingClient,
  })
  pool.on('connect', (client) => {
    let reported = false
    // A connection in use has no other listener, and an unhandled error would end the process.
    client.on('error', (error) => {
      if (!reported) onConnectionLost(error)
      reported = true
    })
    const { connection } = client as unknown as pg.Client
    connection.on('errorMessage', ({ code = '' }: { code?: string }) => {
      if (SHUTDOWN_CODES.test(code)) pool.leaving.add(client)
    })
    const socket = socketOf(client)
    socket.on('timeout', () => {
      socket.destroy(new Error('Connection terminated: the server is silent'))
    })
  })
  pool.on('acquire', (client) => {
    socketOf(client).setTimeout(SILENT_TIMEOUT_MS)
  })
  pool.on('release', (_error, client) => {
    socketOf(client).setTimeout(0)
  })
  // Errors of idle connections were reported above.
  pool.on('error', () => undefined)
  return pool
}

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

type NoSchema = Record<string, never>
/**
 * The query builder outside a transaction. Do not use it inside one: the embedded database has a
 * single connection.
 */
export type Db = PgDatabase<PgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>
export type Tx = PgTransaction<PgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>
export type DbOrTx = Db | Tx

/**
 * Runs one parameterised statement, for libraries and code with their own SQL. A text without
 * values may contain several statements; the result is that of the last one.
 */
export type RawQuery = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

export interface Database {
  kind: 'embedded' | 'server'
  db: Db
  query: RawQuery
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
}

function openServer(options: ServerOptions): Database {
  const { databaseUrl, databaseDirectUrl, maxConnections = 10, pooled = false, waitMs } = options
  const onConnectionLost = options.onConnectionLost ?? (() => undefined)
  const pool = openPool({ databaseUrl, maxConnections, pooled, waitMs, onConnectionLost })
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

async function openEmbedded(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true })
  const release = await lockfile
    .lock(dataDir, { lockfilePath: join(dataDir, 'in-use.lock'), stale: 10_000, update: 2_000 })
    .catch((error: unknown) => {
      throw new DataDirInUse(
        `Another process has the database in ${resolve(dataDir)} open. ` +
          'Stop it first, or set DATABASE_URL to a PostgreSQL server that several processes can share.',
        { cause: error },
      )
    })
  const client = await PGlite.create(join(dataDir, 'database'))
  const db = callBackAfterCommit(drizzlePglite(client))
  const query = embeddedQuery(client)
  return {
    kind: 'embedded',
    db: db as unknown as Db,
    query,
    migrate: async () => {
      await refuseOtherRelease(query)
      await migratePglite(db, { migrationsFolder: migrationsFolder() })
    },
    close: async () => {
      await client.close()
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
