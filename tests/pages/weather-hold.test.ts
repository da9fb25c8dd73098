import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let flight: Flight
let date: string
let buyer: string
beforeAll(async () => {
  shop = await openPayingShop()
  flight = await shop.nextFlight()
  date = flight.departAt.slice(0, 10)
  buyer = await sell('ada.lind@example.com', '+12015550143')
  await sell('walk-in-7@walk-in.invalid', null)
  pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
})
afterAll(() => shop.close())

async function sell(email: string, phone: string | null): Promise<string> {
  const token = await shop.guest('guest@example.com')
  const order = await shop.order(token, 2, flight)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  const fields = 'update orders set phone = $2, email = $3 where id = $1'
  await shop.deps.database.query(fields, [order.id, phone, email])
  return token
}

const span = () => `/staff/weather?date=${date}&from=00:00&until=23:59&why=wind`

/** The hidden fields of the form whose markup has a word. */
function readPress(html: string, word: string): Record<string, string> {
  const form = html.split('<form').find((one) => one.includes(word)) ?? ''
  const fields = form.slice(0, form.indexOf('</form>')).matchAll(/<input type="hidden"[^>]*>/g)
  return Object.fromEntries(
    [...fields].map(([input]) => [
      /name="([^"]*)"/.exec(input)?.[1] ?? '',
      /value="([^"]*)"/.exec(input)?.[1] ?? '',
    ]),
  )
}
/** What the sell page says of a day. */
const dayOf = (html: string, day: string) =>
  (new RegExp(`value="date=${day}"[^>]*>(.*?)</(?:button|label)>`, 's').exec(html)?.[1] ?? '').replace(
    /(<[^>]+>)+/g,
    ' ',
  )
const HOLD = 'value="hold"'

