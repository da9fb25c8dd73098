import { MANY } from '../api/db/seed/populate.ts'
import { startRealPostgres } from '../tests/support/real-postgres.ts'
import { startShop } from '../tests/support/start-shop.ts'
import { buySeat, seatsToSell } from './buy.ts'
import { seededDatabase, serverSettings } from './durable-shop.ts'
import { type PartResult } from './long-parts.ts'
import { CONNECTIONS, measureThroughput, type Work } from './measure-speed.ts'
import { asksOf } from './measure-work.ts'
import { populateShop, untilQuiet } from './populated-shop.ts'
import { watchCpu } from './process-usage.ts'
import { createAgent, send } from './send.ts'
import { median } from './visitors.ts'

const ORDERS = [1000, 10_000, 100_000] as const
/** Every order has a flight of its own; all shops have the same flights. */
const DAYS = Math.max(...ORDERS) / MANY.departures
/**
 * The populated days end so long ago: a departure of today reads the flights of the days beside it,
 * which only the largest shop has sold.
 */
const QUIET_DAYS = 3
/** The middle of the populated days, so that all of them lie in the past. */
const middle = () => new Date(Date.now() - (DAYS / 2 + QUIET_DAYS) * 86_400_000)
/** How much more processor time a path may cost with a hundred times the orders. */
const GROWTH = 1.2
/** Paths that cost less are measured too coarsely for a ratio; so much more never matters. */
const NEGLIGIBLE_MS = 0.1
const WARM_UP_MS = 2000

interface Round {
  perSecond: number
  /** Processor time of the shop and its database connections for each run, in milliseconds. */
  cpu: number
}

type GrownShop = Awaited<ReturnType<typeof openGrown>>

/**
 * Compares shops with 1,000, 10,000 and 100,000 orders, which take turns in every round. Processor
 * time decides, because other work on the machine changes rates but hardly this.
 */
export async function measureGrowth(rounds = 7, roundMs = 1500): Promise<PartResult> {
  const postgres = await startRealPostgres({ durable: true })
  const shops: GrownShop[] = []
  try {
    for (const orders of ORDERS) shops.push(await openGrown(await postgres.createDatabase(), orders))
    const names = shops[0]?.works.map(({ name }) => name) ?? []
    const rows: { name: string; results: Round[][] }[] = []
    for (const [index, name] of names.entries()) {
      for (const { works } of shops) await works[index]?.measure(WARM_UP_MS)
      const results: Round[][] = shops.map(() => [])
      for (let round = 0; round < rounds; round++)
        for (let turn = 0; turn < shops.length; turn++) {
          const at = (round + turn) % shops.length
          const measured = await shops[at]?.works[index]?.measure(roundMs)
          if (measured) results[at]?.push(measured)
        }
      rows.push({ name, results })
    }
    return reportGrowth(rows)
  } finally {
    for (const shop of shops) await shop.stop()
    await postgres.stop()
  }
}

/** Opens a shop with this many orders of the past. */
async function openGrown(databaseUrl: string, orders: number) {
  await seededDatabase(databaseUrl)
  const population = { ...MANY, days: DAYS, orders, now: middle() }
  await populateShop(databaseUrl, population, () => Promise.resolve())
  const shop = await startShop({ environment: serverSettings(databaseUrl) })
  await untilQuiet(databaseUrl)
  const agent = createAgent(CONNECTIONS)
  const cpu = await watchCpu(shop.pid, databaseUrl)
  const seats = await seatsToSell(shop.origin, 6, 6, agent)
  const measured = (name: string, work: Work) => ({
    name,
    measure: async (milliseconds: number): Promise<Round> => {
      let runs = 0
      const before = await cpu.read()
      const { perSecond } = await measureThroughput(async (lane) => {
        await work(lane)
        runs++
      })(milliseconds)
      const after = await cpu.read()
      return { perSecond, cpu: (after.shop + after.database - before.shop - before.database) / runs }
    },
  })
  const asks = await asksOf(shop.origin)
  return {
    works: [
      ...asks.map(({ name, ask }) =>
        measured(name, async () => {
          const { status } = await send(shop.origin, ask, agent)
          if (status >= 300) throw new Error(`${ask.path} answered ${String(status)}`)
        }),
      ),
      measured('a full order', async () => {
        const seat = seats.shift()
        if (!seat) throw new Error('All seats are sold')
        await buySeat(shop.origin, seat, agent)
      }),
    ],
    stop: async () => {
      agent.destroy()
      await cpu.stop()
      await shop.stop()
    },
  }
}

function reportGrowth(rows: { name: string; results: Round[][] }[]): PartResult {
  const lines = rows.map(({ name, results }) => {
    // Other work on the machine only adds to it.
    const cpu = results.map((rounds) => Math.min(...rounds.map((round) => round.cpu)))
    const rate = results.map((rounds) => median(rounds.map(({ perSecond }) => perSecond)))
    return { name, cpu, rate, times: cpu.map((one) => one / (cpu[0] ?? 1)) }
  })
  const report = [
    'Shops with 1,000, 10,000 and 100,000 orders of the past and the same 100,000 flights of it, on one ' +
      'PostgreSQL server, in turn.',
    'Milliseconds of processor time of the shop and its database connections for each run, in the cheapest ' +
      'round, and runs a',
    `second, the median. The processor time decides: at most ${String(GROWTH)} times that of ` +
      'the smallest shop.',
    '',
    '| | 1,000: ms | a second | 10,000: ms | a second | times | 100,000: ms | a second | times |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...lines.map(
      ({ name, cpu, rate, times }) =>
        `| ${name} | ${cpu
          .map((ms, at) =>
            [
              ms.toFixed(2),
              (rate[at] ?? 0).toFixed(0),
              ...(at > 0 ? [(times[at] ?? 0).toFixed(2)] : []),
            ].join(' | '),
          )
          .join(' | ')} |`,
    ),
  ].join('\n')
  const problems = lines.flatMap(({ name, cpu, times }) => {
    const most = Math.max(...times)
    return most > GROWTH && Math.max(...cpu) - (cpu[0] ?? 0) > NEGLIGIBLE_MS
      ? [
          `growth, ${name}: ${most.toFixed(2)} times the processor time, ` +
            `the budget is ${String(GROWTH)} times`,
        ]
      : []
  })
  return { report, problems }
}
