import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Report,
  ReportReply,
  ReportRunReply,
  ReportRunsReply,
  reportGroups,
  reportNames,
} from '#contract/report.ts'
import { runDueReports } from './run-report.ts'
import { sellEveryKindOfOrder } from '#tests/support/sell-every-kind.ts'
import { requestRefund, sellOrder } from '#tests/support/sold-order.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let token: string
beforeAll(async () => {
  shop = await openPayingShop()
  const { card } = await sellEveryKindOfOrder(shop)
  token = (await openStaffMember(shop.deps)).token
  const voucher = {
    order_id: card,
    value: 30,
    reason_type: 'goodwill',
    reason_description: 'Waited an hour',
  }
  await shop.call('POST', '/v1/vouchers', { token, body: { voucher } })
})
afterAll(() => shop.close())

const FROM = '2027-04-01'
const TO = '2027-06-30'

async function reportOf(name: string, query: Record<string, string> = {}): Promise<Report> {
  const asked = new URLSearchParams({ from: FROM, to: TO, ...query }).toString()
  const answer = await shop.call('GET', `/v1/reports/${name}?${asked}`, { token })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return ReportReply.parse(answer.body).report
}

const centsOf = (report: Report, key: string, figures: readonly (number | null)[] = report.total) =>
  Math.round((figures[report.columns.findIndex((column) => column.key === key)] ?? 0) * 100)
const ledger = (where: string) =>
  shop.count(`select coalesce(sum(amount_cents), 0) as count from ledger_entries where ${where}`)

const NO_RESULT =
  `('stripe', 'cash', 'reader', 'gifts', 'vouchers', 'credit', 'owed', 'opening', ` +
  `'vouchers:issued', 'vouchers:granted', 'credit:granted')`

