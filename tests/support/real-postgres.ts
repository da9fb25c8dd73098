import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#api/db/client.ts'
import { copyDatabase, cutOff, makeDatabase } from './copy-database.ts'
import { freePort } from './free-port.ts'
import { postgresBinaries, serverUser } from './postgres-binaries.ts'

export interface RealPostgres {
  /**
   * Makes a migrated database and returns its URL; it is a copy and takes a few dozen milliseconds.
   * @param from the URL of a database to copy with its data; its connections are ended
   */
  createDatabase(from?: string): Promise<string>
  /**
   * Ends the server and every connection to it: `fast` like a restart, `crash` like a power
   * failure.
   */
  shutDown(how: 'fast' | 'crash'): Promise<void>
  /** Starts the server again with the same data at the same port. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL server on a free loopback port, for tests that need more than one connection:
 * races, and two processes on one database. Durability is switched off unless requested.
 *
 * @param gigabytes what the files may take at most: they are kept in memory where twice as much is
 *   free, which copies a database in a quarter of the time; without it they are on the disk
 */
export async function startRealPostgres({
  durable = false,
  gigabytes = Infinity,
} = {}): Promise<RealPostgres> {
  const native = postgresBinaries()
  const folder = mkdtempSync(join(folderFor(gigabytes), 'postgres-'))
  if (serverUser.uid !== undefined) chownSync(folder, serverUser.uid, serverUser.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'shop', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...serverUser, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'jit=off']
  const settings = [...(durable ? [] : quick), 'max_connections=200']
  const at = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder]
  const start = async () => {
    const started = spawn(join(native, 'bin/postgres'), [...at, ...settings.flatMap((one) => ['-c', one])], {
      ...serverUser,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await ready(started)
    return started
  }
  let server = await start()
  const kill = () => server.kill('SIGQUIT')
  process.once('exit', kill)
  const shutDown = async (signal: 'SIGINT' | 'SIGQUIT') => {
    const ended = new Promise((resolve) => server.once('close', resolve))
    server.kill(signal)
    await ended
  }

  const empty = `postgres://shop@127.0.0.1:${String(port)}/template_shop`
  await makeDatabase(empty)
  const template = await openDatabase({ databaseUrl: empty, dataDir: '' })
  await template.migrate()
  await template.close()

  return {
    createDatabase: async (from) => {
      if (from !== undefined) await cutOff(from)
      return copyDatabase(from ?? empty)
    },
    shutDown: (how) => shutDown(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    startAgain: async () => {
      server = await start()
    },
    stop: async () => {
      process.off('exit', kill)
      await shutDown('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Linux's folder in memory, when it and the machine have twice the room. */
function folderFor(gigabytes: number): string {
  const bytes = gigabytes * 2 * 1024 ** 3
  if (process.platform !== 'linux' || freemem() < bytes) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize < bytes ? tmpdir() : '/dev/shm'
  } catch {
    return tmpdir()
  }
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => {
      reject(new Error(`PostgreSQL ended: ${said}`))
    })
  })
}
