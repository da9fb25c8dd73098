import { randomBytes } from 'node:crypto'

interface PoolerParts {
  /** The server itself. */
  databaseUrl: string
  port: number
  /** The file with the passwords of those who may come. */
  userFile: string
}

export interface PoolerFiles {
  /** `pgbouncer.ini` */
  configuration: string
  /** What is in `userFile`. */
  users: string
  /** The address of the same database through the pooler. */
  databaseUrl: string
}

/**
 * The configuration of PgBouncer in transaction mode. Only this machine reaches it, with a password
 * that is made here; the server's own password is in the file that only its owner reads.
 */
export function writePooler({ databaseUrl, port, userFile }: PoolerParts): PoolerFiles {
  const server = new URL(databaseUrl)
  const user = decodeURIComponent(server.username) || 'postgres'
  const database = decodeURIComponent(server.pathname.slice(1)) || user
  const password = randomBytes(24).toString('base64url')
  const host = server.searchParams.get('host') ?? server.hostname.replace(/^\[|\]$/g, '')
  const to = {
    host: host || '127.0.0.1',
    port: server.port || '5432',
    user,
    ...(server.password === '' ? {} : { password: decodeURIComponent(server.password) }),
  }
  const lines = [
    '[databases]',
    `* = ${Object.entries(to)
      .map(([name, value]) => `${name}='${value.replaceAll("'", "''")}'`)
      .join(' ')}`,
    '',
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${String(port)}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${userFile}`,
    'pool_mode = transaction',
    'max_client_conn = 1000',
    'default_pool_size = 20',
    // As long as a process waits for a connection of its own.
    'query_wait_timeout = 10',
    // A server that is back, or another one in its place, is found within a second.
    'server_login_retry = 1',
    'server_connect_timeout = 5',
    'tcp_keepalive = 1',
    'log_connections = 0',
    'log_disconnections = 0',
    'log_stats = 0',
    'ignore_startup_parameters = extra_float_digits',
    ...encryption(server.searchParams),
  ]
  const pooled = new URL(`postgres://127.0.0.1:${String(port)}`)
  pooled.username = encodeURIComponent(user)
  pooled.password = password
  pooled.pathname = encodeURIComponent(database)
  return {
    configuration: `${lines.join('\n')}\n`,
    users: `"${user.replaceAll('"', '""')}" "${password}"\n`,
    databaseUrl: pooled.href,
  }
}

/** `sslmode` means for the pooler what it means for the driver: to verify, unless told otherwise. */
function encryption(options: URLSearchParams): string[] {
  const mode = options.get('sslmode')
  if (mode === null || mode === 'disable') return []
  if (mode === 'no-verify') return ['server_tls_sslmode = require']
  const authorities = options.get('sslrootcert') ?? '/etc/ssl/certs/ca-certificates.crt'
  return ['server_tls_sslmode = verify-full', `server_tls_ca_file = ${authorities}`]
}
