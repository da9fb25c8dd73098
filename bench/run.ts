import { loadavg } from 'node:os'
import { type Browser, chromium } from 'playwright'
import { findChromium } from '../scripts/find-chromium.mjs'
import { copyDemoData, default as prepareShop } from '../tests/support/prepare-shop.ts'
import { type RunningShop, startShop } from '../tests/support/start-shop.ts'
import { overBudget, overOrderBudget, overReadyBudget, overStaffBudget, overWorkBudget } from './budgets.ts'
import { nextSeat } from './buy.ts'
import { measureOrders } from './measure-orders.ts'
import { measurePage, type PageWeight } from './measure-page.ts'
import { contentRoutes } from './content-routes.ts'
import { measureStaffPages } from './measure-staff.ts'
import { measureWork } from './measure-work.ts'
import { STAFF_TABLE_HEAD, staffTable, measuredOn, orderTable, speedTable, weightTable } from './report.ts'
import { writeSection } from './results-file.ts'
import { createAgent } from './send.ts'
import { startServerFloor } from './start-floor.ts'

const sizesOnly = process.argv.includes('--sizes-only')
const deskOnly = process.argv.includes('--desk-only')
const write = process.argv.includes('--write')

// `npm run bench`: measures the size of pages and their speed beside the baselines, and fails if a
// budget is exceeded. `--sizes-only` and `--desk-only` (staff pages) do a part of it.
const loadBefore = loadavg()[0] ?? 0
await prepareShop()
const problems = [...(deskOnly ? [] : await measureShop()), ...(sizesOnly ? [] : await measureStaff())]
for (const problem of problems) console.error(`Over budget: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

/** @returns One sentence for each exceeded budget. */
async function measureShop(): Promise<string[]> {
  const { weights, startLine, readyAfter } = await weigh()
  const work = sizesOnly ? undefined : { measured: await measureWork(), orders: await measureOrders() }
  const speeds = work ? [speedTable(work.measured), orderTable(work.orders), startLine] : []
  const report = [weightTable(weights), ...speeds].join('\n\n')
  console.log(`\n${report}\n`)
  if (write) writeSection('# Measured', `${measuredOn(loadBefore, 'npm run bench -- --write')}\n\n${report}`)
  return [
    ...weights.flatMap(overBudget),
    ...(work
      ? [...overWorkBudget(work.measured), ...overOrderBudget(work.orders), ...overReadyBudget(readyAfter)]
      : []),
  ]
}

/** @returns One sentence for each exceeded budget. */
async function measureStaff(): Promise<string[]> {
  const measured = await measureStaffPages()
  const report = staffTable(measured)
  console.log(`\n${report}\n`)
  if (write) {
    const command = `npm run bench -- ${deskOnly ? '--desk-only ' : ''}--write`
    writeSection(STAFF_TABLE_HEAD, `${measuredOn(loadBefore, command)}\n\n${report}`)
  }
  return overStaffBudget(measured)
}

/** Measures page sizes, and the start time with existing data. */
async function weigh(): Promise<{ weights: PageWeight[]; startLine: string; readyAfter: number }> {
  const shop = await startShop({ dataDir: copyDemoData(), environment: { LOG_LEVEL: 'warn' } })
  const floor = await startServerFloor('bare-server.mjs', 0)
  floor.stop()
  const startLine =
    `Ready after a start on existing data: ${shop.readyAfter.toFixed(0)} ms, a bare server: ` +
    `${floor.readyAfter.toFixed(0)} ms.`
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    return { weights: await weighPages(browser, shop), startLine, readyAfter: shop.readyAfter }
  } finally {
    await browser.close()
    await shop.stop()
  }
}

async function weighPages(browser: Browser, shop: RunningShop): Promise<PageWeight[]> {
  const { departure_id, local_date } = await nextSeat(shop.origin, 6, createAgent(1))
  const chosen = `date=${local_date}&departure=${String(departure_id)}&quantity_type=seat&quantity=2`
  const routes = ['/', '/product/6', '/campaigns/fly15', '/checkout/6', `/checkout/6/pay?${chosen}`]
  for (const route of ['/account', '/search?q=sunset'])
    if ((await fetch(shop.origin + route)).ok) routes.push(route)
  routes.push(...(await contentRoutes(shop.origin)).filter((route) => !routes.includes(route)))
  const weights = new Map<string, PageWeight>()
  const waiting = [...routes]
  const weighNext = async (): Promise<void> => {
    const route = waiting.shift()
    if (route === undefined) return
    weights.set(route, await measurePage(browser, shop.origin, route))
    return weighNext()
  }
  await Promise.all(Array.from({ length: 3 }, weighNext))
  return routes.flatMap((route) => weights.get(route) ?? [])
}
