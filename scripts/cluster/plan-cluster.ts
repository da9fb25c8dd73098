import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { keepFolderPrivate } from '#settings/private-folder.ts'
import { type Settings } from '#settings/settings.ts'
import { findProgram } from '../find-program.mjs'
import { root } from '../root.mjs'
import { type Part } from './keep-running.ts'
import { writeBalancer } from './write-balancer.ts'
import { writePooler } from './write-pooler.ts'

/** What runs, in the order of its start. */
export interface ClusterPlan {
  pooler: Part | undefined
  /** The shops and, unless jobs run elsewhere, the worker. */
  processes: Part[]
  balancer: Part | undefined
  /** What is missing or left to others, in sentences. */
  remarks: string[]
}

/** The settings or the machine do not allow a cluster; the message says what to set. */
export class NoCluster extends Error {
  override name = 'NoCluster'
}

/** Longer than the balancer needs to see that a process says 503. */
const DRAIN_SECONDS = 3

/** What the embedded database, which one process uses alone, is refused with. */
export const NEEDS_SERVER =
  'Several processes need a PostgreSQL server that they share: set DATABASE_URL, SESSION_SECRET, ' +
  'JWT_SECRET and CODE_SECRET (docs/operations.md, "Several processes").'

/** @throws NoCluster */
export function refuseNoCluster({ mode, worker }: Settings): void {
  if (mode === 'shop')
    throw new NoCluster(
      'API_URL is set: a shop alone has no database. Start the cluster where its service runs.',
    )
  if (mode === 'embedded') throw new NoCluster(NEEDS_SERVER)
  if (worker === 'only')
    throw new NoCluster('WORKER=only is for one process that runs jobs: leave it unset, or set "none".')
}

/**
 * Lays out the cluster and writes its configuration into `DATA_DIR/cluster`.
 *
 * @param environment that of this process, which each of its processes gets with its own part
 */
export function planCluster(settings: Settings, environment: NodeJS.ProcessEnv): ClusterPlan {
  const folder = resolve(settings.dataDir, 'cluster')
  mkdirSync(settings.dataDir, { recursive: true })
  keepFolderPrivate(settings.dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const remarks: string[] = []
  const { pooler, database } = planPooler(settings, folder, remarks)
  const common = { ...environment, ...database, PUBLIC_URL: settings.publicUrl }
  const { processes: count, balancer: balancing } = settings.cluster
  const behind = balancing === 'haproxy' ? { HOST: '127.0.0.1', TRUST_PROXY: 'true' } : {}
  const drain = String(settings.drainSeconds === 0 ? DRAIN_SECONDS : settings.drainSeconds)
  const shops = Array.from({ length: count }, (_, at) =>
    planProcess(`shop${String(at + 1)}`, settings.port + at + 1, {
      ...common,
      ...behind,
      WORKER: 'none',
      DRAIN_SECONDS: drain,
    }),
  )
  const worker = planProcess('worker', settings.port + count + 1, {
    ...common,
    HOST: '127.0.0.1',
    WORKER: 'only',
    DRAIN_SECONDS: '0',
  })
  if (settings.worker === 'none') remarks.push('WORKER=none: the jobs run elsewhere, none are run here.')
  return {
    pooler,
    processes: [...shops, ...(settings.worker === 'none' ? [] : [worker])],
    balancer: planBalancer(settings, shops, folder, remarks),
    remarks,
  }
}

function planProcess(name: string, port: number, environment: NodeJS.ProcessEnv): Part {
  return {
    name,
    command: process.execPath,
    args: ['--expose-gc', '--max-semi-space-size=32', join(root, 'scripts/cluster/serve.mjs')],
    environment: { ...environment, PORT: String(port), npm_lifecycle_event: 'start:cluster' },
    port,
    isReady: async () => (await fetch(`http://127.0.0.1:${String(port)}/readyz`)).ok,
    stopSignal: 'SIGTERM',
  }
}

/** The pooler, and the settings of the database for each process. */
function planPooler(settings: Settings, folder: string, remarks: string[]) {
  const { databaseUrl = '', databaseDirectUrl = databaseUrl, pooled } = settings
  if (pooled) return { pooler: undefined, database: {} }
  const program = findProgram('pgbouncer')
  if (program === undefined) {
    remarks.push(
      'PgBouncer is not on this machine (apt-get install -y pgbouncer): each process opens up to ten ' +
        'connections to PostgreSQL of its own.',
    )
    return { pooler: undefined, database: { DATABASE_DIRECT_URL: databaseDirectUrl } }
  }
  const port = settings.port + settings.cluster.processes + 2
  const [file, userFile] = [join(folder, 'pgbouncer.ini'), join(folder, 'pgbouncer-users.txt')]
  const written = writePooler({ databaseUrl: databaseDirectUrl, port, userFile })
  writeFileSync(file, written.configuration, { mode: 0o600 })
  writeFileSync(userFile, written.users, { mode: 0o600 })
  const pooler: Part = {
    name: 'PgBouncer',
    command: program,
    // It refuses to run as root, and gives the privileges up once it has read its files.
    args: isRoot() ? ['-u', 'nobody', file] : [file],
    environment: process.env,
    port,
    isReady: () => accepts(port),
    stopSignal: 'SIGINT',
  }
  const database = {
    DATABASE_URL: written.databaseUrl,
    DATABASE_DIRECT_URL: databaseDirectUrl,
    DATABASE_POOLED: 'true',
  }
  return { pooler, database }
}

function planBalancer(
  settings: Settings,
  shops: readonly Part[],
  folder: string,
  remarks: string[],
): Part | undefined {
  const { port, host, trustProxy, cluster } = settings
  const addresses = shops.map((shop) => String(shop.port)).join(', ')
  if (cluster.balancer === 'own') {
    remarks.push(
      `CLUSTER_BALANCER=own: nothing listens on port ${String(port)}; the shops do on ${addresses}.`,
    )
    return undefined
  }
  const program = findProgram('haproxy', '-v')
  if (program === undefined)
    throw new NoCluster(
      'HAProxy is not on this machine, so nobody would spread visitors over the processes: install it ' +
        '(apt-get install -y haproxy), or set CLUSTER_BALANCER=own and put a balancer of your own in front.',
    )
  const file = join(folder, 'haproxy.cfg')
  const configuration = writeBalancer({
    bind: `${host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host}:${String(port)}`,
    shops: shops.map((shop) => ({ name: shop.name, address: `127.0.0.1:${String(shop.port)}` })),
    behindProxy: trustProxy,
    asRoot: isRoot(),
  })
  writeFileSync(file, configuration, { mode: 0o600 })
  return {
    name: 'HAProxy',
    command: program,
    args: ['-db', '-f', file],
    environment: process.env,
    port,
    isReady: () => accepts(port),
    stopSignal: 'SIGUSR1',
  }
}

const isRoot = () => process.getuid?.() === 0

function accepts(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      settle(true)
    })
    socket.once('error', () => {
      settle(false)
    })
  })
}
