import { seatsToSell } from './buy.ts'
import { aboveLimit, type PartResult, withDurableShop } from './long-parts.ts'
import { memoryOf, watchCpu } from './process-usage.ts'
import { createAgent } from './send.ts'
import { ARRIVALS_A_SECOND, median, percentile, sendVisitors } from './visitors.ts'

const PAGE_P95_MS = 150
const ORDER_P95_MS = 500

/** The hour of a campaign's mail: 20,000 visitors in ten minutes, of whom one in fifty buys. */
export const measureCampaign = (seconds = 600): Promise<PartResult> =>
  withDurableShop(async ({ shop, databaseUrl }) => {
    const agent = createAgent(8)
    const seats = await seatsToSell(shop.origin, 6, 6, agent)
    const cpu = await watchCpu(shop.pid, databaseUrl)
    let memory = 0
    const watching = setInterval(() => {
      memory = Math.max(memory, memoryOf(shop.pid))
    }, 1000)
    const before = await cpu.read()
    const start = performance.now()
    const { visitors, pages, orders, errors } = await sendVisitors({ origin: shop.origin, seats, seconds })
    const milliseconds = performance.now() - start
    const after = await cpu.read()
    clearInterval(watching)
    await cpu.stop()
    agent.destroy()
    const share = (used: number) => `${((used / milliseconds) * 100).toFixed(0)} %`
    const times = (all: readonly number[]) =>
      `${String(all.length)} | ${median(all).toFixed(1)} | ${percentile(all, 0.95).toFixed(1)}`
    const report = [
      `${String(visitors)} visitors in ${(milliseconds / 1000).toFixed(0)} s, ` +
        `${ARRIVALS_A_SECOND.toFixed(0)} a second, who come whether or not those before them were`,
      'answered. Each has a link with `utm_` values of its own to home or a product, half look at ' +
        'another page, some at the',
      'checkout, and one in fifty buys by card. The load generator has the same two processors.',
      '',
      '| | number | p50 ms | p95 ms |',
      '|---|---:|---:|---:|',
      `| pages | ${times(pages)} |`,
      `| orders, four calls each | ${times(orders)} |`,
      '',
      `Errors: ${String(errors.length)}. Of one processor, the shop used ` +
        `${share(after.shop - before.shop)} and its connections in PostgreSQL ` +
        `${share(after.database - before.database)}.`,
      `The shop's memory was ${memory.toFixed(0)} MB at most.`,
    ].join('\n')
    const limits = aboveLimit([
      { what: 'campaign, p95 of a page', figure: percentile(pages, 0.95), limit: PAGE_P95_MS, unit: 'ms' },
      {
        what: 'campaign, p95 of an order',
        figure: percentile(orders, 0.95),
        limit: ORDER_P95_MS,
        unit: 'ms',
      },
    ])
    const failed = [...new Set(errors)].slice(0, 10).map((error) => `campaign: ${error}`)
    return { report, problems: [...failed, ...limits] }
  })
