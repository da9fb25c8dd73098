import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readWaitingWork } from '#api/platform/read-waiting-work.ts'
import { makeKeyRing } from '#settings/key-ring.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { createMetrics } from './create-metrics.ts'
import { metricsRoute } from './metrics-route.ts'

const NOW = new Date('2027-05-12T14:00:00Z')
const TOKEN = 'a-token-of-at-least-thirty-two-characters'
let shop: TestApi

beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
afterAll(() => shop.close())

function watchedMetrics() {
  const metrics = createMetrics()
  metrics.watch({
    health: { database: () => true, jobs: () => false },
    openRequests: () => 7,
    connections: () => ({ used: 3, idle: 2, waiting: 1 }),
    waitingWork: () => readWaitingWork(shop.deps.database.query, NOW),
  })
  return metrics
}

/** The figures by name and labels, as Prometheus reads them. */
async function readFigures(metrics: ReturnType<typeof createMetrics>): Promise<Map<string, number>> {
  const { text } = await metrics.read()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))] as const
    }),
  )
}

test('the figures tell what was answered, how long it took, and how the process does', async () => {
  const metrics = watchedMetrics()
  metrics.countRequest({ method: 'GET', path: '/', status: 200, ms: 0.2, kept: true })
  metrics.countRequest({ method: 'GET', path: '/product/anything', status: 404, ms: 20 })
  metrics.countRequest({ method: 'POST', path: '/checkout/12/pay', status: 303, ms: 400 })
  metrics.countRequest({ method: 'GET', path: '/v1/orders/7', status: 200, ms: 4 })
  metrics.countRequest({ method: 'POST', path: '/v1/stripe/webhooks', status: 200, ms: 4 })
  metrics.countRequest({ method: 'POST', path: '/v1/twilio/statuses', status: 200, ms: 4 })
  metrics.countRequest({ method: 'POST', path: '/v1/texts/7/copies', status: 201, ms: 4 })
  metrics.countRequest({ method: 'MADE-UP', path: '/pilot', status: 405, ms: 1 })
  metrics.countLog('error')
  const figures = await readFigures(metrics)
  expect(Object.fromEntries([...figures].filter(([name]) => name.startsWith('http_requests_total')))).toEqual(
    {
      'http_requests_total{kind="kept_page",method="GET",status="200"}': 1,
      'http_requests_total{kind="page",method="GET",status="404"}': 1,
      'http_requests_total{kind="checkout",method="POST",status="303"}': 1,
      'http_requests_total{kind="service",method="GET",status="200"}': 1,
      'http_requests_total{kind="provider",method="POST",status="200"}': 2,
      'http_requests_total{kind="service",method="POST",status="201"}': 1,
      'http_requests_total{kind="staff",method="other",status="405"}': 1,
    },
  )
  expect(figures.get('http_request_duration_seconds_bucket{le="0.25",kind="checkout"}')).toBe(0)
  expect(figures.get('http_request_duration_seconds_bucket{le="0.5",kind="checkout"}')).toBe(1)
  expect(figures.get('shop_part_up{part="database"}')).toBe(1)
  expect(figures.get('shop_part_up{part="jobs"}')).toBe(0)
  expect(figures.get('http_requests_open')).toBe(7)
  expect(figures.get('database_connections{state="waiting"}')).toBe(1)
  expect(figures.get('log_lines_total{level="error"}')).toBe(1)
  expect(figures.get('log_lines_total{level="warn"}')).toBe(0)
})

test('what waits in the database is counted, and ages that nothing has are left out', async () => {
  const { query } = shop.deps.database
  const before = await readWaitingWork(query, NOW)
  expect(before.get('mails_due')).toBe(0)
  expect(before.get('mails_due_age_seconds')).toBe(0)
  expect(before.has('checks_age_seconds')).toBe(false)
  await query(
    `insert into mails (event_key, kind, brand_id, "to", state, message_id, created_at, next_try_at) values
      ('a', 'sign_in', 1, 'a@example.com', 'queued', 'a', $1::timestamptz - interval '20 minutes', $1),
      ('b', 'sign_in', 1, 'b@example.com', 'queued', 'b', $1, $1::timestamptz + interval '1 hour'),
      ('c', 'sign_in', 1, 'c@example.com', 'failed', 'c', $1, $1)`,
    [NOW],
  )
  await query(
    `insert into webhook_inbox (event_id, type, received_at)
      values ('evt_1', 'x', $1::timestamptz - interval '1 hour')`,
    [NOW],
  )
  await query(
    `with run as (insert into promise_runs (kind, state, actor, created_at, finished_at) values
       ('nightly', 'done', 'clock', $1, $1::timestamptz - interval '2 hours') returning id)
     insert into promise_results (run_id, promise, state, failing, rows)
       select id, 'ledger', 'broken', 1, '[]' from run`,
    [NOW],
  )
  const found = await readWaitingWork(query, NOW)
  expect(Object.fromEntries(found)).toMatchObject({
    mails_due: 1,
    mails_due_age_seconds: 1200,
    mails_failed_today: 1,
    provider_events: 1,
    provider_events_age_seconds: 3600,
    checks_broken: 1,
    checks_age_seconds: 7200,
  })
})

