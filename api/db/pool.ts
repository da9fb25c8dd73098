import { AsyncResource } from 'node:async_hooks'
import { type Socket } from 'node:net'
import pg from 'pg'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { type OnAnswer, type StatementObserver, tellBefore, tellWith } from './observe-statement.ts'

interface PoolOptions {
  databaseUrl: string
  maxConnections: number
  /** Statements have no names, for a pooler that gives each transaction another connection. */
  pooled: boolean
  /** The longest wait for a free connection. */
  waitMs?: number | undefined
  /** Called once for each connection that the server or the network closes, in use or idle. */
  onConnectionLost: (error: Error) => void
  onStatement?: StatementObserver | undefined
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
  readonly #observe: StatementObserver | undefined

  constructor(config?: string | ObservedConfig) {
    const given: ObservedConfig | undefined =
      typeof config === 'string' ? { connectionString: config } : config
    super({ ...given, connectionTimeoutMillis: CONNECT_MS })
    this.#observe = given?.onStatement
  }

  // The driver declares a dozen forms of this call, of which this passes each on as it came.
  override query: pg.Client['query'] = (...[first, values, callback]: QueryArguments) => {
    this.#gatherWrites()
    const text = typeof first === 'string' ? first : isStatement(first) ? first.text : undefined
    const tell = text === undefined ? undefined : this.#observe?.(text)
    const called = tell && typeof callback === 'function' ? tellBefore(callback as OnAnswer, tell) : callback
    const answer = super.query(this.prepare(first, values) as never, values as never, called as never)
    if (tell && (answer as unknown) instanceof Promise) tellWith(answer as unknown as Promise<unknown>, tell)
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

/** The pool hands its own options to each of its clients. */
interface ObservedConfig extends pg.ClientConfig {
  onStatement?: StatementObserver | undefined
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
 * The most statements of one turn that share a connection and a write. More would wait for each other
 * for longer than a further write costs.
 */
const MOST_SHARERS = 4

/** Gives a connection back when the last of its sharers does, and closes it when one of them failed. */
function shareRelease(client: pg.PoolClient, sharers: number): void {
  if (sharers === 1) return
  const releaseToPool = client.release.bind(client)
  let left = sharers
  let failure: Error | boolean | undefined
  client.release = (error) => {
    failure ??= error
    if (--left === 0) releaseToPool(failure)
  }
}

/**
 * A pool that survives restarts of the server. A lost connection leaves the pool at once, its user
 * gets an error, and the next use opens a new one.
 */
class ShopPool extends pg.Pool {
  /** Connections whose server announced its shutdown; they are not used again. */
  readonly leaving = new WeakSet<pg.PoolClient>()
  /** The statements outside transactions of this turn, which go to the next connection together. */
  #sharers: OnConnect[] | undefined

  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnect): void
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#connectForTransaction()
    // Whoever waits for a connection is called from where another one gave it back.
    // `AsyncResource.bind` also makes a deprecated property, which takes 1 % of an order's time.
    const caller = new AsyncResource('StatementWaitsForConnection')
    const answer: OnConnect = (error, client, done) => {
      caller.runInAsyncScope(callback, undefined, error && new DatabaseUnavailable(error), client, done)
    }
    if (this.#sharers && this.#sharers.length < MOST_SHARERS) {
      this.#sharers.push(answer)
      return undefined
    }
    const sharers = [answer]
    this.#sharers = sharers
    const close = () => {
      if (this.#sharers === sharers) this.#sharers = undefined
    }
    process.nextTick(close)
    super.connect((error, client, done) => {
      close()
      if (client) shareRelease(client, sharers.length)
      // The pool's own query, which alone calls this form, gives back by `client.release`.
      for (const answer of sharers) answer(error, client, done)
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

export function openPool(options: PoolOptions): pg.Pool {
  const { databaseUrl, maxConnections, pooled, waitMs = WAIT_MS, onConnectionLost, onStatement } = options
  const pool = new ShopPool({
    connectionString: databaseUrl,
    max: maxConnections,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    Client: pooled ? ShopClient : PreparingClient,
    // The driver's types omit that a client may send before the answer to what it sent before.
    ...{ pipeline: true, onStatement },
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