describe('reports and the ledger', () => {
  test.each(reportGroups.sales)('the report of sales by %s sums to the ledger', async (by) => {
    const report = await reportOf('sales', { by })
    expect(centsOf(report, 'net')).toBe(-(await ledger(`account not in ${NO_RESULT}`)))
    expect(centsOf(report, 'net')).not.toBe(0)
    expect(centsOf(report, 'fees')).toBe(-(await ledger(`account in ('fees', 'fees:reschedule')`)))
    const parts = ['flights', 'upgrades', 'fees', 'tax', 'discounts', 'back', 'other']
    for (const { figures } of [...report.rows, { figures: report.total }]) {
      const sum = parts.reduce((cents, key) => cents + centsOf(report, key, figures), 0)
      expect(sum).toBe(centsOf(report, 'net', figures))
    }
  })

  test.each(reportGroups.money)('the report of money by %s sums to the ledger', async (by) => {
    const report = await reportOf('money', { by })
    expect(centsOf(report, 'net')).toBe(await ledger(`account = 'stripe'`))
    expect(centsOf(report, 'in') + centsOf(report, 'out')).toBe(centsOf(report, 'net'))
    // The provider's balance: charges less refunds.
    const charged = (await shop.deps.stripe.charges.list({ limit: 100 })).data.filter(({ paid }) => paid)
    const balance = charged.reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0)
    expect(centsOf(report, 'net')).toBe(balance)
  })

  test.each(reportGroups.discounts)('the report of discounts by %s sums to the ledger', async (by) => {
    const report = await reportOf('discounts', { by })
    const opened = await shop.count(
      `select coalesce(sum(amount_cents), 0) as count from ledger_entries join ledger_transactions t
        on t.id = transaction_id where account = 'credit:granted' and kind = 'opened'`,
    )
    const given = await ledger(`account in ('discounts', 'credit:granted', 'vouchers:granted')`)
    expect(centsOf(report, 'given')).toBe(given - opened)
    expect(report.rows.length).toBeGreaterThan(0)
  })

  test('the report of discounts contains vouchers given away', async () => {
    const report = await reportOf('discounts', { by: 'code' })
    const row = report.rows.find(({ label }) => label === 'Voucher given: goodwill')
    expect(centsOf(report, 'given', row?.figures ?? [])).toBe(3_000)
  })

  test.each(reportGroups.given)('the report of what staff gave by %s has every kind of it', async (by) => {
    const before = await reportOf('given', { by })
    const [giver, other] = [await openStaffMember(shop.deps), await openStaffMember(shop.deps)]
    const name = `Varga ${by}`
    await shop.deps.database.query("update users set first_name = 'Ines', last_name = $1 where id = $2", [
      name,
      giver.userId,
    ])
    const { order, buyer } = await sellOrder(shop, { seats: 2 })
    const voucher = {
      order_id: order.id,
      ...{ value: 45, reason_type: 'goodwill', reason_description: 'Waited' },
    }
    const given = await shop.call('POST', '/v1/vouchers', { token: giver.token, body: { voucher } })
    expect(given.status).toBe(201)
    const credit = { user_id: buyer.userId, amount: 20, credit_type: 'goodwill', reason: 'A late start' }
    const credited = await shop.call('POST', '/v1/credits', { token: giver.token, body: { credit } })
    expect(credited.status).toBe(201)
    await requestRefund(shop, giver.token, order.id, { amount: 12.5 })
    await requestRefund(shop, other.token, order.id, { amount: 7 })
    const report = await reportOf('given', { by })
    const more = (key: string) => centsOf(report, key) - centsOf(before, key)
    expect(['given', 'refunds', 'vouchers', 'credit', 'acts'].map(more)).toEqual([
      8_450, 1_950, 4_500, 2_000, 400,
    ])
    const parts = ['refunds', 'vouchers', 'credit', 'waived', 'prices']
    expect(parts.reduce((sum, key) => sum + centsOf(report, key), 0)).toBe(centsOf(report, 'given'))
    const own = report.rows.find(({ label }) => label === `Ines ${name}`)
    expect(own ? centsOf(report, 'given', own.figures) : by).toBe(by === 'person' ? 7_750 : 'day')
  })

  test('the report of debts agrees with the tables', async () => {
    const report = await reportOf('owed')
    const closing = (key: string) =>
      centsOf(report, 'closing', report.rows.find((row) => row.key === key)?.figures ?? [])
    for (const account of ['gifts', 'vouchers', 'credit', 'owed']) {
      expect(closing(account) + (await ledger(`account = '${account}'`)), account).toBe(0)
    }
    expect(centsOf(report, 'opening') + centsOf(report, 'added') + centsOf(report, 'used')).toBe(
      centsOf(report, 'closing'),
    )
    expect(closing('owed')).toBe(0)
  })

  test('the report of all accounts sums to 0', async () => {
    const report = await reportOf('books')
    for (const key of ['opening', 'closing']) expect(centsOf(report, key)).toBe(0)
    expect(centsOf(report, 'debit') + centsOf(report, 'credit')).toBe(0)
    expect(centsOf(report, 'debit')).toBe(await ledger('amount_cents > 0'))
    const cut = await reportOf('books', { from: TO })
    expect(cut.rows.map((row) => centsOf(cut, 'opening', row.figures))).toEqual(
      report.rows.map((row) => centsOf(report, 'closing', row.figures)),
    )
  })

  test.each(reportGroups.flights)('the report of seats by %s agrees with the flights', async (by) => {
    const report = await reportOf('flights', { by, from: '2027-05-01', to: '2027-07-31' })
    const sold = await shop.count(
      `select coalesce(sum(seats_sold), 0) as count from flights where status <> 'called_off'`,
    )
    expect(centsOf(report, 'sold') / 100).toBe(sold)
    const load = report.total[report.columns.findIndex(({ key }) => key === 'load')] ?? 0
    expect(load).toBeCloseTo((centsOf(report, 'sold') / centsOf(report, 'seats')) * 100, 1)
  })

  test.each(reportGroups.passengers)(
    'the report of passengers by %s has every seat that was sold',
    async (by) => {
      const types = [
        { id: 1, name: 'Child', note: '', percent_off: 20, min_age: null, max_age: 11 },
        { id: 2, name: 'Resident', note: '', percent_off: 10, min_age: null, max_age: null },
      ].map((type) => ({ ...type, needs_adult: false, active: true }))
      await shop.deps.database.query('update products set passenger_types = $1 where id = 6', [
        JSON.stringify(types),
      ])
      const before = await reportOf('passengers', { by })
      const buyer = await openAccount(shop.deps)
      const passenger_types = [{ passenger_type_id: 1, quantity: 1 }]
      const order = await shop.order(buyer.token, 3, undefined, { passenger_types })
      const paid = await shop.pay(buyer.token, order, {
        stripe_source: 'pm_card_visa',
        return_url: RETURN_URL,
      })
      expect(paid.status).toBe(201)
      const report = await reportOf('passengers', { by })
      const more = (key: string) => centsOf(report, key) - centsOf(before, key)
      expect(['gross', 'people', 'typed'].map(more)).toEqual([64_120, 300, 100])
      const child = report.rows.find(({ label }) => label === 'Child')
      expect(child ? centsOf(report, 'people', child.figures) >= 100 : by).toBe(
        by === 'passenger_type' ? true : 'product',
      )
    },
  )
})

