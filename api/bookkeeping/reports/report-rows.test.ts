import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type Report,
  type ReportGroup,
  reportGroups,
  type ReportName,
  reportNames,
  ReportReply,
  type ReportRows,
  ReportRowsReply,
} from '#contract/report.ts'
import { createDepartureCanceller, placeOf } from '#tests/support/cancel-departure.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sellEveryKindOfOrder } from '#tests/support/sell-every-kind.ts'
import { requestRefund, sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { recordDepartures } from '../departure-records/record-departures.ts'

// Each figure has its rows read page by page, and the machine may be busy.
vi.setConfig({ testTimeout: 180_000 })

let shop: PayingShop
let token: string

/** Orders of some seats, some of which were refunded by some cents; the seed makes them the same. */
async function sellSomeOrders(): Promise<void> {
  const staff = await openStaffMember(shop.deps)
  let seed = 20_270_512
  const some = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % most
  }
  for (let left = 4; left > 0; left -= 1) {
    const { order } = await sellOrder(shop, { seats: 1 + some(4), photos: some(2) === 0 })
    if (some(3) > 0) await requestRefund(shop, staff.token, order.id, { amount: (1 + some(9_000)) / 100 })
  }
  const { order } = await sellOrder(shop, { seats: 2 })
  const called = await createDepartureCanceller({ shop, token: staff.token }).callOff(placeOf(order))
  expect(called.status).toBe(201)
}

beforeAll(async () => {
  shop = await openPayingShop()
  await sellEveryKindOfOrder(shop)
  await sellSomeOrders()
  await shop.runDueNow()
  await shop.sandbox.control.payouts.payNow()
  await shop.deliverEvents()
  await shop.deps.database.query('update flights set pilot_id = (select min(id) from users) where id % 2 = 0')
  // Every flight has left.
  shop.clock.set(new Date('2027-08-02T12:00:00Z'))
  await recordDepartures(shop.deps)
  token = (await openStaffMember(shop.deps)).token
}, 180_000)
afterAll(() => shop.close())

/** Days on which orders were sold and flights left. */
const SPAN = { from: '2027-05-05', to: '2027-07-31' }
/** The flights with passengers of these days. */
const FLOWN = `flights f join slots s on s.id = f.slot_id and s.called_off_at is null
  and s.local_date between '2027-05-05' and '2027-07-31'
  and f.seats_sold > 0`

async function reportOf(name: ReportName, by: ReportGroup): Promise<Report> {
  const query = new URLSearchParams({ by, ...SPAN }).toString()
  const answer = await shop.call('GET', `/v1/reports/${name}?${query}`, { token })
  return ReportReply.parse(answer.body).report
}

const ask = (query: Record<string, string>) =>
  shop.call('GET', `/v1/report_rows?${new URLSearchParams(query).toString()}`, { token })

/** All rows of a report, or of one row of it, page by page. */
async function rowsOf(name: ReportName, by: ReportGroup, key?: string): Promise<ReportRows> {
  const query = {
    name,
    by,
    ...SPAN,
    page_size: name === 'departures' ? '1000' : '7',
    ...(key === undefined ? {} : { key }),
  }
  const read = async (page: number) =>
    ReportRowsReply.parse((await ask({ ...query, page: String(page) })).body)
  const first = await read(1)
  const rows = [...first.report_rows.rows]
  for (let page = 2; page <= first.meta.pagination.total_pages; page += 1)
    rows.push(...(await read(page)).report_rows.rows)
  expect(rows).toHaveLength(first.meta.pagination.total_count)
  return { ...first.report_rows, rows }
}

/** Figures that are sums, in cents or hundredths. */
function sumsOf(columns: Report['columns'], figures: readonly (number | null)[]) {
  const isSum = ({ key, unit }: Report['columns'][number]) =>
    (unit === 'money' || unit === 'count') && key !== 'per_hour'
  return Object.fromEntries(
    columns.flatMap((column, at) =>
      isSum(column) ? [[column.key, Math.round((figures[at] ?? 0) * 100)]] : [],
    ),
  )
}

