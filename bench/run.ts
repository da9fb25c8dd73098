import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { z } from 'zod'
import { findChromium } from '../scripts/find-chromium.mjs'
import { copyDemoData, default as prepareShop } from '../tests/support/prepare-shop.ts'
import { startShop } from '../tests/support/start-shop.ts'
import { overBudget } from './budgets.ts'
import { measurePage, type PageWeight } from './measure-page.ts'
import { measureSpeed, type Speed, startFloor } from './measure-speed.ts'

const sizesOnly = process.argv.includes('--sizes-only')
const write = process.argv.includes('--write')

const Departures = z.object({ departures: z.array(z.object({ departure_id: z.number(), depart_at: z.string(), local_date: z.string(), status: z.string() })) }) // prettier-ignore

// `npm run bench`: what pages weigh, and how quick they are beside a bare server; it fails over budget.
await prepareShop()
const shop = await startShop({ dataDir: copyDemoData(), environment: { LOG_LEVEL: 'warn' } })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const departure = await someDeparture()
  const weights = await weighPages(browser, departure)
  const speeds = sizesOnly ? [] : await measureSpeeds(departure)
  const more = sizesOnly ? [] : [speedTable(speeds), await startLine()]
  const report = [weightTable(weights), ...more].join('\n\n')
  console.log(`\n${report}\n`)
  if (write) writeFileSync(resolve(import.meta.dirname, 'RESULTS.md'), results(report))
  const problems = weights.flatMap(overBudget)
  for (const problem of problems) console.error(`Over budget: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await shop.stop()
}

async function someDeparture() {
  const answer = await fetch(`${shop.origin}/v1/availability/next?product_id=6&quantity=2&limit=10`)
  const open = Departures.parse(await answer.json()).departures.find((one) => one.status === 'open')
  if (!open) throw new Error('Product 6 has no open departure')
  return open
}

async function weighPages(browser: Browser, departure: { departure_id: number; local_date: string }) {
  const chosen = `date=${departure.local_date}&departure=${String(departure.departure_id)}&quantity_type=seat&quantity=2`
  const weights: PageWeight[] = []
  for (const route of ['/', '/product/6', '/checkout/6', `/checkout/6/pay?${chosen}`]) {
    weights.push(await measurePage(browser, shop.origin, route))
  }
  return weights
}

async function measureSpeeds({ departure_id, depart_at }: { departure_id: number; depart_at: string }) {
  const cart = JSON.stringify({ brand_id: 1, departure_id, depart_at, quantity_type: 'seat', quantity: 2 })
  return [
    await measureSpeed(shop.origin, { name: 'home page', path: '/', method: 'GET' }),
    await measureSpeed(shop.origin, { name: 'product page', path: '/product/6', method: 'GET' }),
    await measureSpeed(shop.origin, {
      name: 'POST /v1/quotes',
      path: '/v1/quotes',
      method: 'POST',
      body: cart,
    }),
  ]
}

function weightTable(weights: PageWeight[]): string {
  const kilo = (bytes: number) => (bytes / 1000).toFixed(1)
  const rows = weights.map(
    ({ route, html, css, js, lateJs, provider, fonts, pictures, total, requests }) =>
      `| ${route.split('?')[0] ?? ''} | ${[html, css, js, lateJs, provider, fonts, pictures, total].map(kilo).join(' | ')} | ${String(requests)} |`,
  )
  return [
    'First view on a phone, kB after gzip:',
    '',
    '| page | HTML | CSS | JS | JS afterwards | provider | fonts | pictures | total | requests |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n')
}

function speedTable(speeds: Speed[]): string {
  const rows = speeds.map(
    ({ name, perSecond, floorPerSecond, p95 }) =>
      `| ${name} | ${perSecond.toFixed(0)} | ${floorPerSecond.toFixed(0)} | ${(perSecond / floorPerSecond).toFixed(3)} | ${p95.toFixed(0)} |`,
  )
  return [
    'Answers a second on 8 connections, beside a bare `node:http` server sending as many bytes in the same run:',
    '',
    '| | shop | bare server | ratio | p95 ms |',
    '|---|---:|---:|---:|---:|',
    ...rows,
  ].join('\n')
}

/** The shop of this run was started on data that was there already, which is what every start but the first is. */
async function startLine(): Promise<string> {
  const floor = await startFloor(0)
  floor.stop()
  return `Ready after a start on existing data: ${shop.readyAfter.toFixed(0)} ms, a bare server: ${floor.readyAfter.toFixed(0)} ms.`
}

function results(report: string): string {
  const machine = `${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
  const day = new Date().toISOString().slice(0, 10)
  return `# Measured\n\n\`npm run bench -- --write\` on ${day}, ${machine}. Speeds are ratios to compare, not promises.\n\n${report}\n`
}
