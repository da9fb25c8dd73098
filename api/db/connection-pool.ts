import { type Socket } from 'node:net'
import pg from 'pg'
import { DatabaseUnavailable } from './database-unavailable.ts'

export interface PoolOptions {
  databaseUrl: string
  maxConnections: number
  /** Called once for each connection that the server or the network closes, in use or idle. */
  onConnectionLost: (error: Error) => void
}

/** The longest time to connect: an unreachable server may never answer. */
const CONNECT_MS = 10_000
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

/** Limits only the time to connect; waiting for a free connection of the pool has no limit. */
class ShopClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    const given = typeof config === 'string' ? { connectionString: config } : config
    super({ ...given, connectionTimeoutMillis: CONNECT_MS })
  }
}

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

export function openPool({ databaseUrl, maxConnections, onConnectionLost }: PoolOptions): pg.Pool {
  const pool = new ShopPool({
    connectionString: databaseUrl,
    max: maxConnections,
    keepAlive: true,
    Client: ShopClient,
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
