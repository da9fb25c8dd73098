import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { MANY, populate } from '#api/db/seed/populate.ts'
import { reportGroups, reportNames } from '#contract/report.ts'
import { openDatabase } from '#api/db/client.ts'
import { countReport } from '#api/services/reports/count-report.ts'
import { checkPromises } from '#api/services/promises/check-promises.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { countQueries } from '../support/count-queries.ts'
import { openStaffMember } from '../support/staff-member.ts'
import { createTestApi, TEST_NOW, type TestApi } from '../support/test-api.ts'

let shop: TestApi
let token: string
let orderId: number
beforeAll(async () => {
  const databaseUrl = await sharedPostgres().createDemoDatabase()
  const database = await openDatabase({ databaseUrl, dataDir: '', maxConnections: 1 })
  shop = await createTestApi({ database: { ...database, kind: 'embedded' } })
  await populate(database.query, { ...MANY, now: new Date(TEST_NOW) })
  const { rows } = await database.query("select max(id) as id from orders where cart_hash like 'populated:%'")
  orderId = Number(rows[0]?.['id'])
  token = (await openStaffMember(shop.deps, 'admin')).token
}, 120_000)
afterAll(() => shop.close())

const count = async (statement: string) =>
  Number((await shop.deps.database.query(statement)).rows[0]?.['count'])

test('the generator writes what the shop itself would have written', async () => {
  expect(await count('select count(*) from orders')).toBeGreaterThanOrEqual(10_000)
  expect(await count('select sum(capacity) as count from flights')).toBeGreaterThanOrEqual(200_000)
  const broken = (await checkPromises(shop.deps.database.db, new Date(TEST_NOW))).filter(
    ({ failing }) => failing > 0,
  )
  expect(broken).toEqual([])
})

/** Tables that grow with every sale. */
const BIG = ['orders', 'order_item_seats', 'order_lines', 'order_events', 'passengers', 'holds', 'flights', 'slots', 'payments', 'payment_attempts', 'ledger_transactions', 'ledger_entries', 'mails', 'audit_log', 'users', 'sessions'] // prettier-ignore

/** Every statement with its values, as the driver sent it. */
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
  Plans?: Plan[]
}
const scansOf = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && BIG.includes(plan['Relation Name'] ?? '')
    ? [plan['Relation Name'] ?? '']
    : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
]

async function scans(work: () => Promise<unknown>): Promise<string[]> {
  const found = []
  for (const { text, values } of await statementsOf(work)) {
    const { rows } = await shop.deps.database.query(`explain (format json) ${text}`, values)
    const [plan] = rows[0]?.['QUERY PLAN'] as { Plan: Plan }[]
    for (const table of plan ? scansOf(plan.Plan) : []) found.push(`${table}: ${text.slice(0, 120)}`)
  }
  return found
}

const get = async (path: string) => {
  const { status } = await shop.call('GET', path, { token })
  if (status !== 200) throw new Error(`${path} answered ${String(status)}`)
}

const DAY = `from=2027-05-01&to=2027-05-01`
const PAGES = () => [
  ...['O-' + String(orderId), 'buyer77@populated.example', 'buyer77', 'Last77', 'Passenger 77', '+12120000077', '4242', 'ABCD-EFGH-JKLM'].map((q) => `/v1/orders?everybody=1&q=${encodeURIComponent(q)}&page_size=25`), // prettier-ignore
  `/v1/orders/${String(orderId)}`,
  `/v1/orders/${String(orderId)}/file`,
  `/v1/audit_log?page_size=25&resource=orders&resource_id=7`,
  ...['state=failed', 'state=queued', 'to=buyer77@populated.example'].map((narrowed) => `/v1/mails?page_size=25&sort=-id&${narrowed}`), // prettier-ignore
  `/v1/users?email=buyer77@populated.example`,
  ...reportNames.filter((name) => name !== 'owed' && name !== 'books').map((name) => `/v1/reports/${name}?${DAY}`), // prettier-ignore
]

describe('with 10,000 orders and 200,000 seats', () => {
  test('no page of the desk reads a big table through', async () => {
    const found = []
    for (const path of PAGES())
      for (const scan of await scans(() => get(path))) found.push(`${path}  ${scan}`)
    expect(found).toEqual([])
  }, 60_000)

  test('each asks the same number of queries as with one order', async () => {
    const counts = new Map<string, number>()
    for (const path of PAGES())
      counts.set(path, (await countQueries(shop.deps.database, () => get(path))).length)
    for (const [path, queries] of counts) expect(queries, path).toBeLessThan(30)
    for (const [path, queries] of counts)
      if (path.includes('/reports/')) expect(queries, path).toBeLessThanOrEqual(7)
  }, 60_000)

  test('every report over everything sums to the ledger', async () => {
    const { query } = shop.deps.database
    const span = { from: '2026-01-01', to: '2028-01-01', timezone: 'America/New_York' }
    const wanted = {
      sales: await count(
        `select -sum(amount_cents) as count from ledger_entries where account in ('sales:flights', 'fees')`,
      ),
      money: await count(`select sum(amount_cents) as count from ledger_entries where account = 'stripe'`),
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
})