function addUp({ columns, rows }: ReportRows): Record<string, number> {
  const none = columns.map(() => 0)
  const total = sumsOf(columns, none)
  for (const { figures } of rows)
    for (const [key, sum] of Object.entries(sumsOf(columns, figures))) total[key] = (total[key] ?? 0) + sum
  return total
}

const listedGroups = reportNames.flatMap((name) => reportGroups[name].map((by) => ({ name, by })))

describe('rows of a report', () => {
  test.each(listedGroups)(
    'the rows of $name by $by add up to each figure to the cent',
    async ({ name, by }) => {
      const report = await reportOf(name, by)
      expect(report.rows.length).toBeGreaterThan(0)
      for (const row of report.rows) {
        const rows = await rowsOf(name, by, row.key)
        // Of what is owed, accounts that nothing was ever in are listed, too.
        if (row.figures.some((figure) => figure !== 0)) expect(rows.rows.length).toBeGreaterThan(0)
        expect(rows.label).toBe(row.label)
        const columns = report.columns.filter(({ unit }) => unit !== 'days')
        expect(addUp(rows), row.label).toEqual(sumsOf(columns, row.figures))
        expect(rows.total).toEqual(row.figures.filter((_, at) => report.columns[at]?.unit !== 'days'))
      }
      const all = await rowsOf(name, by)
      expect(addUp(all)).toEqual(sumsOf(all.columns, all.total))
      expect(all.total).toEqual(report.total.filter((_, at) => report.columns[at]?.unit !== 'days'))
    },
  )

  test('rows lead to the order or the flight that they are about', async () => {
    const orders = await rowsOf('refunds', 'person')
    expect(orders.rows.every(({ order_id: order }) => order !== null)).toBe(true)
    const flights = await rowsOf('yield', 'product')
    expect(flights.rows.every(({ flight_id: flight }) => flight !== null)).toBe(true)
    const { rows } = await shop.deps.database.query(`select f.id from ${FLOWN} order by f.id`)
    expect(flights.rows.map(({ flight_id: id }) => id).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      rows.map(({ id }) => id),
    )
  })

  test('a span without anything has no rows and nothing in its total', async () => {
    for (const name of reportNames) {
      const answer = await ask({ name, from: '2026-02-01', to: '2026-02-02' })
      const { report_rows: rows, meta } = ReportRowsReply.parse(answer.body)
      expect(rows.rows, name).toEqual([])
      expect(meta.pagination.total_count).toBe(0)
      expect(rows.total.every((figure) => figure === 0 || figure === null)).toBe(true)
    }
  })

  test.each([
    [{ name: 'sales', by: 'account', ...SPAN }, 'by'],
    [{ name: 'sales', from: '2027-05-02', to: '2027-05-01' }, 'to'],
    [{ name: 'sales', from: '2026-01-01', to: '2027-05-01' }, 'to'],
  ])('the rows of %o are refused', async (query, field) => {
    const answer = await ask(query)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body as object)).toEqual([field])
  })

  test('customers and pilots cannot read rows', async () => {
    const pilot = await openStaffMember(shop.deps, 'pilot')
    for (const other of [await shop.guest(), pilot.token]) {
      const query = new URLSearchParams({ name: 'sales', ...SPAN }).toString()
      expect((await shop.call('GET', `/v1/report_rows?${query}`, { token: other })).status).toBe(403)
    }
  })
})

const figureOf = (report: Report, key: string, figures: readonly (number | null)[] = report.total) =>
  figures[report.columns.findIndex((column) => column.key === key)] ?? 0

