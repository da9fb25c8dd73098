import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPgbouncer } from '../../scripts/find-pgbouncer.mjs'
import { freePort } from './free-port.ts'
import { serverUser } from './postgres-binaries.ts'

export interface PgBouncer {
  /** The address of the same database through the pooler. */
  databaseUrl: string
  stop(): Promise<void>
}

/**
 * Starts Debian's PgBouncer in transaction mode before a server: each transaction may get another
 * connection, and named statements are not followed.
 *
 * @throws when it is not installed
 */
export async function startPgbouncer(databaseUrl: string): Promise<PgBouncer> {
  const program = findPgbouncer()
  if (program === undefined)
    throw new Error('This test needs PgBouncer: `apt-get install pgbouncer`, which `npm test` does as root.')
  const server = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  if (serverUser.uid !== undefined) chownSync(folder, serverUser.uid, serverUser.gid)
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port} user=${server.username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${String(port)}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
  ]
  writeFileSync(file, lines.join('\n'))
  // Like PostgreSQL it refuses to run as root.
  const child = spawn(program, [file], { ...serverUser, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve()
    }),
  )
  await new Promise<void>((resolve, reject) => {
    let printed = ''
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('process up')) resolve()
    })
    void ended.then(() => {
      reject(new Error(`PgBouncer ended: ${printed}`))
    })
  })
  const pooled = new URL(databaseUrl)
  pooled.port = String(port)
  return {
    databaseUrl: pooled.href,
    stop: async () => {
      process.off('exit', kill)
      kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
