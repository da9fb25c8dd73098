import ICAL from 'ical.js'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server.js'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrderToken } from '#api/store/orders/order-link.ts'
import { BookedPage } from '#app/orders/booked-page.tsx'
import { FlightListPage } from '#app/flights/flight-list-page.tsx'
import { FlightPage } from '#app/flights/flight-page.tsx'
import { LinkedOrderPage } from '#app/orders/linked-order-page.tsx'
import { OrderListPage } from '#app/orders/order-list-page.tsx'
import { OrderPage } from '#app/orders/order-page.tsx'
import { findLinkedOrder } from '#app/orders/find-linked-order.server.ts'
import { loadFlights, loadParties, requireOwnFlight } from '#app/flights/load-flights.server.ts'
import { loadOrders, requireOwnOrder } from '#app/orders/load-orders.server.ts'
import { getServiceTexts } from '#app/visit/describe-service.server.ts'
import { RescheduleResultPage } from '#app/reschedules/rescheduled-page.tsx'
import { type Account, logInAgain, openAccount } from '#tests/support/give-tenders.ts'
import {
  requestReschedule,
  quoteReschedule,
  readRescheduled,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { pageVisitor } from '#tests/support/page-visitor.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const NEW_YORK = { product: 6, zone: 'America/New_York' }
const LOS_ANGELES = { product: 9, zone: 'America/Los_Angeles' }

interface Departure {
  what: string
  place: typeof NEW_YORK
  /** The day of the departure, a Sunday. */
  date: string
  /** It is null for departures at sunset. */
  rule: string | null
  instant: string
  /** The time that pages show, and the check-in time if the clock changes between the two. */
  time: string
  checkIn?: string
  /** The flight leaves or lands in the hour that the clock repeats. */
  twice?: true
}

/** The departures around both clock changes of a year. */
const departures: Departure[] = [
  {
    what: '02:30 does not exist, it leaves an hour later',
    place: NEW_YORK,
    date: '2027-03-14',
    rule: '02:30',
    instant: '2027-03-14T07:30:00.000Z',
    time: '3:30 am EDT',
    checkIn: '1:45 am EST',
  },
  {
    what: '01:30 comes twice, it leaves the first time',
    place: NEW_YORK,
    date: '2027-11-07',
    rule: '01:30',
    instant: '2027-11-07T05:30:00.000Z',
    time: '1:30 am EDT',
    checkIn: '12:45 am EDT',
    twice: true,
  },
  {
    what: '01:50, and back in the hour that comes twice',
    place: NEW_YORK,
    date: '2027-11-07',
    rule: '01:50',
    instant: '2027-11-07T05:50:00.000Z',
    time: '1:50 am EDT',
    twice: true,
  },
  {
    what: '23:45 after the change',
    place: NEW_YORK,
    date: '2027-11-07',
    rule: '23:45',
    instant: '2027-11-08T04:45:00.000Z',
    time: '11:45 pm EST',
  },
  {
    what: '23:45 after the change in spring',
    place: NEW_YORK,
    date: '2027-03-14',
    rule: '23:45',
    instant: '2027-03-15T03:45:00.000Z',
    time: '11:45 pm EDT',
  },
  {
    what: 'sunset on the day of the change',
    place: NEW_YORK,
    date: '2027-11-07',
    rule: null,
    instant: '2027-11-07T21:46:00.000Z',
    time: '4:46 pm EST',
  },
  {
    what: 'Los Angeles, 02:30 in spring',
    place: LOS_ANGELES,
    date: '2027-03-14',
    rule: '02:30',
    instant: '2027-03-14T10:30:00.000Z',
    time: '3:30 am PDT',
  },
  {
    what: 'Los Angeles, 01:30 in the fall',
    place: LOS_ANGELES,
    date: '2027-11-07',
    rule: '01:30',
    instant: '2027-11-07T08:30:00.000Z',
    time: '1:30 am PDT',
    twice: true,
  },
  {
    what: 'Los Angeles, 23:45, the next day in New York',
    place: LOS_ANGELES,
    date: '2027-11-07',
    rule: '23:45',
    instant: '2027-11-08T07:45:00.000Z',
    time: '11:45 pm PST',
  },
  {
    what: 'Los Angeles, sunset',
    place: LOS_ANGELES,
    date: '2027-03-14',
    rule: null,
    instant: '2027-03-15T02:01:00.000Z',
    time: '7:01 pm PDT',
  },
]

/** Creates one more Sunday departure of a product at the time of the case. */
async function addRule({ place, rule }: Departure): Promise<number> {
  const { rows } = await shop.deps.database.query(
    `insert into departures (product_id, day_of_week, departure_type, time, offset_in_mins, fare_id,
      publish_status)
     select product_id, 0, $2, $3, $4, fare_id, publish_status from departures
     where id = (select min(id) from departures where product_id = $1 and day_of_week = 0) returning id`,
    [place.product, rule === null ? 'sunset' : 'fixed', rule, rule === null ? 0 : null],
  )
  return Number(rows[0]?.['id'])
}

/** Buys and pays an order with an account, two weeks before the departure. */
async function buy(departure: Departure) {
  shop.clock.set(new Date(Date.parse(departure.instant) - 14 * 86_400_000))
  const departureId = await addRule(departure)
  const who = await openAccount(shop.deps)
  const order = await shop.order(who.token, 1, { departureId, departAt: departure.instant })
  await shop.pay(who.token, order, { stripe_source: 'pm_card_visa', return_url: RETURN_URL })
  await shop.runDueNow()
  return { buyer: who, orderId: order.id }
}

/** Buys another day of the same flight and reschedules it to this departure. */
async function moveTo(departure: Departure) {
  const start = Date.parse(departure.instant) - 14 * 86_400_000
  shop.clock.set(new Date(start))
  const departureId = await addRule(departure)
  const who = await openAccount(shop.deps)
  const before = Temporal.Instant.from(departure.instant)
    .toZonedDateTimeISO(departure.place.zone)
    .subtract({ weeks: 1 })
  const noon = await addRule({ ...departure, rule: '12:00' })
  const departAt = before.withPlainTime('12:00').toInstant().toString()
  const placed = await shop.order(who.token, 1, { departureId: noon, departAt })
  await shop.pay(who.token, placed, { stripe_source: 'pm_card_visa', return_url: RETURN_URL })
  const one = { buyer: who, order: await shop.read(who.token, placed) }
  const to = { departureId, departAt: departure.instant }
  const quote = await quoteReschedule(shop, one, to)
  const [fee, difference] = [quote.reschedule_fee ?? 0, quote.reschedule_price_difference ?? 0]
  const moved = readRescheduled(await requestReschedule(shop, one, to, { fee, difference, ...VISA_PAYMENT }))
  await shop.runDueNow()
  const browser = await pageVisitor(shop, who.token)
  const order = await requireOwnOrder(await browser.visit(browser.ask('/account')), String(placed.id))
  const contact = { phone: '(201) 555-0142', email: 'hello@loftandrotor.example' }
  const page = <RescheduleResultPage order={order} change={moved.order_change} again="/" contact={contact} />
  return { buyer: who, orderId: placed.id, one, confirmation: await render(page) }
}

/** Renders a page as its visitor gets it, within the frame that passes the service's messages. */
async function render(page: ReactElement): Promise<string> {
  const routes = [
    {
      id: 'root',
      path: '*',
      loader: () => ({ words: getServiceTexts(false), brand: { id: 1 }, theme: { plain: 'liberty' } }),
      element: page,
    },
  ]
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request('http://shop.test/'))
  if (context instanceof Response) throw new Error('the frame answered for the page')
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

/** Returns the text of every `<time>` that names an instant, and of the text around it. */
const plain = (html: string) => html.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')

async function pagesOf(who: { token: string; email: string }, orderId: number) {
  const browser = await pageVisitor(shop, who.token)
  const visit = await browser.visit(browser.ask('/account'))
  const order = await requireOwnOrder(visit, String(orderId))
  const flight = await requireOwnFlight(visit, String(order.flights[0]?.flight_id))
  const parties = await loadParties(visit, flight)
  const token = await findOrderToken(shop.deps, { orderId, to: who.email })
  const linked = await findLinkedOrder(visit, token)
  if (!linked) throw new Error('the link opens nothing')
  const contact = { phone: '(201) 555-0142', email: 'hello@loftandrotor.example' }
  const shown = { order, contact }
  return {
    flight,
    html: {
      confirmation: await render(<BookedPage {...shown} places={{}} />),
      order: await render(
        <OrderPage
          {...shown}
          timezone="America/New_York"
          movable
          standing="booked"
          user={undefined}
          payPath="/"
          upgrades={undefined}
        />,
      ),
      linked: await render(<LinkedOrderPage {...linked} path="/orders/x" contact={contact} />),
      flight: await render(<FlightPage flight={flight} parties={parties} account contact={contact} />),
      orders: await render(createElement(OrderListPage, { orders: await loadOrders(visit, 1) })),
      flights: await render(createElement(FlightListPage, await loadFlights(visit, 1))),
    },
  }
}

/** Reads the entry of a calendar file by the time zone that the file itself defines. */
function readEntry(file: string): { local: string; start: string; end: string } {
  const component = new ICAL.Component(ICAL.parse(file))
  const event = component.getFirstSubcomponent('vevent')
  const zone = component.getFirstSubcomponent('vtimezone')
  if (!event) throw new Error('no entry')
  const at = (name: 'dtstart' | 'dtend') => {
    const value = event.getFirstPropertyValue(name)
    if (!(value instanceof ICAL.Time)) throw new Error(`no ${name}`)
    const local = value.toString()
    if (zone) value.zone = new ICAL.Timezone(zone)
    else expect(value.zone.tzid).toBe('UTC')
    return { local, instant: value.toJSDate().toISOString() }
  }
  return { local: at('dtstart').local, start: at('dtstart').instant, end: at('dtend').instant }
}

/** Lists what every page, mail and calendar file of an order must say about its departure. */
async function expectTold(
  departure: Departure,
  { buyer: who, orderId, more = {} }: { buyer: Account; orderId: number; more?: Record<string, string> },
  subject: string,
) {
  const { flight, html } = await pagesOf(who, orderId)
  expect(flight.depart_at).toBe(departure.instant)
  const [clock = '', half = '', zone = ''] = departure.time.split(' ')
  expect(`${flight.local_date} ${flight.timezone_label}`).toBe(`${departure.date} ${zone}`)
  const day = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const parts = Object.fromEntries(
    day.formatToParts(new Date(`${departure.date}T00:00:00Z`)).map(({ type, value }) => [type, value]),
  )
  const { weekday = '', day: number = '', month = '', year = '' } = parts

  for (const [name, markup] of Object.entries({ ...html, ...more })) {
    const text = plain(markup)
    expect(text, name).toContain(`${weekday} ${number} ${month} ${year}`)
    expect(text, name).toContain(departure.time)
    expect(markup, name).toContain(`dateTime="${departure.instant}"`)
    if (departure.checkIn && !name.endsWith('s')) expect(text, name).toContain(departure.checkIn)
  }

  const mail = shop.mailer.to(who.email).find((one) => one.subject.startsWith(subject))
  const inMail = `${clock} ${half.toUpperCase()} ${zone}`
  expect(mail?.subject).toContain(`${weekday}, ${month} ${number}, ${year} at ${inMail}`)
  for (const form of [mail?.text ?? '', plain(mail?.html ?? '')]) expect(form).toContain(inMail)
  if (departure.checkIn) {
    expect(mail?.text).toContain(
      `Check-in: ${departure.checkIn.replace(/[ap]m/, (one) => one.toUpperCase())}`,
    )
  }

  const call = await shop.api.fetch(
    new Request(`http://shop.test/v1/orders/${String(orderId)}/calendar.ics`, {
      headers: { Authorization: `Bearer ${who.token}` },
    }),
  )
  for (const file of [await call.text(), mail?.attachments[0]?.content ?? '']) {
    const entry = readEntry(file)
    expect(entry.start).toBe(departure.instant)
    expect(entry.end).toBe(flight.arrive_at)
    // A wall-clock time that occurs twice is ambiguous, so such times are written in UTC.
    const wall = departure.twice
      ? departure.instant.slice(0, 16)
      : `${flight.local_date}T${flight.local_time}`
    expect(entry.local.slice(0, 16)).toBe(wall)
  }
  return flight.flight_id
}

/** Clears the order, so that the aircraft is free for the next case. */
async function clear(orderId: number, flightId: number) {
  await shop.deps.database.query("update holds set state = 'released' where order_id = $1", [orderId])
  await shop.deps.database.query('update flights set seats_sold = 0 where id = $1', [flightId])
  shop.clock.set(TEST_NOW)
}

test.each(departures)(
  'pages, mails and calendar files name the right time in $place.zone: $what',
  async (departure) => {
    const { buyer: who, orderId } = await buy(departure)
    await clear(orderId, await expectTold(departure, { buyer: who, orderId }, 'Your flight is booked'))
  },
)

test.each(departures)(
  'a rescheduled order in $place.zone ($what) pays the higher fee from exactly 48 hours before',
  async (departure) => {
    const { buyer: who, orderId, one, confirmation } = await moveTo(departure)
    const flightId = await expectTold(
      departure,
      { buyer: who, orderId, more: { confirmation } },
      'Your flight was moved',
    )
    const line = Date.parse(departure.instant) - 48 * 3_600_000
    const feeAt = async (now: number) => {
      shop.clock.set(new Date(now))
      const { token } = { token: await logInAgain(shop.deps, who.userId) }
      const { reschedule_fee: fee, fee_rises_at: rises } = await quoteReschedule(shop, {
        ...one,
        buyer: { token },
      })
      return [fee, rises]
    }
    expect(await feeAt(line)).toEqual([50, new Date(line).toISOString()])
    expect(await feeAt(line + 1_000)).toEqual([75, null])
    await clear(orderId, flightId)
  },
)