test('a database that does not answer takes its own figures away and no others', async () => {
  const metrics = createMetrics()
  metrics.watch({
    health: { database: () => false },
    openRequests: () => 0,
    waitingWork: () => Promise.reject(new Error('the database cannot be reached')),
  })
  const figures = await readFigures(metrics)
  expect(figures.get('shop_part_up{part="database"}')).toBe(0)
  expect([...figures.keys()].filter((name) => name.startsWith('shop_waiting'))).toEqual([])
})

test('the figures are read with the token alone, and are not there without the setting', async () => {
  const metrics = createMetrics()
  const app = new Hono().route('/', metricsRoute({ metricsToken: makeKeyRing([TOKEN]) }, metrics))
  const ask = (authorization?: string) =>
    app.request('/metrics', authorization === undefined ? {} : { headers: { Authorization: authorization } })
  const [none, wrong, right] = await Promise.all([ask(), ask(`Bearer ${TOKEN}x`), ask(`Bearer ${TOKEN}`)])
  expect([none.status, wrong.status, right.status]).toEqual([401, 401, 200])
  expect(right.headers.get('Content-Type')).toContain('text/plain')
  expect(await right.text()).toContain('process_cpu_seconds_total')
  const without = new Hono().route('/', metricsRoute({ metricsToken: undefined }, metrics))
  expect((await without.request('/metrics', { headers: { Authorization: 'Bearer ' } })).status).toBe(404)
})

interface AlertFile {
  groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[]
}
interface Dashboard {
  panels: { targets: { expr: string }[] }[]
}

const alertRules = () =>
  (parse(readFileSync('monitoring/alerts.yml', 'utf8')) as AlertFile).groups.flatMap(({ rules }) => rules)

/** The names of figures in an expression, with what `shop_waiting` is asked for. */
function namesIn(expr: string): string[] {
  const whats = [...expr.matchAll(/what=~?"([^"]+)"/g)].flatMap(([, list = '']) => list.split('|'))
  const names = expr.match(/\b(?:http|shop|log|database|nodejs|process)_\w+/g) ?? []
  return [...names.filter((name) => !whats.includes(name)), ...whats.map((what) => `what:${what}`)]
}

test('alerts and the dashboard ask for figures that there are', async () => {
  const metrics = watchedMetrics()
  metrics.countRequest({ method: 'GET', path: '/', status: 200, ms: 1 })
  const figures = [...(await readFigures(metrics)).keys()]
  const whats = figures.flatMap((name) => /what="(\w+)"/.exec(name)?.[1] ?? [])
  const known = new Set([
    ...figures.map((name) => name.split('{')[0]),
    ...whats.map((what) => `what:${what}`),
  ])
  // Nothing was sold, checked or restored in this shop yet.
  known.add('what:last_sale_age_seconds').add('what:checks_age_seconds').add('what:restore_age_seconds')
  known.add('what:restore_failed').add('what:backup_age_seconds')
  const dashboard = JSON.parse(readFileSync('monitoring/dashboard.json', 'utf8')) as Dashboard
  const asked = [
    ...alertRules().map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.flatMap(namesIn).filter((name) => !known.has(name))).toEqual([])
})

test('the runbook has a part for each alert that says how urgent it is, and no others', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8')
  const parts = [...runbook.matchAll(/^## (\w+)\n\n\*\*(page|work)\.\*\*/gm)].map(([, name, urgency]) => [
    name,
    urgency,
  ])
  expect(parts).toEqual(alertRules().map(({ alert, labels }) => [alert, labels.severity]))
})