describe('the pages of a hold, without JavaScript', () => {
  it('say what the press does beside calling off, and keep a time that cannot be', async () => {
    const { html } = await staff.get(span())
    const text = readMainText(html)
    expect(text).toContain('Not sure yet? Hold them')
    expect(text).toMatch(/\d+ departures close for sale: .+ The New Yorker/)
    expect(text).toContain('1 party is mailed')
    expect(text).toContain('1 party without e-mail: only your call tells them.')
    const press = readPress(html, HOLD)
    const wrong = await staff.post(span(), { ...press, decide_time: '23:50' })
    expect(wrong.status).toBe(422)
    expect(readMainText(wrong.html)).toContain('Must be before the first departure')
    expect(wrong.html).toMatch(/value="23:50"/)
    expect(readMainText(wrong.html)).toContain('Not sure yet? Hold them')
    const empty = await staff.post(span(), { ...press, decide_time: '' })
    expect(empty.status).toBe(422)
    expect(await shop.count('select count(*) from weather_holds')).toBe(0)
  })

  it('put the span on hold by one press, which twice does once, and show whom to call', async () => {
    const press = { ...readPress((await staff.get(span())).html, HOLD), decide_time: '05:00' }
    const [once, twice] = await Promise.all([staff.post(span(), press), staff.post(span(), press)])
    expect(once.status).toBe(303)
    expect(once.location).toMatch(/^\/staff\/weather\/holds\/\d+$/)
    expect(twice.location).toBe(once.location)
    await shop.runDueNow()
    const { html } = await staff.get(once.location ?? '')
    const text = readMainText(html)
    expect(text).toMatch(/You decide at .*5:00 am\. \d+ departures wait\./)
    expect(text).toMatch(/To call no e-mail/)
    expect(text).toMatch(/Told mail,/)
    expect(html).toContain('href="tel:+12015550143"')
    expect(html).toMatch(
      /href="\/staff\/weather\?terminal=\d+&amp;date=[\d-]+&amp;from=00%3A00&amp;until=23%3A59"/,
    )
    expect(readMainText((await staff.get('/staff/weather')).html)).toContain('On hold now')
    expect(readMainText((await staff.get(span())).html)).toContain('Open that hold to decide it')
    const sell = await staff.get(`/staff/sell?product=6&kind=seat&people=1&date=${date}`)
    expect(dayOf(sell.html, date), 'a day to come has not ended').toMatch(/ closed $/)
    expect(readMainText(sell.html)).toMatch(/ [ap]m closed /)
    expect(readMainText(sell.html)).not.toContain('sale ended')
    expect((await staff.get('/staff/weather/holds/999999')).status).toBe(404)
  })

  it('mark the flight for staff on the day, the board and its own page, and for its guests', async () => {
    const { rows } = await shop.deps.database.query('select max(flight_id) as id from holds')
    const id = String(rows[0]?.['id'])
    for (const path of [`/staff/flights?date=${date}`, `/staff/board?date=${date}`, `/staff/flights/${id}`])
      expect(readMainText((await staff.get(path)).html), path).toContain('On hold until 5:00 am')
    const guest = await pages.browser({ token: buyer })
    const found = await shop.deps.database.query('select min(id) as id from orders where email = $1', [
      'ada.lind@example.com',
    ])
    const order = `/account/orders/${String(found.rows[0]?.['id'])}`
    const sentence =
      'This flight is on hold: the weather may keep it from leaving. ' +
      'We decide at 5:00 am EDT and tell you then.'
    expect(readMainText((await guest.get(order)).html)).toContain(sentence)
    const { html } = await staff.get('/staff')
    expect(html).toMatch(/href="\/staff\/weather\/holds\/\d+"/)
    expect(readMainText(html)).toContain('On hold: do they fly?')
  })

  it('show the reports of the station while it is undecided', async () => {
    const path = (await staff.get('/staff')).html.match(/\/staff\/weather\/holds\/\d+/)?.[0] ?? ''
    expect(readMainText((await staff.get(path)).html)).toContain('Weather, Kearny Heliport (KEWR)')
  })

  it('move the time to later only, and keep what was typed', async () => {
    const path = (await staff.get('/staff')).html.match(/\/staff\/weather\/holds\/\d+/)?.[0] ?? ''
    const press = readPress((await staff.get(path)).html, 'value="postpone"')
    const early = await staff.post(path, { ...press, decide_time: '04:00' })
    expect(early.status).toBe(422)
    expect(readMainText(early.html)).toContain('Must be later than before')
    expect(early.html).toContain('value="04:00"')
    const moved = await staff.post(path, { ...press, decide_time: '06:00' })
    expect(moved.location).toBe(`${path}?done=postponed`)
    // A colleague whose page still shows the old time reads what counts.
    const stale = await staff.post(path, { ...press, key: 'other', decide_time: '06:30' })
    expect(stale.status).toBe(409)
    expect(readMainText(stale.html)).toContain('Somebody has moved the time of the decision')
    expect(readMainText(stale.html)).toContain('On hold until 6:00 am')
  })

  it('let them fly by one press, and say so when they were called off meanwhile', async () => {
    const path = (await staff.get('/staff')).html.match(/\/staff\/weather\/holds\/\d+/)?.[0] ?? ''
    const { key = '' } = readPress((await staff.get(path)).html, 'value="release"')
    const [once, twice] = await Promise.all([
      staff.post(path, { key, act: 'release' }),
      staff.post(path, { key, act: 'release' }),
    ])
    expect([once.location, twice.location]).toEqual([`${path}?done=released`, `${path}?done=released`])
    await shop.runDueNow()
    const released = readMainText((await staff.get(`${path}?done=released`)).html)
    expect(released).toContain('They fly. The parties are told now')
    expect(released).not.toContain('Weather, ')
    expect(await shop.count("select count(*) from mails where kind = 'weather_hold_released'")).toBe(1)
    expect(readMainText((await staff.get(`/staff/flights?date=${date}`)).html)).not.toContain('On hold')
    const held = await staff.post(span(), {
      ...readPress((await staff.get(span())).html, HOLD),
      decide_time: '05:00',
    })
    const next = held.location ?? ''
    const seen = await staff.get(span())
    const { location } = await staff.post('/staff/weather', readPress(seen.html, 'name="key"'))
    expect(location).toMatch(/^\/staff\/weather\/\d+$/)
    const refused = await staff.post(next, { key: 'late', act: 'release' })
    expect(refused.status).toBe(409)
    const text = readMainText(refused.html)
    expect(text).toContain('These flights were called off meanwhile')
    expect(text).toContain('Called off')
    expect(text).toContain('See the answers to what was called off')
  })
})
