import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { readFieldValue, readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 120_000 })

let shop: PayingShop
let staff: Browser
let pilot: Browser
let flight: Flight
let flightId: number
let aircraft: number
let date: string
beforeAll(async () => {
  shop = await openPayingShop()
  flight = await shop.nextFlight()
  date = flight.departAt.slice(0, 10)
  await sell('ada.lind@example.com', 2)
  await sell('big.party@example.com', 1)
  flightId = await shop.count('select max(id) from flights where seats_sold > 0')
  aircraft = await shop.count('select aircraft_id from flights where id = $1', flightId)
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
})
afterAll(() => shop.close())

async function sell(email: string, seats: number) {
  const token = await shop.guest(email)
  const order = await shop.order(token, seats, flight)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
}

const path = (more = '') => `/staff/rescue?aircraft=${String(aircraft)}&date=${date}${more}`
/** The fields of the press that does all, and where it goes. */
function readPress(html: string): { to: string; fields: Record<string, string> } {
  const form = html.split('<form').find((one) => one.includes('weather-press')) ?? ''
  const whole = form.slice(0, form.indexOf('</form>'))
  const to = /action="([^"]*)"/.exec(whole)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const fields = whole.matchAll(/name="(\w+)" value="([^"]*)"/g)
  return { to, fields: Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value])) }
}

it('is one link from the aircraft and the flight, and asks only for the span', async () => {
  expect((await staff.get('/staff/aircraft')).html).toContain('href="/staff/rescue"')
  const page = (await staff.get(`/staff/flights/${String(flightId)}`)).html
  expect(page).toContain(`href="/staff/rescue?aircraft=${String(aircraft)}&amp;date=${date}`)
  const { status, html } = await staff.get('/staff/rescue')
  expect(status).toBe(200)
  expect(readFieldValue(html, 'from')).toBe('00:00')
  expect(html).not.toContain('Do it all')
})

it('keeps what was typed beside a sentence that says what is wrong', async () => {
  const wrong = await staff.get(path('&from=15:00&until=14:00&why=Oil'))
  expect(readMainText(wrong.html)).toContain('The end must be after the beginning.')
  expect(readFieldValue(wrong.html, 'why')).toBe('Oil')
  const odd = await staff.get(path('&from=noon&until=14:00'))
  expect(readMainText(odd.html)).toContain('Please type a time like 13:30.')
  const over = await staff.get(`/staff/rescue?aircraft=${String(aircraft)}&date=2020-01-01`)
  expect(readMainText(over.html)).toContain('This time is over already.')
})

it('shows each plan with its costs, refuses one that is old, and does it all by one press', async () => {
  const text = readMainText((await staff.get(path())).html)
  expect(text).toMatch(/Flights hit 1 2 parties/)
  expect(text).toContain('N404LR flies it')
  expect(text).toContain('stays, not told: its time stays')
  expect(text).toContain('Call everything off')
  expect(text).toContain('1 flight gets another aircraft: time and seats stay, so nobody is told.')
  const off = await staff.get(path('&plan=call_off&from=00:00&until=23:59'))
  expect(readMainText(off.html)).toMatch(
    /called off: chooses another day or \$[\d,.]+ as a voucher, told by mail/,
  )

  const old = readPress((await staff.get(path())).html)
  await sell('late@example.com', 1)
  const refused = await staff.post(old.to, old.fields)
  expect(refused.status).toBe(409)
  const seen = readMainText(refused.html)
  expect(seen).toContain('The day has changed since this plan was drawn.')
  expect(seen).toMatch(/Flights hit 1 3 parties/)
  expect(await shop.count('select count(*) from aircraft_outages')).toBe(0)

  const { to, fields } = readPress(refused.html)
  const done = await staff.post(to, fields)
  expect(done.status).toBe(303)
  expect(done.location).toContain('done=1.0.0.0')
  expect((await staff.post(to, fields)).location).toContain('done=0.0.0.1')
  const after = readMainText((await staff.get(done.location ?? '')).html)
  expect(after).toContain('Done: 1 flight has another aircraft.')
  expect(after).toContain('No booked flight is hit.')
  expect(await shop.count('select aircraft_id from flights where id = $1', flightId)).not.toBe(aircraft)
  expect(readMainText((await staff.get('/staff/aircraft')).html)).toContain('12:00 am to 11:59 pm')
})

it('names the cheapest change on the page of a flight that is over its limit', async () => {
  const page = `/staff/flights/${String(flightId)}`
  expect(readMainText((await staff.get(page)).html)).not.toContain('Cheapest')
  await shop.deps.database.query('update flights set max_weight_lbs = 500 where id = $1', [flightId])
  const text = readMainText((await staff.get(page)).html)
  expect(text).toContain('100 lb over the limit')
  // The other aircraft is out of service, so a party is to move: the smallest that is enough.
  expect(text).toMatch(/Cheapest: move .+, 1 to /)
})

it('is no page for pilots', async () => {
  expect((await pilot.get('/staff/rescue')).status).toBe(404)
  expect((await pilot.post('/staff/rescue', { aircraft: '1' })).status).toBe(404)
})
