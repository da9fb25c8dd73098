/** The database server cannot be reached or accepts no connections; a later try may succeed. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  /** Own and enumerable: the job queue copies errors before it reports them. */
  readonly code = 'DATABASE_UNAVAILABLE'
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause })
  }
}

/**
 * Codes of a server that stops, starts, has no free connection, or has become a replica: classes 08
 * and 57P0x, 53300 and 25006. A full disk (53100) takes no writes until there is room again.
 */
const UNAVAILABLE_CODE = /^(?:DATABASE_UNAVAILABLE|08\w{3}|57P0[1-5]|53300|53100|25006)$/
/** The driver reports broken connections without a code. */
const BROKEN_CONNECTION =
  /Connection terminated|connection error and is not queryable|Client was closed and is not queryable/
const BROKEN_SOCKET = /^(?:ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT)$/
/** The driver, or its pool, which gives the error a stack of its own. */
const DRIVER = /[\\/](?:pg[\\/]lib|pg-pool)[\\/]/

/** Seconds after which callers should retry. */
export const RETRY_SECONDS = 5

/**
 * True when a statement failed because the database is unavailable, for example during a restart or
 * a failover.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at: unknown = error; isObject(at); at = at['cause']) {
    if (UNAVAILABLE_CODE.test(String(at['code'])) || BROKEN_CONNECTION.test(String(at['message'])))
      return true
    // A socket that breaks during a statement has a code of its own; the stack tells whose it is.
    if (BROKEN_SOCKET.test(String(at['code'])) && DRIVER.test(String(at['stack']))) return true
  }
  return false
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
