import { type Socket } from 'node:net'
import pg from 'pg'
import { DatabaseUnavailable } from './database-unavailable.ts'

export interface PoolOptions {
  databaseUrl: string
  maxConnections: number
  /**
   * Called once for each connection that the server or the network ends, whether it is in use or
   * not.
   */
  onConnectionLost: (error: Error) => void
}

/** How long a server may take to accept a connection: one behind a cut cable never answers. */
const CONNECT_MS = 10_000
/**
 * A connection in use on which nothing moves for so long is cut off; no statement of the shop takes
 * a tenth of it.
 */
const SILENCE_MS = 120_000
/**
 * What a server says before it goes away, or once it only reads. Its successor may answer the next
 * connection.
 */
const LAST_WORDS = /^(?:08\w{3}|57P0[1-5]|25006)$/

type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** The driver's socket, which its types leave out. */
const socketOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Limits only the connecting: waiting for a connection that others use has no limit. */
class ShopClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    const given = typeof config === 'string' ? { connectionString: config } : config
    super({ ...given, connectionTimeoutMillis: CONNECT_MS })
  }
}

/**
 * Connections that outlive restarts of the server. One that is lost leaves the pool at once, its
 * user gets an error, and the next use opens another.
 */
class ShopPool extends pg.Pool {
  /** Connections whose server said that it goes away: nobody gets them again. */
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
   * The query builder does not give a connection back on which a transaction could not begin; ten
   * of them would be the whole pool. So a connection that ends goes back by itself, and giving it
   * back again does nothing.
   */
  async #connectForTransaction(): Promise<pg.PoolClient> {
    const client = await super.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(error)
    })
    const giveBack = client.release.bind(client)
    let released = false
    const release = (error?: Error | boolean) => {
      if (released) return
      released = true
      client.off('end', releaseLost)
      giveBack(error ?? this.leaving.has(client))
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
    // A connection in use has no other listener, and an error that nobody listens to ends the
    // process.
    client.on('error', (error) => {
      if (!reported) onConnectionLost(error)
      reported = true
    })
    const { connection } = client as unknown as pg.Client
    connection.on('errorMessage', ({ code = '' }: { code?: string }) => {
      if (LAST_WORDS.test(code)) pool.leaving.add(client)
    })
    const socket = socketOf(client)
    socket.on('timeout', () => {
      socket.destroy(new Error('Connection terminated: the server is silent'))
    })
  })
  pool.on('acquire', (client) => {
    socketOf(client).setTimeout(SILENCE_MS)
  })
  pool.on('release', (_error, client) => {
    socketOf(client).setTimeout(0)
  })
  // What the pool says of connections that are not in use has been reported above.
  pool.on('error', () => undefined)
  return pool
}