describe('days of the shop’s time zone', () => {
  const post = (at: string, cents: number) =>
    shop.deps.database.query(
      `with t as (insert into ledger_transactions (kind, event_key, at)
        values ('membership', 'test:' || $1, $1::timestamptz) returning id)
       insert into ledger_entries (transaction_id, account, amount_cents)
       select id, account, cents from t, (values ('stripe', $2::int), ('sales:memberships', -$2::int))
         as e (account, cents)`,
      [at, cents],
    )

  test.each([
    // A day of 25 hours: 1:30 occurs twice.
    [
      '2025-11-02',
      ['2025-11-02T04:00:00Z', '2025-11-02T05:30:00Z', '2025-11-02T06:30:00Z', '2025-11-03T04:59:59Z'],
    ],
    // A day of 23 hours.
    ['2026-03-08', ['2026-03-08T05:00:00Z', '2026-03-08T07:00:00Z', '2026-03-09T03:59:59Z']],
  ])('contain all sales of the clock change on %s', async (day, inside) => {
    for (const [at, instant] of inside.entries()) await post(instant, 100 * (at + 1))
    const before = new Date(Date.parse(inside[0] ?? '') - 1).toISOString()
    const after = new Date(Date.parse(inside.at(-1) ?? '') + 1000).toISOString()
    await post(before, 7_000)
    await post(after, 9_000)
    const cents = inside.reduce((sum, _, at) => sum + 100 * (at + 1), 0)
    const one = await reportOf('money', { from: day, to: day })
    expect(one.rows.map(({ key }) => key)).toEqual([day])
    expect(centsOf(one, 'net')).toBe(cents)
    const around = await reportOf('money', { from: addTo(day, -1), to: addTo(day, 1) })
    expect(around.rows.map((row) => centsOf(around, 'net', row.figures))).toEqual([7_000, cents, 9_000])
  })
})

const addTo = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

describe('a report of a long period', () => {
  const SPAN = { from: '2025-06-12', to: '2027-07-20' }
  const ask = (report_run: unknown) => shop.call('POST', '/v1/report_runs', { token, body: { report_run } })
  const read = async (id: number) =>
    ReportRunReply.parse((await shop.call('GET', `/v1/report_runs/${String(id)}`, { token })).body).report_run

  test('is not computed at once', async () => {
    const query = new URLSearchParams(SPAN).toString()
    const answer = await shop.call('GET', `/v1/reports/sales?${query}`, { token })
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).toContain('report_runs')
  })

  test.each(reportNames)('the report %s is computed in the background with the same result', async (name) => {
    const asked = await ask({ name, ...SPAN })
    expect(asked.status).toBe(202)
    const { id } = ReportRunReply.parse(asked.body).report_run
    expect(await read(id)).toMatchObject({ state: 'queued', done_days: 0, report: null })
    await runDueReports(shop.deps)
    const run = await read(id)
    expect(run).toMatchObject({ state: 'done', done_days: 769, all_days: 769 })
    const all = run.report
    if (!all) throw new Error('no report')
    expect(all.total.every((figure) => figure === null || Number.isFinite(figure))).toBe(true)
    if (name === 'sales') expect(centsOf(all, 'net')).toBe(-(await ledger(`account not in ${NO_RESULT}`)))
    if (name === 'money') expect(centsOf(all, 'net')).toBe(await ledger(`account = 'stripe'`))
  })

  test('continues where its process died', async () => {
    const whole = ReportRunReply.parse((await ask({ name: 'sales', by: 'product', ...SPAN })).body).report_run
      .id
    await runDueReports(shop.deps)
    const halfway = ReportRunReply.parse((await ask({ name: 'sales', by: 'product', ...SPAN })).body)
      .report_run.id
    await shop.deps.database.query(
      `update report_runs set state = 'running', done_days = 62, rows = '[]', touched_at = $2 where id = $1`,
      [halfway, shop.clock.now()],
    )
    await runDueReports(shop.deps)
    expect(await read(halfway)).toMatchObject({ state: 'running', done_days: 62 })
    shop.clock.advance(11)
    await runDueReports(shop.deps)
    expect((await read(halfway)).report?.total).toEqual((await read(whole)).report?.total)
  })

  test('is listed for its requester only', async () => {
    const { body } = await shop.call('GET', '/v1/report_runs', { token })
    const { report_runs: runs } = ReportRunsReply.parse(body)
    expect(runs.length).toBeGreaterThan(0)
    expect(runs.every(({ report }) => report === null)).toBe(true)
    const customer = await shop.guest()
    for (const path of [
      '/v1/report_runs',
      `/v1/report_runs/${String(runs[0]?.id)}`,
      `/v1/reports/sales?from=${FROM}&to=${TO}`,
    ]) {
      expect((await shop.call('GET', path, { token: customer })).status).toBe(403)
    }
    expect((await shop.call('GET', '/v1/report_runs/999999', { token })).status).toBe(404)
  })

  test.each([
    [{ name: 'sales', by: 'account', ...SPAN }, 'by'],
    [{ name: 'sales', from: '2026-02-01', to: '2026-01-01' }, 'to'],
    [{ name: 'sales', from: '2001-02-01', to: '2026-01-01' }, 'to'],
  ])('is refused with %o', async (input, field) => {
    const answer = await ask(input)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body as object)).toEqual([field])
  })
})
