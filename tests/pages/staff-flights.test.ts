import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addDays } from '#api/rules/time/local-time.ts'
import { FlightDayReply } from '#contract/flight-day.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openShopPages, type Browser, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { type Sold, sellOrder } from '#tests/support/sold-order.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let sold: Sold
let flightId: number
let date: string
beforeAll(async () => {
  shop = await openPayingShop()
  sold = await sellOrder(shop, { seats: 2, photos: true })
  const [flight] = sold.order.flights
  flightId = flight?.flight_id ?? 0
  date = flight?.local_date ?? ''
  await shop.deps.database.query(
    `insert into passengers (order_id, flight_id, position, full_name, weight_lbs)
     values ($1, $2, 8, 'Ada <Lind>', 163), ($1, $2, 9, 'Bo Lind', null)`,
    [sold.order.id, flightId],
  )
  shop.clock.set(new Date(Date.parse(flight?.depart_at ?? '') - 2 * 3_600_000))
  pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
})
afterAll(() => shop.close())

const mainOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const day = () => `/staff/flights?date=${date}`
const manifest = () => `/staff/flights/${String(flightId)}`
const passengerId = (name: string) => shop.count('select id from passengers where full_name = $1', name)
const pilotId = () => shop.count("select id from users where email = 'pilot@example.com'")

test('the day page lists departures, their load and the unbooked ones', async () => {
  const page = await staff.get(day())
  expect(page.status).toBe(200)
  const text = mainOf(page.html)
  expect(text).toMatch(/2 \/ \d .* \d+ of [\d,]+ lb/)
  // The day has departures in two time zones.
  expect(text).toMatch(/\d:\d\d [ap]m E[DS]T/)
  expect(text).toMatch(/\d+ departures without a booking/)
  expect(text).toContain('Without a pilot (1)')
  // The page names the brand because there are several.
  expect(text).toMatch(/· Loft &amp; Rotor/)
  expect(mainOf((await staff.get('/staff/orders')).html)).toMatch(
    /O-\d+ · (?:Loft &amp; Rotor|Tidewater Heli)/,
  )
  expect(mainOf((await staff.get(`/staff/orders/${String(sold.order.id)}`)).html)).toContain(
    '· Loft &amp; Rotor ·',
  )
  expect(page.html).toContain(`href="${manifest()}"`)
  expect((await staff.get('/staff/flights?date=not-a-day')).status).toBe(200)
  const empty = await staff.get('/staff/flights?date=2020-01-01')
  expect(mainOf(empty.html)).toContain('Nothing leaves on this day.')
})

test('the page of a day without a booking shows its departures, with their calling off', async () => {
  const { html } = await staff.get(`/staff/flights?date=${addDays(date, 1)}`)
  expect(mainOf(html)).toMatch(/\d+ departures, 0 flights\. /)
  expect(mainOf(html)).toContain('Nobody is booked on this day.')
  expect(html).toMatch(/<details class="disc" open="">/)
  expect(html).toContain('/staff/call-off?departure=')
})

test('the first staff page lists the booked flights and which of them lack a pilot', async () => {
  // The page's day follows the machine's own clock.
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
  const { html } = await staff.get('/staff').finally(() => vi.useRealTimers())
  expect(mainOf(html)).toContain('1 flight, 2 passengers. 0 landed, 0 in the air, 1 to go.')
  expect(mainOf(html)).toMatch(/2 \/ \d .* \d+ of \d+ lb/)
  expect(mainOf(html)).toContain('No pilot')
  expect(html).toContain('value="pilot"')
  expect(mainOf(html)).toContain('no pilot')
  expect(html).toContain(`href="${manifest()}"`)
  expect(html).toContain(`href="${day()}"`)
})

