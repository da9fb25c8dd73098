import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { copyDemoData } from '../tests/support/prepare-shop.ts'
import { type RunningShop, startShop } from '../tests/support/start-shop.ts'
import { buySeat, seatsToSell } from './buy.ts'
import { aboveLimit, type PartResult, pause, withDurableShop } from './long-parts.ts'
import { memoryOf } from './process-usage.ts'
import { createAgent, send } from './send.ts'
import { median, sendVisitors } from './visitors.ts'

const SERVER_MB = 200
const EMBEDDED_MB = 450
const WARM_UP = [
  '/',
  '/?anew',
  '/product/6',
  '/product/6?anew',
  '/checkout/6',
  '/search?q=sunset',
  '/account',
]
const WARM_UP_ROUNDS = 10

/** The memory of a shop at rest: after its start, a warm-up and a minute without a request. */
export async function measureMemory(restSeconds = 60): Promise<PartResult> {
  const server = await withDurableShop(({ shop }) => restingMemory(shop, restSeconds))
  const dataDir = copyDemoData()
  const embeddedShop = await startShop({ dataDir, environment: { LOG_LEVEL: 'warn' } })
  const embedded = await restingMemory(embeddedShop, restSeconds)
  await embeddedShop.stop()
  rmSync(dataDir, { recursive: true, force: true })
  const row = (what: string, { started, rested }: RestingMemory, limit: number) =>
    `| ${what} | ${started.toFixed(0)} | ${rested.toFixed(0)} | ${String(limit)} |`
  const report = [
    'Resident memory of the process in MB: ready, and after a warm-up of pages and twenty orders and ' +
      `${String(restSeconds)} seconds of rest.`,
    '',
    '| | ready | at rest | budget |',
    '|---|---:|---:|---:|',
    row('with `DATABASE_URL`', server, SERVER_MB),
    row('with the embedded database', embedded, EMBEDDED_MB),
  ].join('\n')
  const problems = aboveLimit([
    { what: 'memory with DATABASE_URL', figure: server.rested, limit: SERVER_MB, unit: 'MB' },
    { what: 'memory with the embedded database', figure: embedded.rested, limit: EMBEDDED_MB, unit: 'MB' },
  ])
  return { report, problems }
}

interface RestingMemory {
  started: number
  rested: number
}

async function restingMemory(shop: RunningShop, restSeconds: number): Promise<RestingMemory> {
  const agent = createAgent(8)
  const started = memoryOf(shop.pid)
  for (let round = 0; round < WARM_UP_ROUNDS; round++)
    for (const path of WARM_UP) await send(shop.origin, { path }, agent)
  const seats = await seatsToSell(shop.origin, 6, 2, agent)
  for (const seat of seats.slice(0, 20)) await buySeat(shop.origin, seat, agent)
  agent.destroy()
  await pause(restSeconds)
  return { started, rested: memoryOf(shop.pid) }
}

/** The last quarter may keep this many times the memory of the second; the first is a warm-up. */
const GROWTH = 1.05
const IDLE_SECONDS = 10
const COLLECT_SECONDS = 2
const COLLECT_ON_SIGNAL = pathToFileURL(resolve(import.meta.dirname, 'collect-on-signal.mjs')).href

/**
 * Mixed load for some minutes. Each minute ends with an idle pause, after which the memory is read: of the
 * whole process as it stands, and what the program keeps after all that nothing refers to was collected.
 * Between two collections of its own the process may hold three times what it needs, and its pages are
 * given back by chance, so what the program keeps decides.
 */
export const measureSoak = (minutes = 20): Promise<PartResult> =>
  withDurableShop(
    async ({ shop }) => {
      const agent = createAgent(8)
      const seats = await seatsToSell(shop.origin, 6, 6, agent)
      agent.destroy()
      const standing: number[] = []
      const kept: number[] = []
      const errors: string[] = []
      for (let minute = 0; minute < minutes; minute++) {
        const seconds = 60 - IDLE_SECONDS - COLLECT_SECONDS
        const visits = await sendVisitors({ origin: shop.origin, seats, seconds })
        errors.push(...visits.errors)
        await pause(IDLE_SECONDS)
        standing.push(memoryOf(shop.pid))
        process.kill(shop.pid, 'SIGUSR2')
        await pause(COLLECT_SECONDS)
        kept.push(readKept(shop))
      }
      const quarter = Math.max(1, Math.floor(minutes / 4))
      const [second, last] = [median(kept.slice(quarter, 2 * quarter)), median(kept.slice(-quarter))]
      const list = (samples: number[]) => samples.map((mb) => mb.toFixed(0)).join(', ')
      const report = [
        `${String(minutes)} minutes of the campaign's visitors and purchases; memory in MB after ` +
          `${String(IDLE_SECONDS)} idle seconds of each minute, of the process as it stands:`,
        `${list(standing)};`,
        'and what the program keeps (heap and buffers) once all that nothing refers to was collected:',
        `${list(kept)}.`,
        '',
        `Of the latter the median of the second quarter is ${second.toFixed(0)} MB, ` +
          `that of the last ${last.toFixed(0)} MB: ` +
          `${(last / second).toFixed(3)} times, at most ${String(GROWTH)}. Errors: ${String(errors.length)}.`,
      ].join('\n')
      const grown =
        last > second * GROWTH
          ? [`soak: memory grew from ${second.toFixed(0)} MB to ${last.toFixed(0)} MB`]
          : []
      return { report, problems: [...new Set(errors)].slice(0, 10).concat(grown) }
    },
    { NODE_OPTIONS: `--import=${COLLECT_ON_SIGNAL}` },
  )

/** What the shop wrote last about the memory that it keeps, in MB. */
function readKept(shop: RunningShop): number {
  const bytes = [...shop.output().matchAll(/^bytes kept: (\d+)$/gm)].at(-1)?.[1]
  if (bytes === undefined) throw new Error('The shop did not say what it keeps')
  return Number(bytes) / 1_000_000
}
