import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { copyDemoData } from '../tests/support/prepare-shop.ts'
import { startShop, untilReady } from '../tests/support/start-shop.ts'
import { freePort } from '../tests/support/free-port.ts'
import { serverSettings } from './durable-shop.ts'
import { aboveLimit, type PartResult, withDurableShop } from './long-parts.ts'
import { startServerFloor } from './start-floor.ts'
import { median } from './visitors.ts'

const STARTS = 5
const READY_MS = 2000
const FRESH_CLONE_SECONDS = 60
const root = resolve(import.meta.dirname, '..')

/** How long a start takes: on existing data of both kinds, and of a fresh clone. */
export async function measureReady(starts = STARTS): Promise<PartResult> {
  const dataDir = copyDemoData()
  const embedded = await medianStart(starts, { dataDir, environment: { LOG_LEVEL: 'warn' } })
  rmSync(dataDir, { recursive: true, force: true })
  const server = await withDurableShop(async ({ shop, databaseUrl }) => {
    await shop.stop()
    return medianStart(starts, { environment: serverSettings(databaseUrl) })
  })
  const bare = await medianFloor(starts)
  const clone = await startFreshClone()
  const report = [
    `Until \`/readyz\` answers; median of ${String(starts)} starts. A fresh clone is \`npm start\` in a ` +
      'new `git clone` of the commit: installing',
    "from npm's cache where it has the packages, building, seeding the demo shop, opening.",
    '',
    '| | ready after | budget |',
    '|---|---:|---:|',
    `| existing data, embedded database | ${embedded.toFixed(0)} ms | ${String(READY_MS)} ms |`,
    `| existing data, \`DATABASE_URL\` | ${server.toFixed(0)} ms | ${String(READY_MS)} ms |`,
    `| a bare \`node:http\` server, to compare machines | ${bare.toFixed(0)} ms | |`,
    `| a fresh clone | ${clone.toFixed(0)} s | ${String(FRESH_CLONE_SECONDS)} s |`,
  ].join('\n')
  const problems = aboveLimit([
    { what: 'ready with the embedded database', figure: embedded, limit: READY_MS, unit: 'ms' },
    { what: 'ready with DATABASE_URL', figure: server, limit: READY_MS, unit: 'ms' },
    { what: 'ready from a fresh clone', figure: clone, limit: FRESH_CLONE_SECONDS, unit: 's' },
  ])
  return { report, problems }
}

async function medianStart(starts: number, options: Parameters<typeof startShop>[0]): Promise<number> {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const shop = await startShop(options)
    times.push(shop.readyAfter)
    await shop.stop()
  }
  return median(times)
}

async function medianFloor(starts: number): Promise<number> {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const floor = await startServerFloor('bare-server.mjs', 0)
    times.push(floor.readyAfter)
    floor.stop()
  }
  return median(times)
}

/** @returns Seconds from the clone to the first ready answer. */
async function startFreshClone(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-clone-'))
  const start = performance.now()
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder])
  const port = await freePort()
  const kept = Object.entries(process.env).filter(([name]) => /^(?:PATH|HOME|npm_config_.*)$/i.test(name))
  const environment: NodeJS.ProcessEnv = {
    ...Object.fromEntries(kept),
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
  }
  const shop = spawn('npm', ['start'], { cwd: folder, env: environment, stdio: 'ignore', detached: true })
  const ended = once(shop, 'exit')
  try {
    await Promise.race([
      untilReady(`http://localhost:${String(port)}`),
      ended.then(() => {
        throw new Error('The fresh clone ended before it was ready')
      }),
    ])
    return (performance.now() - start) / 1000
  } finally {
    // npm and the shop are one group of processes.
    if (shop.pid !== undefined && shop.exitCode === null) process.kill(-shop.pid, 'SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