describe('a pilot', () => {
  test('staff assign a pilot to flights, one at a time', async () => {
    const set = await staff.post(day(), { flight: String(flightId), pilot_id: String(await pilotId()) })
    expect(set.status).toBe(303)
    expect((await staff.get(manifest())).html).toContain('Piet Larsen')
    const nobody = await staff.post(day(), { flight: String(flightId), pilot_id: '1' })
    expect(nobody.status).toBe(422)
    expect(mainOf(nobody.html)).toContain('This is no pilot')
    // The flight has a pilot, and still stands among those to be settled, with the reason.
    expect(mainOf(nobody.html)).toContain('Without a pilot (1)')
    await shop.deps.database.query(
      `insert into flights (slot_id, aircraft_id, flight_code, depart_at, ready_at, capacity, max_weight_lbs)
       select slot_id, aircraft_id, 'TWIN', depart_at, ready_at, capacity, max_weight_lbs from flights
         where id = $1`,
      [flightId],
    )
    const twin = await shop.count("select id from flights where flight_code = 'TWIN'")
    const both = await staff.post(day(), { flight: String(twin), pilot_id: String(await pilotId()) })
    expect(both.status).toBe(422)
    expect(mainOf(both.html)).toContain('This pilot flies another aircraft at that time')
  })

  test('a pilot reads only the own day and manifest', async () => {
    const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
    const own = await pilot.get(day())
    expect(own.status).toBe(200)
    expect(own.html).toContain(`href="${manifest()}"`)
    expect(mainOf(own.html)).not.toContain('without a booking')
    expect(mainOf(own.html)).not.toContain('Call off')
    expect(own.html).not.toContain('/staff/orders')
    expect(own.html).not.toContain('TWIN')
    const sheet = await pilot.get(manifest())
    expect(mainOf(sheet.html)).toContain('163 lb')
    expect(sheet.html).not.toContain('name="boarding"')
    const twin = await shop.count("select id from flights where flight_code = 'TWIN'")
    expect((await pilot.get(`/staff/flights/${String(twin)}`)).status).toBe(404)
    expect((await pilot.get('/staff')).location).toBe('/pilot')
    for (const path of ['/staff/orders', '/staff/call-off?departure=1&at=2027-06-04T18:30:00Z']) {
      expect((await pilot.get(path)).status, path).toBe(404)
    }
    const board = { passenger: String(await passengerId('Bo Lind')), boarding: 'no_show', note: '' }
    expect((await pilot.post(manifest(), board)).status).toBe(403)
    expect((await pilot.get('/staff/sign-in')).location).toBe('/pilot')
  })
})

