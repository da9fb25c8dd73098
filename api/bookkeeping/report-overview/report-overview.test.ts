import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReportOverview, ReportOverviewReply, ReportReply } from '#contract/report.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sellEveryKindOfOrder } from '#tests/support/sell-every-kind.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let token: string
let soldOn: string
beforeAll(async () => {
  shop = await openPayingShop()
  await sellEveryKindOfOrder(shop)
  soldOn = shop.clock.now().toISOString().slice(0, 10)
  // Every flight has left.
  shop.clock.set(new Date('2027-08-02T12:00:00Z'))
  token = (await openStaffMember(shop.deps)).token
}, 120_000)
afterAll(() => shop.close())

const addTo = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const ask = (query: Record<string, string>) =>
  shop.call('GET', `/v1/report_overviews?${new URLSearchParams(query).toString()}`, { token })

async function overviewOf(query: Record<string, string>): Promise<ReportOverview> {
  const answer = await ask(query)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return ReportOverviewReply.parse(answer.body).report_overview
}

async function reportTotal(name: string, column: string, query: Record<string, string>) {
  const asked = new URLSearchParams(query).toString()
  const answer = await shop.call('GET', `/v1/reports/${name}?${asked}`, { token })
  const { report } = ReportReply.parse(answer.body)
  return report.total[report.columns.findIndex(({ key }) => key === column)]
}
const sumOf = (rows: readonly { net: number }[]) =>
  Math.round(rows.reduce((sum, { net }) => sum + net * 100, 0)) / 100

test('the money of the overview is that of the reports, split by day, channel and campaign', async () => {
  const span = { from: addTo(soldOn, -3), to: addTo(soldOn, 3) }
  const overview = await overviewOf(span)
  const { net } = overview.figures
  expect(net).toBe(await reportTotal('sales', 'net', span))
  expect(net).toBeGreaterThan(0)
  expect(overview.figures.refunds).toBe(-((await reportTotal('sales', 'back', span)) ?? 0))
  expect(overview.figures.refunds).toBeGreaterThan(0)
  for (const rows of [overview.days, overview.channels, overview.campaigns]) expect(sumOf(rows)).toBe(net)
  const owed = await shop.count(
    `select -sum(amount_cents) as count from ledger_entries where account = 'gifts'`,
  )
  expect(Math.round((overview.gifts_owed?.closing ?? 0) * 100)).toBe(owed)
})

test('the span before has the same weekdays, also when a span is no whole number of weeks', async () => {
  const week = await overviewOf({ from: addTo(soldOn, 4), to: addTo(soldOn, 10) })
  expect(week.before).toEqual({ from: addTo(soldOn, -3), to: addTo(soldOn, 3) })
  const earlier = await overviewOf(week.before)
  expect(week.figures_before).toEqual(earlier.figures)
  expect(week.days.map((day) => day.net_before)).toEqual(earlier.days.map(({ net }) => net))
  expect(week.channels.map((row) => row.net_before)).toEqual(earlier.channels.map(({ net }) => net))
  const month = await overviewOf({ from: '2027-06-01', to: '2027-06-30' })
  expect(month.before).toEqual({ from: '2027-04-27', to: '2027-05-26' })
  expect(month.days[0]).toMatchObject({ date: '2027-06-01', date_before: '2027-04-27' })
})

test('seats count on the day they flew, by weekday and hour at the terminal', async () => {
  const span = { from: '2027-05-10', to: '2027-08-01' }
  const { figures, hours } = await overviewOf(span)
  expect(figures.seats_flown).toBe(await reportTotal('flights', 'flown', span))
  expect(figures.seats_flown).toBeGreaterThan(0)
  expect(figures.load).toBe(await reportTotal('flights', 'load', span))
  expect(hours.reduce((sum, { seats_sold: sold }) => sum + sold, 0)).toBe(figures.seats_flown)
  const { rows } = await shop.deps.database.query(
    `select distinct extract(isodow from s.depart_at at time zone t.timezone)::int as weekday,
        extract(hour from s.depart_at at time zone t.timezone)::int as hour
      from slots s join flights f on f.slot_id = s.id join terminals t on t.id = s.terminal_id
      where f.seats_sold > 0 and s.called_off_at is null order by 1, 2`,
  )
  expect(hours.map(({ weekday, hour }) => ({ weekday, hour }))).toEqual(rows)
})

test('the average seat is the mean price of the seats flown, without whole aircraft', async () => {
  const { figures } = await overviewOf({ from: '2027-05-10', to: '2027-08-01' })
  const cents = await shop.count(
    `select sum(h.seats * i.unit_price_cents)::float / sum(h.seats) as count
      from holds h join order_item_seats i on i.order_id = h.order_id and i.flight_id = h.flight_id
      where h.state = 'sold'`,
  )
  expect(figures.average_seat).toBe(Math.round(cents) / 100)
})

test('flights that have not left are not counted', async () => {
  const { rows } = await shop.deps.database.query(
    'select min(depart_at) as at from flights where seats_sold > 0',
  )
  const now = shop.clock.now()
  shop.clock.set(new Date(Number(rows[0]?.['at']) - 60_000))
  const fresh = (await openStaffMember(shop.deps)).token
  const answer = await shop.call('GET', '/v1/report_overviews?from=2027-05-10&to=2027-08-01', {
    token: fresh,
  })
  shop.clock.set(now)
  const { report_overview: overview } = ReportOverviewReply.parse(answer.body)
  expect(overview.figures).toMatchObject({ seats_flown: 0, load: null, average_seat: null })
  expect(overview.hours).toEqual([])
})

test('a brand counts with its own orders', async () => {
  const span = { from: addTo(soldOn, -3), to: '2027-07-31' }
  const all = await overviewOf(span)
  const own = await overviewOf({ ...span, brand_id: '1' })
  expect(own).toMatchObject({ brand_id: 1, gifts_owed: null })
  expect(own.figures.net).toBe(all.figures.net)
  const other = await overviewOf({ ...span, brand_id: '2' })
  expect(other.figures).toMatchObject({ net: 0, seats_flown: 0, load: null })
})

test.each([
  [{ from: '2027-02-01', to: '2027-01-01' }, 'to'],
  [{ from: '2026-01-01', to: '2027-01-01' }, 'to'],
])('an impossible or long span %o is refused', async (span, field) => {
  const answer = await ask(span)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body as object)).toEqual([field])
})

test('customers cannot read the overview', async () => {
  const customer = await shop.guest()
  const answer = await shop.call('GET', '/v1/report_overviews?from=2027-05-10&to=2027-05-11', {
    token: customer,
  })
  expect(answer.status).toBe(403)
})
