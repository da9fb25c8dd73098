import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { MANY, populate } from '#api/db/seed/populate.ts'
import { ReportRunReply, reportGroups } from '#contract/report.ts'
import { openDatabase } from '#api/db/client.ts'
import { countReport } from '#api/bookkeeping/reports/count-report.ts'
import { carryLedgerForward } from '#api/bookkeeping/reports/carry-ledger-forward.ts'
import { runDueReports } from '#api/bookkeeping/reports/run-report.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { countQueries } from '../support/count-queries.ts'
import { fillBoard, FULL_DAY, FULL_DAY_FLIGHTS } from '../support/fill-board.ts'
import {
  unmeasuredStaffRoutes,
  staffAddresses,
  type StaffPageSamples,
  findStaffPageSamples,
} from '../support/staff-addresses.ts'
import { type Browser, openShopPages, type ShopPages } from '../support/shop-pages.ts'
import { addDays } from '#api/rules/time/local-time.ts'
import { openStaffMember } from '../support/staff-member.ts'
import { createTestApi, TEST_NOW, type TestApi } from '../support/test-api.ts'

let shop: TestApi
let pages: ShopPages
let desk: Browser
let world: StaffPageSamples
beforeAll(async () => {
  const databaseUrl = await sharedPostgres().createDemoDatabase()
  const database = await openDatabase({ databaseUrl, dataDir: '', maxConnections: 1 })
  shop = await createTestApi({ database: { ...database, kind: 'embedded' } })
  await populate(database.query, { ...MANY, now: new Date(TEST_NOW) })
  await carryLedgerForward(shop.deps)
  await database.query('analyze')
  const { token } = await openStaffMember(shop.deps, 'admin')
  world = await findStaffPageSamples(database.query, await runReport(token), new Date(TEST_NOW))
  pages = await openShopPages(shop, { makesEach: true })
  desk = await pages.browser({ token })
  for (const filter of [{ channel: 'counter' }, { status: 'completed', weights: 'missing' }]) {
    const saved_filter = { name: Object.keys(filter).join(' and '), filter }
    await shop.call('POST', '/v1/saved_filters', { token, body: { saved_filter } })
  }
  const saved_report = { name: 'Yield', report: 'yield', by: 'pilot', span: 'last_week', recipient_ids: [] }
  await shop.call('POST', '/v1/saved_reports', { token, body: { saved_report } })
  const agent = { brand_id: 1, name: 'Harbor Hotels', code: 'harbor', percent: 12 }
  await shop.call('POST', '/v1/agents', { token, body: { agent } })
  await database.query('update orders set agent_id = 1 where id % 20 = 0')
})
afterAll(() => shop.close())

/** Sums up a report over a long span. */
async function runReport(token: string): Promise<number> {
  const body = { report_run: { name: 'sales', by: 'day', from: '2026-12-01', to: '2027-04-30' } }
  const asked = await shop.call('POST', '/v1/report_runs', { token, body })
  await runDueReports(shop.deps)
  return ReportRunReply.parse(asked.body).report_run.id
}

const count = async (statement: string) =>
  Number((await shop.deps.database.query(statement)).rows[0]?.['count'])

test('the generator writes the same rows as the shop itself', async () => {
  expect(await count('select count(*) from orders')).toBeGreaterThanOrEqual(10_000)
  expect(await count('select sum(capacity) as count from flights')).toBeGreaterThanOrEqual(200_000)
  const broken = (await runIntegrityChecks(shop.deps.database.db, new Date(TEST_NOW))).filter(
    ({ failing }) => failing > 0,
  )
  expect(broken).toEqual([])
})

/** These tables grow with every sale. */
const BIG = [
  'orders',
  'order_item_seats',
  'order_lines',
  'order_events',
  'passengers',
  'holds',
  'flights',
  'slots',
  'payments',
  'payment_attempts',
  'ledger_transactions',
  'ledger_entries',
  'ledger_carried',
  'mails',
  'audit_log',
  'users',
  'sessions',
  'refunds',
  'order_refunds',
  'vouchers',
  'credits',
  'gift_cards',
  'payout_lines',
]
/**
 * The most rows that one statement of a page may read of any table; the smallest table has 5,000.
 */
const MOST_ROWS = 3500

/** Records every statement with its values, as the driver sent it. */
async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const sent: { text: string; values: unknown[] }[] = []
  const original = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const [first, second] = asked
    const text = typeof first === 'string' ? first : (first as { text: string }).text
    const values = Array.isArray(second) ? second : ((first as { values?: unknown[] }).values ?? [])
    if (/^\s*(select|with)/i.test(text)) sent.push({ text, values })
    return Reflect.apply(original, this, asked) as never
  } as never
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return sent
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}
/** Counts the rows that a statement read of each big table. */
function rowsRead(plan: Plan): { table: string; how: string; rows: number }[] {
  const table = plan['Relation Name'] ?? ''
  const each =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = BIG.includes(table)
    ? [{ table, how: plan['Node Type'], rows: each * plan['Actual Loops'] }]
    : []
  return [...own, ...(plan.Plans ?? []).flatMap(rowsRead)]
}

