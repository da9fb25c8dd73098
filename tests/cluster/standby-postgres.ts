import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { freePort } from '../support/free-port.ts'
import { serverUser } from '../support/postgres-binaries.ts'
import { findPostgres } from './debian-programs.ts'

const scripts = resolve(import.meta.dirname, '../../deploy/postgres')

/** Two durable servers: a commit of the first is acknowledged once the second has it on its disk. */
export interface ReplicatedPostgres {
  primary: { port: number; url: string }
  standby: { port: number; url: string }
  /** Ends the primary as a power failure does. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary. */
  promote(): void
  stop(): Promise<void>
}

/** Makes both servers with the scripts of the layout for containers. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const programs = findPostgres() ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'replicated-postgres-'))
  const data = { primary: join(folder, 'primary'), standby: join(folder, 'standby') }
  mkdirSync(data.standby, { mode: 0o700 })
  for (const path of [folder, data.standby])
    if (serverUser.uid !== undefined) chownSync(path, serverUser.uid, serverUser.gid)
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const environment = {
    NODE_ENV: 'production' as const,
    PATH: `${programs}:${process.env['PATH'] ?? ''}`,
    REPLICATION_PASSWORD: 'replication-password-of-the-tests',
    POSTGRES_USER: 'shop',
    POSTGRES_DB: 'postgres',
  }
  const run = (command: string, args: readonly string[], more: Record<string, string> = {}) => {
    const done = spawnSync(command, args, {
      ...serverUser,
      cwd: folder,
      encoding: 'utf8',
      env: { ...environment, ...more },
    })
    if (done.status !== 0) throw new Error(`${command} failed: ${done.stderr || String(done.error)}`)
  }
  const at = (port: number) => [
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    folder,
    '-c',
    'max_connections=100',
  ]
  run('initdb', ['-D', data.primary, '-U', 'shop', '--auth=trust', '--encoding=UTF8', '--locale=C'])

  const servers: ChildProcess[] = []
  const start = async (
    command: string,
    args: readonly string[],
    more: Record<string, string>,
    says: string,
  ) => {
    const child = spawn(command, args, {
      ...serverUser,
      cwd: folder,
      env: { ...environment, ...more },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    servers.push(child)
    await untilSays(child, says)
    return child
  }
  const startPrimary = () =>
    start('postgres', ['-D', data.primary, ...at(primaryPort)], {}, 'ready to accept connections')
  const kill = () => {
    for (const server of servers) server.kill('SIGKILL')
  }
  process.once('exit', kill)
  // The image runs its script before the server listens to others.
  const first = await startPrimary()
  run(join(scripts, 'primary.sh'), [], { PGDATA: data.primary, PGHOST: folder, PGPORT: String(primaryPort) })
  await end(first, 'SIGINT')
  const primary = await startPrimary()
  const follow = { PGDATA: data.standby, PRIMARY_HOST: '127.0.0.1', PRIMARY_PORT: String(primaryPort) }
  const standby = await start(join(scripts, 'standby.sh'), at(standbyPort), follow, 'started streaming')
  const url = (port: number) => `postgres://shop@127.0.0.1:${String(port)}/postgres`
  await untilSynchronous(url(primaryPort))
  return {
    primary: { port: primaryPort, url: url(primaryPort) },
    standby: { port: standbyPort, url: url(standbyPort) },
    killPrimary: () => end(primary, 'SIGQUIT'),
    promote: () => {
      run('pg_ctl', ['promote', '-D', data.standby])
    },
    stop: async () => {
      process.off('exit', kill)
      await Promise.all([end(primary, 'SIGQUIT'), end(standby, 'SIGQUIT')])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((settle) => child.once('exit', settle))
  child.kill(signal)
  await ended
}

function untilSays(child: ChildProcess, words: string): Promise<void> {
  return new Promise((settle, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-20_000)
      if (said.includes(words)) settle()
    })
    child.once('exit', () => {
      reject(new Error(`PostgreSQL ended: ${said}`))
    })
  })
}

async function untilSynchronous(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ sync_state: string }>(
        'select sync_state from pg_stat_replication',
      )
      if (rows.some(({ sync_state: state }) => state === 'sync')) return
    }
  } finally {
    await client.end()
  }
}