describe('yield per flight hour', () => {
  test.each(reportGroups.yield)('by %s it has the net sales of all orders that flew', async (by) => {
    const report = await reportOf('yield', by)
    const cents = await shop.count(
      `select -sum(e.amount_cents) as count from ledger_entries e
        join ledger_transactions t on t.id = e.transaction_id
        where t.order_id in (select h.order_id from ${FLOWN} join holds h on h.flight_id = f.id
            and h.state = 'sold')
          and e.account in ('sales:flights', 'sales:upgrades', 'fees', 'fees:reschedule', 'tax', 'discounts',
            'refunds', 'disputes', 'gifts:difference')`,
    )
    expect(Math.round(figureOf(report, 'net') * 100)).toBe(cents)
    const seconds = await shop.count(
      `select sum(extract(epoch from s.arrive_at - s.depart_at)) as count from ${FLOWN}`,
    )
    expect(figureOf(report, 'seconds')).toBe(Math.round(seconds / 36) / 100)
    expect(figureOf(report, 'per_hour')).toBe(Math.round((cents * 3600) / seconds) / 100)
  })

  test('hours are those between block times where the pilot entered them', async () => {
    const { query } = shop.deps.database
    const before = figureOf(await reportOf('yield', 'product'), 'seconds')
    const { rows } = await query(
      `update flights f set off_blocks_at = s.depart_at + interval '4 minutes',
          landed_at = s.arrive_at + interval '40 minutes'
        from slots s where s.id = f.slot_id
          and f.id = (select min(f.id) from ${FLOWN}) returning f.id`,
    )
    expect(rows).toHaveLength(1)
    expect(figureOf(await reportOf('yield', 'product'), 'seconds') - before).toBeCloseTo(0.6, 2)
  })

  test('an order with several flights is split between them without losing a cent', async () => {
    const { query } = shop.deps.database
    const { rows } = await query(
      `select min(h.order_id) as order_id from ${FLOWN}
        join holds h on h.flight_id = f.id and h.state = 'sold' and not h.whole_flight`,
    )
    const order = Number(rows[0]?.['order_id'])
    const before = Math.round(figureOf(await reportOf('yield', 'aircraft'), 'net') * 100)
    // The order's seats are on two further flights as well, at prices that do not divide evenly.
    await query(
      `with others as (select f.id, s.departure_id, f.depart_at from ${FLOWN}
          where f.seats_sold < f.capacity and not exists (select from holds h
            where h.flight_id = f.id and h.order_id = $1) order by f.id limit 2),
        sold as (insert into holds (order_id, flight_id, seats, state, expires_at, created_at)
          select $1, id, 1, 'sold', now(), now() from others)
        insert into order_item_seats (order_id, flight_id, departure_id, depart_at, quantity,
            unit_price_cents)
        select $1, id, departure_id, depart_at, 1, 3333 from others`,
      [order],
    )
    const report = await reportOf('yield', 'aircraft')
    expect(Math.round(figureOf(report, 'net') * 100)).toBe(before)
  })
})

test('the median of lead times is that of the orders, by step, product and channel', async () => {
  const { rows } = await shop.deps.database.query(
    `select (min(s.local_date) - (o.completed_at at time zone 'America/New_York')::date) as days
      from orders o join (select order_id, flight_id from order_item_seats
        union all select order_id, flight_id from order_item_flights) i on i.order_id = o.id
      join flights f on f.id = i.flight_id join slots s on s.id = f.slot_id
      where o.completed_at is not null group by o.id order by 1`,
  )
  const days = rows.map((row) => Number(row['days']))
  const middle = [days[Math.floor((days.length - 1) / 2)] ?? 0, days[Math.floor(days.length / 2)] ?? 0]
  for (const by of reportGroups.lead) {
    const report = await reportOf('lead', by)
    expect(figureOf(report, 'sales')).toBe(days.length)
    expect(figureOf(report, 'median')).toBe(((middle[0] ?? 0) + (middle[1] ?? 0)) / 2)
  }
  const steps = await reportOf('lead', 'lead')
  for (const { key, figures } of steps.rows)
    expect(figureOf(steps, 'median', figures)).toBeGreaterThanOrEqual(Number(key))
})

test('refunds by person are all refunds, of staff, of guests and of departures called off', async () => {
  const report = await reportOf('refunds', 'person')
  const cents = await shop.count('select sum(amount_cents) as count from order_refunds')
  expect(Math.round(figureOf(report, 'back') * 100)).toBe(cents)
  expect(report.rows.map(({ label }) => label)).toContain('Guests themselves')
  const byStaff = report.rows.filter(({ key }) => key.startsWith('staff '))
  expect(byStaff.length).toBeGreaterThan(1)
})