async function longReads(work: () => Promise<unknown>): Promise<string[]> {
  const found = []
  for (const { text, values } of await statementsOf(work)) {
    const { rows } = await shop.deps.database.query(`explain (analyze, format json) ${text}`, values)
    const [plan] = rows[0]?.['QUERY PLAN'] as { Plan: Plan }[]
    for (const read of plan ? rowsRead(plan.Plan) : []) {
      if (read.rows > MOST_ROWS)
        found.push(`${read.how} of ${String(read.rows)} ${read.table}: ${text.slice(0, 160)}`)
    }
  }
  return found
}

const get = async (path: string) => {
  const { status, location } = await desk.get(path)
  if (status !== 200) throw new Error(`${path} answered ${String(status)} ${location ?? ''}`)
}

/** The most queries that each page may send, including those of the session and the frame. */
const QUERIES: Record<string, number> = {
  // With what pilots fly, their hours and days off, and the limits of duty.
  'staff._index': 19,
  'staff.agents._index': 6,
  'staff.agents.$agent': 18,
  'staff.aircraft': 4,
  'staff.rescue': 4,
  'staff.approvals': 3,
  'staff.audit._index': 10,
  'staff.audit.csv': 65,
  'staff.board': 16,
  'staff.call-off': 7,
  'staff.care': 16,
  'staff.content._index': 5,
  // With the terms of every gift card on sale, which the questions name.
  'staff.content.$brand.$text': 60,
  'staff.catalogue.$resource.$id': 15,
  'staff.catalogue.$resource._index': 10,
  'staff.catalogue._index': 2,
  'staff.catalogue.codes._index': 5,
  'staff.catalogue.codes.csv': 6,
  'staff.catalogue.week': 6,
  'staff.customers.$customer._index': 30,
  'staff.customers.$customer.merge': 26,
  'staff.customers._index': 10,
  'staff.drawer': 6,
  'staff.flights.$flight._index': 22,
  'staff.flights._index': 7,
  'staff.grid': 6,
  'staff.integrations': 13,
  'staff.jobs': 2,
  'staff.keys': 2,
  'staff.mails': 7,
  'staff.members-prices': 5,
  'staff.office': 7,
  'staff.orders.$order': 23,
  'staff.orders.$order_.guests.$passenger': 23,
  'staff.orders.$order_.guests._index': 23,
  'staff.orders.$order_.extras': 23,
  'staff.orders.$order_.move': 23,
  'staff.orders._index': 18,
  // A thousand orders are ten pages of the service.
  'staff.orders.csv': 66,
  // Two hundred orders are two pages of the service.
  'staff.orders.mail': 32,
  'staff.orders.print': 24,
  'staff.payouts.$payout': 7,
  'staff.payouts._index': 6,
  'staff.people': 5,
  'staff.products.$product': 28,
  'staff.products._index': 28,
  'staff.promises': 4,
  'staff.reports._index': 9,
  'staff.reports.csv': 5,
  'staff.reports.overview.csv': 9,
  'staff.reports.tables': 9,
  'staff.reports.rows._index': 6,
  'staff.reports.rows.csv': 6,
  'staff.reports.saved._index': 8,
  'staff.reports.saved.$report': 11,
  'staff.reports.day': 30,
  'staff.reports.runs.$run._index': 4,
  'staff.reports.runs.$run.csv': 4,
  'staff.passkey': 2,
  'staff.passkey-challenge': 0,
  'staff.security': 5,
  'staff.scan': 15,
  'staff.search': 38,
  // The drawer, the days of the strip, and for a caller one statement with all that is read out.
  'staff.pilots.$pilot': 8,
  'staff.pilots._index': 8,
  'staff.sell': 14,
  'staff.texts': 4,
  'staff.weather._index': 13,
  'staff.flights.$flight.delay': 38,
  // Each party of a flight is judged by the rules of its own order.
  'staff.flights.$flight.transfer': 75,
  'staff.waitlist': 6,
  'staff.week': 6,
}

/** The most bytes of a page's HTML, compressed; lists of a day or a week may be longer. */
const HTML_BYTES = 12_000
const LIST_HTML_BYTES: Record<string, number> = {
  'staff.board': 30_000,
  'staff.flights._index': 30_000,
  'staff.grid': 30_000,
  'staff.pilots._index': 30_000,
  'staff.week': 30_000,
}

/** The addresses of a list with almost nothing in it, and of the same list with a full page. */
const SHORT_AND_LONG = () => [
  ['/staff/orders?q=O-' + String(world.order), '/staff/orders'],
  ['/staff/orders?q=buyer77@populated.example', '/staff/orders?q=buyer7'],
  ['/staff/customers?q=buyer77@populated.example', '/staff/customers?q=buyer7'],
  ['/staff/search?q=buyer77@populated.example', '/staff/search?q=buyer7'],
  ['/staff/audit?resource=fares&id=1', '/staff/audit?resource=fares'],
  ['/staff/mails?state=sent&page=20', '/staff/mails?state=sent'],
]

