import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { findChromium } from '../scripts/find-chromium.mjs'
import { LIGHTHOUSE_BUDGETS, overLighthouseBudget } from './budgets.ts'
import { copyDemoData, default as prepareShop } from '../tests/support/prepare-shop.ts'
import { type RunningShop, startShop } from '../tests/support/start-shop.ts'

// `npm run bench:lighthouse`: Lighthouse's mobile figures of the built shop. Lighthouse is no
// dependency; npm fetches this version when the script runs. `-- --runs=1
// --only=accessibility,best-practices,seo` is fast and independent of the machine's load; `--
// --pages=/faq,/blog --write` measures these pages again and leaves the other rows.
const LIGHTHOUSE = 'lighthouse@12.8.2'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

const CONTENT = [
  '/',
  '/product',
  '/product/the-new-yorker',
  '/search',
  '/gift-finder',
  '/blog',
  '/blog/reading-the-water',
  '/faq',
  '/about-us',
  '/skyclub',
  '/terms-conditions',
]
const CHECKOUT = ['/checkout', '/checkout/the-new-yorker']

const option = (name: string) => process.argv.find((one) => one.startsWith(`--${name}=`))?.split('=')[1]
const runs = Number(option('runs') ?? 5)
const pages = option('pages')?.split(',') ?? [...CONTENT, ...CHECKOUT]
const only = (option('only')?.split(',') ?? CATEGORIES) as Category[]

const Report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
})
type Report = z.infer<typeof Report>

await prepareShop()
const shop = await startShop({ dataDir: copyDemoData(), environment: { LOG_LEVEL: 'warn' } })
try {
  await measureAll(shop)
} finally {
  await shop.stop()
}

async function measureAll({ origin }: RunningShop) {
  console.log(LIGHTHOUSE_BUDGETS)
  const lines: string[] = []
  const problems: string[] = []
  for (const path of pages) {
    const reports: Report[] = []
    // The first visit renders, compresses and caches the page; the second visit is the usual one.
    await fetch(origin + path)
    for (let run = 0; run < runs; run += 1) reports.push(await auditSurely(origin + path))
    const names = failed(reports)
    const scores = only.map((category) => ({ category, score: medianOf(reports, category), failed: names }))
    const value = (name: string) => median(reports.map(({ audits }) => audits[name]?.numericValue ?? 0))
    const times = only.includes('performance')
      ? {
          lcpSeconds: value('largest-contentful-paint') / 1000,
          cls: value('cumulative-layout-shift'),
          tbtMs: value('total-blocking-time'),
        }
      : undefined
    const columns = times ? [times.lcpSeconds.toFixed(2), times.cls.toFixed(3), times.tbtMs.toFixed(0)] : []
    lines.push(`| ${[path, ...scores.map(({ score }) => String(score)), ...columns].join(' | ')} |`)
    console.log(lines.at(-1))
    problems.push(...overLighthouseBudget({ path, scores, times }))
  }
  for (const problem of problems) console.error(`Over budget: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
  if (process.argv.includes('--write')) write(lines)
}

function write(measured: string[]) {
  const file = resolve(import.meta.dirname, 'LIGHTHOUSE.md')
  const head = `${only.join(' | ')}${only.includes('performance') ? ' | LCP, s | CLS | TBT, ms' : ''}`
  const standing = existsSync(file) ? rowsUnder(head, readFileSync(file, 'utf8')) : []
  const lines = [...CONTENT, ...CHECKOUT].flatMap(
    (path) => [...measured, ...standing].find((line) => line.startsWith(`| ${path} |`)) ?? [],
  )
  const columns = head.split('|').map(() => '---:')
  const text = [
    '# Lighthouse',
    '',
    `\`npm run bench:lighthouse -- --write\` on ${new Date().toISOString().slice(0, 10)}: ` +
      `${LIGHTHOUSE}, its mobile profile (150 ms, 1.6 Mb/s, CPU four times slower), median of ` +
      `${String(runs)}, the built shop in test mode. A checkout page is kept from search engines ` +
      'on purpose: that one audit is left out there. Performance is reckoned from what the ' +
      'browser took on this machine: where others work on it, it is a lower bound. Load of the ' +
      `machine at the end: ${(loadavg()[0] ?? 0).toFixed(1)}.`,
    '',
    LIGHTHOUSE_BUDGETS,
    '',
    `| page | ${head} |`,
    `|---|${columns.join('|')}|`,
    ...lines,
    '',
  ]
  writeFileSync(file, text.join('\n'))
}

/** The rows of a table that has these columns. */
function rowsUnder(head: string, text: string): string[] {
  const lines = text.split('\n')
  const at = lines.indexOf(`| page | ${head} |`)
  return at < 0 ? [] : lines.slice(at + 2).filter((line) => line.startsWith('| '))
}

/** Retries a run without a trace, which a browser sometimes fails to record on any page. */
async function auditSurely(url: string, tries = 3): Promise<Report> {
  try {
    return await audit(url)
  } catch (error) {
    if (tries <= 1) throw error
    return auditSurely(url, tries - 1)
  }
}

/**
 * Runs Lighthouse once in a new browser.
 * @throws With Lighthouse's output when it fails
 */
async function audit(url: string): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'))
  const file = join(folder, 'report.json')
  const args = [
    ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url],
    ...['--quiet', '--output=json', `--output-path=${file}`, `--only-categories=${only.join(',')}`],
    // Checkout pages are excluded from search engines on purpose.
    ...(url.includes('/checkout') ? ['--skip-audits=is-crawlable'] : []),
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage',
  ]
  const run = spawn('npm', args, { env: { ...process.env, CHROME_PATH: findChromium() } })
  let output = ''
  run.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const code = await new Promise((settle) => run.once('exit', settle))
  if (code !== 0) throw new Error(`Lighthouse ended with ${String(code)}: ${output}`)
  const report = Report.parse(JSON.parse(readFileSync(file, 'utf8')))
  rmSync(folder, { recursive: true, force: true })
  return report
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function medianOf(reports: Report[], category: Category): number {
  return Math.round(median(reports.map(({ categories }) => categories[category]?.score ?? 0)) * 100)
}

/** The names of the audits that failed in every run. */
function failed(reports: Report[]): string[] {
  const audits = reports.flatMap((report) => Object.values(report.audits))
  return [...new Set(audits.filter(({ score }) => score !== null && score < 0.9).map(({ title }) => title))]
}