describe('the manifest', () => {
  test('the manifest lists passengers, weights and what is missing, escaped', async () => {
    const { html } = await staff.get(manifest())
    expect(html).toContain('Ada &lt;Lind&gt;')
    expect(mainOf(html)).toMatch(/163 lb .*Waiver missing/)
    expect(mainOf(html)).toContain('not told')
    expect((await staff.get('/staff/flights/999999')).status).toBe(404)
  })

  test('a check-in is logged with its staff member and never exceeds the seats', async () => {
    const check = (name: number, boarding: string, note = '') =>
      staff.post(manifest(), { passenger: String(name), boarding, note })
    const ada = await passengerId('Ada <Lind>')
    expect((await check(ada, 'checked_in', 'Front seat')).status).toBe(303)
    expect((await check(await passengerId('Bo Lind'), 'no_show')).status).toBe(303)
    const { html } = await staff.get(manifest())
    expect(mainOf(html)).toContain('1 of 4 here')
    expect(html).toContain('value="Front seat"')
    expect(await shop.count("select count(*) from audit_log where resource = 'passengers'")).toBe(2)
    expect(await shop.count("select count(*) from audit_log where after::text like '%163%'")).toBe(0)
    await shop.deps.database.query(
      "insert into passengers (order_id, position, full_name) values ($1, 10, 'Cy Lind')",
      [sold.order.id],
    )
    expect((await check(await passengerId('Cy Lind'), 'checked_in')).status).toBe(303)
    const third = await check(await passengerId('Passenger 1'), 'checked_in')
    expect(third.status).toBe(409)
    expect(mainOf(third.html)).toContain('All seats that this party has on this aircraft')
    expect((await check(999_999, 'checked_in')).status).toBe(404)
  })

  test('a form that was open meanwhile does not undo what somebody else did', async () => {
    const bo = await passengerId('Bo Lind')
    // Staff correct the check-in: Ada did not come, and Bo takes the seat.
    const gone = { passenger: String(await passengerId('Ada <Lind>')), boarding: '', note: '' }
    expect((await staff.post(manifest(), gone)).status).toBe(303)
    const formOf = (html: string) => {
      const part = html.split('<form').find((one) => one.includes(`name="passenger" value="${String(bo)}"`))
      const hidden = [...(part ?? '').matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
      return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
    }
    const stands = async (boarding: string, note: string) =>
      expect(
        await shop.count(
          'select count(*) from passengers where id = $1 and boarding = $2 and boarding_note = $3',
          bo,
          boarding,
          note,
        ),
      ).toBe(1)
    const old = formOf((await staff.get(manifest())).html)
    const other = await pages.browser({ token: await logIn(shop, 'admin@example.com') })
    const theirs = { ...formOf((await other.get(manifest())).html), boarding: 'checked_in', note: '' }
    expect((await other.post(manifest(), theirs)).status).toBe(303)

    const noted = await staff.post(manifest(), { ...old, boarding: 'no_show', note: 'Comes late' })
    expect(noted.status).toBe(303)
    await stands('checked_in', 'Comes late')

    const both = await other.post(manifest(), { ...old, boarding: '', note: 'Wheelchair' })
    expect(both.status).toBe(409)
    expect(mainOf(both.html)).toContain('Somebody else changed this meanwhile')
    expect(mainOf(both.html)).toMatch(/Now: Checked in \d+:\d\d [ap]m\. Comes late/)
    expect(both.html).toContain('value="Wheelchair"')
    await stands('checked_in', 'Comes late')

    const again = { ...formOf(both.html), boarding: 'no_show', note: 'Wheelchair' }
    for (let pressed = 0; pressed < 2; pressed++) {
      expect((await other.post(manifest(), again)).status).toBe(303)
    }
    await stands('no_show', 'Wheelchair')
  })

  test('staff choose among the aircraft of the base, and unsuitable ones show why', async () => {
    const { rows } = await shop.deps.database.query(
      'select a.aircraft_type_id as type, a.terminal_id as terminal, a.id from aircraft a join ' +
        'flights f on f.aircraft_id = a.id where f.id = $1',
      [flightId],
    )
    const [now] = rows
    const add = async (registration: string, type: unknown) =>
      Number(
        (
          await shop.deps.database.query(
            'insert into aircraft (registration, aircraft_type_id, terminal_id) values ($1, ' +
              '$2, $3) returning id',
            [registration, type, now?.['terminal']],
          )
        ).rows[0]?.['id'],
      )
    const small = await shop.deps.database.query(
      'insert into aircraft_types (name, max_passengers, max_weight_lbs, category) select ' +
        "'Tiny', 1, 200, category from aircraft_types where id = $1 returning id",
      [now?.['type']],
    )
    const tiny = await add('N100TY', small.rows[0]?.['id'])
    const spare = await add('N200SP', now?.['type'])
    const { html } = await staff.get(manifest())
    expect(html).toMatch(/<option value="\d+">N200SP, [^<:]*</)
    expect(html).toMatch(/disabled=""[^>]*>N100TY, Tiny, 1 seat: 1 seat too few\. 643 lb too heavy\.</)
    expect((await staff.post(manifest(), { aircraft: String(tiny) })).status).toBe(409)
    expect((await staff.post(manifest(), { aircraft: '' })).status).toBe(422)
    expect((await staff.post(manifest(), { aircraft: String(spare) })).status).toBe(303)
    expect(mainOf((await staff.get(manifest())).html)).toContain('N200SP')
    expect((await staff.post(manifest(), { aircraft: String(now?.['id']) })).status).toBe(303)
  })

  test('before departure the page lists what a flight lacks and requires a reason', async () => {
    const step = (form: Record<string, string>) => staff.post(manifest(), form)
    expect((await step({ status: 'boarding' })).status).toBe(303)
    const text = mainOf((await staff.get(manifest())).html)
    expect(text).toContain('Before it leaves')
    expect(text).toContain('neither checked in nor marked as not come.')
    expect(text).toContain('Its time has not come.')
    expect(text).toContain('Why it leaves all the same')
    const silent = await step({ status: 'departed', reason: ' ' })
    expect(silent.status).toBe(409)
    expect(mainOf(silent.html)).toContain('To let it leave all the same, give a reason.')
    await shop.deps.database.query(
      "update flights set pilot_id = (select id from users where email = 'pilot@example.com') where id = $1",
      [flightId],
    )
    const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
    const seen = mainOf((await pilot.get(manifest())).html)
    expect(seen).toContain('Only the desk may let it leave all the same.')
    expect(seen).not.toContain('Why it leaves all the same')
    expect((await pilot.post(manifest(), { status: 'departed', reason: 'I know them' })).status).toBe(409)
    expect((await step({ status: 'scheduled' })).status).toBe(303)
  })

  test('a flight boards, departs and lands in this order, and then takes its photo', async () => {
    const step = (status: string) => staff.post(manifest(), { status })
    expect((await step('landed')).status).toBe(409)
    expect((await step('boarding')).status).toBe(303)
    expect((await step('called_off')).status).toBe(409)
    const reason = 'The tablet was out of battery'
    expect((await staff.post(manifest(), { status: 'departed', reason })).status).toBe(303)
    expect(mainOf((await staff.get(manifest())).html)).toContain(`Left all the same: ${reason}`)
    expect((await step('landed')).status).toBe(303)
    expect(mainOf((await staff.get(manifest())).html)).toContain('Landed')
    const late = { passenger: String(await passengerId('Bo Lind')), boarding: 'checked_in', note: '' }
    expect((await staff.post(manifest(), late)).status).toBe(409)
    expect(mainOf((await staff.get(manifest())).html)).toMatch(/Left without .*Bo Lind/)
    const undo = { ...late, boarding: '', was_boarding: 'no_show', was_note: '' }
    expect((await staff.post(manifest(), undo)).status).toBe(303)
    expect(mainOf((await staff.get(manifest())).html)).not.toContain('Left without')
    const told = async (form: Record<string, string>) => {
      const { location } = await staff.post(`${manifest()}/photos`, form)
      expect(location).toContain('photo=refused')
      return mainOf((await staff.get(location ?? '')).html)
    }
    expect(await told({ photo: 'no picture' })).toContain('Please choose a picture.')
    expect(await told({ remove: '999999' })).toContain('The picture: ')
    expect(mainOf((await staff.get(`${manifest()}?photo=refused`)).html)).not.toContain('The picture: ')
  })
})

describe('the cancellation of a departure', () => {
  let other: Sold
  let path: string
  beforeAll(async () => {
    shop.clock.set(new Date(shop.clock.now().getTime() + 60_000))
    other = await sellOrder(shop, { seats: 1 })
    const [flight] = other.order.flights
    path = `/staff/call-off?${new URLSearchParams({
      departure: String(flight?.departure_id),
      at: flight?.depart_at ?? '',
    }).toString()}`
  })
  const wish = () => {
    const query = new URLSearchParams(path.split('?')[1])
    return {
      departure: query.get('departure') ?? '',
      at: query.get('at') ?? '',
      reason: 'weather',
      note: 'Fog.',
    }
  }

  test('the preview shows what each customer gets and changes nothing', async () => {
    const [flight] = other.order.flights
    const page = await staff.get(path)
    expect(page.status).toBe(200)
    expect(mainOf(page.html)).toContain('Call off The New Yorker')
    expect(mainOf(page.html)).toContain(`Flight ${flight?.flight_code ?? ''}.`)
    expect((await staff.get(path.replace(/departure=\d+/, 'departure=999999'))).status).toBe(404)
    const seen = await staff.post(path, { ...wish(), intent: 'preview' })
    expect(seen.status).toBe(200)
    const text = mainOf(seen.html)
    expect(text).toContain(other.order.number)
    expect(text).toMatch(/Parties 1 1 passenger Without other seats 0 .* Money back, at most \$ ?\d+/)
    // The reason can still be changed, and the sentence is not lost.
    expect(seen.html).toMatch(
      /<input[^>]*maxLength="300"[^>]*value="Fog\."|value="Fog\."[^>]*maxLength="300"/,
    )
    // The page shows as many other departures as are offered, not all of the season.
    expect(seen.html.match(/<small>\w+ \d+ \w+ \d{4}, /g)).toHaveLength(3)
    expect(text).toMatch(/\$\d+\.\d\d/)
    expect(await shop.count('select count(*) from call_offs')).toBe(0)
  })

  test('a departure is cancelled once', async () => {
    for (let pressed = 0; pressed < 2; pressed++) {
      const done = await staff.post(path, { ...wish(), intent: 'call_off' })
      expect(done.status).toBe(303)
      expect(done.location).toBe(`/staff/flights?date=${other.order.flights[0]?.local_date ?? ''}`)
    }
    expect(await shop.count('select count(*) from call_offs')).toBe(1)
    const flight = String(other.order.flights[0]?.flight_id)
    expect(mainOf((await staff.get(`/staff/flights/${flight}`)).html)).toContain('called off')
  })

  test('a departure outside the brand’s own zone is shown by its terminal’s clock and day', async () => {
    const token = await logIn(shop, 'staff@example.com')
    const read = await shop.call('GET', `/v1/flight_days/${date}`, { token })
    const west = FlightDayReply.parse(read.body).flight_day.departures.filter(
      ({ timezone }) => timezone === 'America/Los_Angeles',
    )
    const last = west.at(-1)
    // After five in the afternoon at the terminal it is the next day in UTC.
    expect((last?.local_time ?? '') > '17:00').toBe(true)
    const query = { departure: String(last?.departure_id), at: last?.depart_at ?? '' }
    const { html } = await staff.get(`/staff/call-off?${new URLSearchParams(query).toString()}`)
    expect(mainOf(html)).toMatch(/\d pm P[DS]T ?\./)
    expect(html).toContain(`href="/staff/flights?date=${date}"`)
  })
})