describe('with 10,000 orders and 200,000 seats', () => {
  test('the test covers every staff page', () => {
    const routes = pages.routes
      .map(({ file }) => file.replace(/\.tsx?$/, ''))
      .filter((name) => name.startsWith('staff.'))
    expect([...Object.keys(staffAddresses), ...unmeasuredStaffRoutes].sort()).toEqual(routes.sort())
  })

  test('no staff page scans a big table', async () => {
    const found = []
    for (const addresses of Object.values(staffAddresses))
      for (const path of addresses(world))
        for (const read of await longReads(() => get(path))) found.push(`${path}  ${read}`)
    expect(found).toEqual([])
  })

  test('each page sends a fixed number of queries, however long its list is', async () => {
    const queries = async (path: string) => (await countQueries(shop.deps.database, () => get(path))).length
    // The first visit fills the cache of the catalogue.
    await get('/staff/sell')
    for (const [short = '', long = ''] of SHORT_AND_LONG())
      expect(await queries(long), long).toBeLessThanOrEqual(await queries(short))
    const more = []
    for (const [route, addresses] of Object.entries(staffAddresses)) {
      for (const path of addresses(world)) {
        const asked = await queries(path)
        if (asked > (QUERIES[route] ?? 0)) more.push(`${path}: ${String(asked)}`)
      }
    }
    expect(more).toEqual([])
  })

  test('the HTML of each page keeps its limit of bytes', async () => {
    const heavy = []
    for (const [route, addresses] of Object.entries(staffAddresses)) {
      for (const path of addresses(world)) {
        const { bytes, headers } = await desk.get(path)
        if (!headers.get('Content-Type')?.startsWith('text/html')) continue
        const size = gzipSync(bytes).length
        if (size > (LIST_HTML_BYTES[route] ?? HTML_BYTES)) heavy.push(`${path}: ${String(size)}`)
      }
    }
    expect(heavy).toEqual([])
  })

  test('the board with sixty flights takes the queries of one, and keeps its limit of bytes', async () => {
    const { query } = shop.deps.database
    const other = addDays(FULL_DAY, 7)
    await fillBoard(query, FULL_DAY)
    await fillBoard(query, other, 1)
    const open = async (date: string, by: string) => {
      const path = `/staff/board?date=${date}&by=${by}`
      let html: Buffer = Buffer.alloc(0)
      const sent = await countQueries(shop.deps.database, async () => {
        html = (await desk.get(path)).bytes
      })
      return { queries: sent.length, html }
    }
    // The first visit fills the cache of the catalogue.
    await get('/staff/board')
    for (const by of ['aircraft', 'pilot', 'list']) {
      const full = await open(FULL_DAY, by)
      expect(full.html.toString().match(/href="[^"]*flight=\d+/g)?.length, by).toBeGreaterThanOrEqual(
        FULL_DAY_FLIGHTS,
      )
      expect(full.queries, by).toBe((await open(other, by)).queries)
      expect(gzipSync(full.html).length, by).toBeLessThanOrEqual(30_000)
    }
    const both = (await desk.get(`/staff/board?date=${FULL_DAY}`)).bytes
    expect(gzipSync(both).length, 'the table and the list').toBeLessThanOrEqual(30_000)
  })

  test('every report over the whole time sums up to the ledger', async () => {
    const { query } = shop.deps.database
    const span = { from: '2026-01-01', to: '2028-01-01', timezone: 'America/New_York' }
    const wanted = {
      sales: await count(
        `select -sum(amount_cents) as count from ledger_entries
          where account in ('sales:flights', 'fees', 'refunds')`,
      ),
      money: await count(
        `select sum(amount_cents) as count from ledger_entries where account in ('stripe', 'bank')`,
      ),
    }
    for (const name of ['sales', 'money'] as const) {
      for (const by of reportGroups[name]) {
        const rows = await countReport(query, { name, by, span }, new Date(TEST_NOW))
        expect(
          rows.reduce((sum, { figures }) => sum + (figures['net'] ?? 0), 0),
          `${name} ${by}`,
        ).toBe(wanted[name])
      }
    }
  })

  test('a balance that was carried over equals the sum of all entries', async () => {
    const { query } = shop.deps.database
    const span = { from: world.soldDay, to: world.soldDay, timezone: 'America/New_York' }
    const books = () => countReport(query, { name: 'books', by: 'account', span }, new Date(TEST_NOW))
    const carried = await books()
    expect(carried.length).toBeGreaterThan(2)
    await query('delete from ledger_carried')
    expect(await books()).toEqual(carried)
    await carryLedgerForward(shop.deps)
    expect(await books()).toEqual(carried)
  })
})
