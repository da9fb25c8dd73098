import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { afterEach, expect, test } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { ReportReply } from '#contract/report.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import {
  quoteReschedule,
  readRescheduled,
  requestReschedule,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
afterEach(() => shop.close())

interface Night {
  /** Eight minutes before the clocks change in New York. */
  before: string
  /** The local day, and the one before it. */
  day: string
  dayBefore: string
  /** 2:30 pm of both days as instants. */
  flies: string
  fliedBefore: string
  zoneLabel: string
}

const nights: [string, Night][] = [
  [
    'an hour that comes twice',
    {
      before: '2027-11-07T05:52:00Z',
      day: '2027-11-07',
      dayBefore: '2027-11-06',
      flies: '2027-11-07T19:30:00.000Z',
      fliedBefore: '2027-11-06T18:30:00.000Z',
      zoneLabel: 'EST',
    },
  ],
  [
    'an hour that is left out',
    {
      before: '2028-03-12T06:52:00Z',
      day: '2028-03-12',
      dayBefore: '2028-03-11',
      flies: '2028-03-12T18:30:00.000Z',
      fliedBefore: '2028-03-11T19:30:00.000Z',
      zoneLabel: 'EDT',
    },
  ],
]

async function readDeparture(date: string) {
  const { body } = await shop.call('GET', `/v1/availability/day?product_id=6&date=${date}`)
  const day = AvailabilityDayReply.parse(body).availability
  const departure = day.departures.find(({ local_time }) => local_time === '14:30')
  if (!departure) throw new Error(`nothing leaves at 2:30 pm on ${date}`)
  return { label: day.timezone_label, departure }
}

const flightOf = ({ departure }: Awaited<ReturnType<typeof readDeparture>>) => ({
  departureId: departure.departure_id,
  departAt: departure.depart_at,
})

async function buy(token: string, flight: ReturnType<typeof flightOf>) {
  const order = await shop.order(token, 1, flight)
  await shop.payPage(await shop.hosted(token, order))
  await shop.deliverEvents()
  return order
}

const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

test.each(nights)('a purchase through %s keeps its seats, its time and its day', async (_, night) => {
  shop = await openPayingShop()
  shop.clock.set(new Date(Date.parse(night.before) - 60 * 3_600_000))
  // The day before has the offset before the change, whenever one asks.
  const dayBefore = await readDeparture(night.dayBefore)
  expect(dayBefore.departure.depart_at).toBe(night.fliedBefore)
  const buyer = { token: await shop.guest('mover@example.com') }
  const order = await buy(buyer.token, flightOf(dayBefore))
  const moved = { buyer, order }
  const to = flightOf(await readDeparture(night.day))
  const quoted = await quoteReschedule(shop, moved, to)
  const wish = { fee: quoted.reschedule_fee, difference: quoted.reschedule_price_difference }
  readRescheduled(await requestReschedule(shop, moved, to, { ...wish, ...VISA_PAYMENT }))
  shop.clock.set(night.before)
  const found = await readDeparture(night.day)
  expect(found.label).toBe(night.zoneLabel)
  expect(found.departure.depart_at).toBe(night.flies)
  expect(found.departure.status).toBe('open')

  // Both hold their seats for fifteen minutes, whatever the clock on the wall says.
  const payer = await shop.guest('payer@example.com')
  const idler = await shop.guest('idler@example.com')
  const paid = await shop.order(payer, 2, flightOf(found))
  const left = await shop.order(idler, 1, flightOf(found))
  const seatsLeft = async () => (await readDeparture(night.day)).departure.seats_left
  expect(await seatsLeft()).toBe(0)
  shop.clock.advance(14)
  await shop.runDueNow()
  expect(await seatsLeft()).toBe(0)
  await shop.payPage(await shop.hosted(payer, paid))
  await shop.deliverEvents()
  shop.clock.advance(2)
  await shop.runDueNow()
  expect(await seatsLeft()).toBe(1)
  expect((await shop.read(payer, paid)).status).toBe('completed')
  expect((await shop.read(idler, left)).status).not.toBe('completed')

  // The ticket and the calendar say the time on the wall.
  const [ticket] = shop.mailer.to('payer@example.com').filter(({ attachments }) => attachments.length > 0)
  expect(ticket?.text).toContain(`Departure: 2:30 PM ${night.zoneLabel}`)
  const event = new ICAL.Component(ICAL.parse(ticket?.attachments[0]?.content ?? '')).getFirstSubcomponent(
    'vevent',
  )
  const start = event?.getFirstPropertyValue('dtstart') as ICAL.Time
  expect(start.toString()).toBe(`${night.day}T14:30:00`)
  const [flight] = (await shop.read(payer, paid)).flights
  expect([flight?.local_date, flight?.local_time]).toEqual([night.day, '14:30'])

  // The day has 23 or 25 hours, and both ends of them are its own.
  shop.clock.set(`${night.day}T23:00:00${night.zoneLabel === 'EST' ? '-05:00' : '-04:00'}`)
  const { token } = await openStaffMember(shop.deps)
  const salesOf = async (day: string) => {
    const answer = await shop.call('GET', `/v1/reports/sales?by=day&from=${day}&to=${day}`, { token })
    const { columns, total } = ReportReply.parse(answer.body).report
    return total[columns.findIndex(({ key }) => key === 'flights')]
  }
  const later = await readDeparture(dayAfter(night.day))
  await buy(await shop.guest('late@example.com'), flightOf(later))
  const sold = 2 * (found.departure.seat_price ?? 0) + (later.departure.seat_price ?? 0)
  expect(await salesOf(night.day)).toBe(sold)
  expect(await salesOf(night.dayBefore)).toBe(0)

  const broken = (await runIntegrityChecks(shop.deps.database.db, shop.clock.now())).filter(
    ({ failing }) => failing > 0,
  )
  expect(broken.map(({ check }) => check)).toEqual([])
})
