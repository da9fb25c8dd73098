import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Report, ReportReply } from '#contract/report.ts'
import { createDepartureCanceller } from '#tests/support/cancel-departure.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { recordDepartures } from './record-departures.ts'

// Weeks of departures are recorded, and the machine may be busy.
vi.setConfig({ testTimeout: 180_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
}, 120_000)
afterAll(() => shop.close())

const SPAN = { from: '2027-05-13', to: '2027-05-20' }
async function readLoad(by = 'product', span = SPAN): Promise<Report> {
  const { token } = await openStaffMember(shop.deps)
  const query = new URLSearchParams({ by, ...span }).toString()
  const answer = await shop.call('GET', `/v1/reports/departures?${query}`, { token })
  return ReportReply.parse(answer.body).report
}
const figuresOf = ({ columns, total }: Report) =>
  Object.fromEntries(columns.map(({ key }, at) => [key, total[at] ?? null]))
const records = (where = 'true') => shop.count(`select count(*) from departure_records where ${where}`)

test('departures that nobody booked count with the seats that they offered', async () => {
  await recordDepartures(shop.deps)
  expect(await records()).toBe(0)
  const token = await shop.guest()
  const flight = await shop.nextFlight()
  const order = await shop.order(token, 3, flight)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  const calledOff = await shop.nextFlight()
  const other = await shop.order(token, 1, calledOff)
  await shop.pay(token, other, { stripe_source: 'pm_card_visa' })
  const staff = await openStaffMember(shop.deps)
  await createDepartureCanceller({ shop, token: staff.token }).callOff(calledOff)
  shop.clock.set(new Date('2027-05-21T04:00:00Z'))
  await recordDepartures(shop.deps)
  const all = await records()
  expect(all).toBeGreaterThan(50)
  const { sold, seats, departures, empty, load } = figuresOf(await readLoad())
  expect(sold).toBe(3)
  expect(departures).toBe(Number(empty) + 1)
  const offered = await shop.count(
    `select sum(r.seats) as count from departure_records r
      where r.local_date between '2027-05-13' and '2027-05-20' and not exists (
        select from slots s where s.departure_id = r.departure_id and s.local_date = r.local_date)`,
  )
  const flown = await shop.count(
    `select sum(capacity) as count from flights where seats_sold > 0 and status <> 'called_off'`,
  )
  expect(seats).toBe(offered + flown)
  expect(load).toBe(Math.round((300 / Number(seats)) * 100) / 100)
  const off = `(${String(calledOff.departureId)}, '${calledOff.departAt.slice(0, 10)}'::date)`
  expect(await records(`(departure_id, local_date) = ${off}`)).toBe(0)
})

test('what was recorded stays when the timetable is changed, and is recorded once', async () => {
  const before = figuresOf(await readLoad())
  const all = await records()
  await shop.deps.database.query(`update departures set publish_status = 'archived' where id % 2 = 0`)
  shop.clock.advance(10)
  await Promise.all([recordDepartures(shop.deps), recordDepartures(shop.deps)])
  await recordDepartures(shop.deps)
  expect(figuresOf(await readLoad())).toEqual(before)
  expect(await records()).toBe(all)
  await shop.deps.database.query(`update departures set publish_status = 'published' where id % 2 = 0`)
})

test('a departure whose last guests were refunded after it left is an empty one', async () => {
  const before = figuresOf(await readLoad())
  await shop.deps.database.query(
    `with freed as (update holds set state = 'released' where state = 'sold' returning flight_id)
      update flights set seats_sold = 0 where id in (select flight_id from freed)`,
  )
  const after = figuresOf(await readLoad())
  expect([after['departures'], after['seats']]).toEqual([before['departures'], before['seats']])
  expect([after['sold'], after['empty']]).toEqual([0, Number(before['empty']) + 1])
})

test.each([
  ['2027-11-07', 'clocks go back'],
  ['2028-03-12', 'clocks go forward'],
])('the day %s, on which %s, has its departures once by the clock of their terminals', async (day) => {
  shop.clock.set(new Date(Date.parse(`${day}T12:00:00Z`) + 3 * 86_400_000))
  await recordDepartures(shop.deps)
  const report = await readLoad('hour', { from: day, to: day })
  const wanted = await shop.deps.database.query(
    `select to_char(r.depart_at at time zone l.timezone, 'HH24:00') as hour, count(*)::int as departures
      from departure_records r join terminals l on l.id = r.terminal_id
      where r.local_date = $1::date group by 1 order by 1`,
    [day],
  )
  expect(wanted.rows.length).toBeGreaterThan(3)
  const at = report.columns.findIndex(({ key }) => key === 'departures')
  expect(report.rows.map(({ label, figures }) => ({ hour: label, departures: figures[at] }))).toEqual(
    wanted.rows,
  )
  // A rule of the timetable leaves once a day, at its own time on the clock.
  const late = await shop.count(
    `select count(*) from departure_records r join departures d on d.id = r.departure_id
      join terminals l on l.id = r.terminal_id
      where r.local_date = '${day}' and d.departure_type = 'fixed'
        and to_char(r.depart_at at time zone l.timezone, 'HH24:MI') <> d.time`,
  )
  expect(late).toBe(0)
})
