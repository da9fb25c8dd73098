import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDelayer } from '#tests/support/delay-flight.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
let guest: Browser
let pages: ShopPages
let token: string
let orderId: number
let flightId: number
let date: string
beforeAll(async () => {
  shop = await openPayingShop()
  const buyer = await shop.guest('ada.lind@example.com')
  const order = await shop.order(buyer, 2)
  await shop.pay(buyer, order, { stripe_source: 'pm_card_visa' })
  const [flight] = (await shop.read(buyer, order)).flights
  orderId = order.id
  flightId = flight?.flight_id ?? 0
  date = flight?.local_date ?? ''
  pages = await openShopPages(shop)
  token = await logIn(shop, 'staff@example.com')
  staff = await pages.browser({ token })
  guest = await pages.browser({ token: buyer })
})
afterAll(() => shop.close())

const path = (more = '') => `/staff/flights/${String(flightId)}/delay${more}`
const ASKED = '?minutes=30&reason=weather&words=Fog+at+the+pier'

/** The fields of the press, in order. */
function readPress(html: string): [name: string, value: string][] {
  const form = html.split('<form').find((one) => one.includes('name="seen"')) ?? ''
  const fields = form.slice(0, form.indexOf('</form>')).matchAll(/name="(\w+)" value="([^"]*)"/g)
  return [...fields].map(([, name = '', value = '']) => [name, value])
}
const press = (html: string) => staff.post(path(ASKED), readPress(html))

describe('the page of a delay', () => {
  it('is opened by a form on the flight’s page and on the board’s panel', async () => {
    for (const address of [
      `/staff/flights/${String(flightId)}`,
      `/staff/board?date=${date}&flight=${String(flightId)}`,
    ]) {
      const { html } = await staff.get(address)
      expect(html).toMatch(new RegExp(`<form method="get" action="/staff/flights/${String(flightId)}/delay"`))
    }
    const { status, html } = await staff.get(path())
    expect(status).toBe(200)
    expect(readMainText(html)).toContain('First you see which flights')
    expect(html).not.toContain('name="seen"')
  })

  it('keeps what was typed beside a sentence that says what is wrong', async () => {
    const long = await staff.get(path('?minutes=typed&typed=999&reason=weather&words=Fog'))
    expect(readMainText(long.html)).toContain('Please type whole minutes, 360 at most.')
    expect(long.html).toContain('value="999"')
    expect(long.html).toContain('value="Fog"')
    expect(readMainText((await staff.get(path('?minutes=15'))).html)).toContain('Please choose a reason.')
    expect(readMainText((await staff.get(path('?minutes=15&reason=other'))).html)).toContain(
      'Please say why in a few words.',
    )
    expect(await shop.count('select count(*) from flight_delays')).toBe(0)
  })

  it('shows what it does, and writes it by one press, which twice does once', async () => {
    const { html } = await staff.get(path(ASKED))
    const text = readMainText(html)
    expect(text).toContain('30 min later than sold')
    expect(text).toContain('1 party, 2 people together: 1 told once by mail.')
    expect(await shop.count('select count(*) from flight_delays')).toBe(0)
    const [once, twice] = await Promise.all([press(html), press(html)])
    expect([once.status, twice.status]).toEqual([303, 303])
    await shop.runDueNow()
    expect(await shop.count("select count(*) from mails where kind = 'flight_delayed'")).toBe(1)
    const done = readMainText((await staff.get(once.location ?? '')).html)
    expect(done).toContain('30 minutes late now')
    expect(done).toContain('Delayed by 30 minutes: weather. “Fog at the pier”')
  })

  it('shows the new time on the board, the day’s list, Today and the customer’s pages', async () => {
    const board = readMainText((await staff.get(`/staff/board?date=${date}&flight=${String(flightId)}`)).html)
    expect(board).toContain('(sold for')
    const list = readMainText((await staff.get(`/staff/flights?date=${date}`)).html)
    expect(list).toMatch(/Leaves \d+:\d\d [ap]m, 30 min later/)
    const order = readMainText((await guest.get(`/account/orders/${String(orderId)}`)).html)
    expect(order).toContain('New time')
    expect(order).toContain('the weather does not let us leave in time. Fog at the pier. We are sorry.')
    expect(order).toContain('Until it boards you may move it without a fee.')
  })

  it('shows both values when a colleague was faster, and writes nothing before the next press', async () => {
    const { html } = await staff.get(path('?minutes=60&reason=weather'))
    await createDelayer({ shop, token }).delay(flightId, 15)
    const late = await press(html)
    expect(late.status).toBe(409)
    const text = readMainText(late.html)
    expect(text).toContain('Something changed since you looked.')
    expect(text).toMatch(/goes from 15 to \d+ minutes late; you saw from 30 to 60 minutes late/)
  })

  it('takes the delay back by a page of its own, and tells again', async () => {
    const { html } = await staff.get(path('?minutes=0'))
    expect(readMainText(html)).toContain('Take the delay back, tell 1 party')
    expect((await staff.post(path('?minutes=0'), readPress(html))).status).toBe(303)
    await shop.runDueNow()
    expect(await shop.count("select count(*) from mails where kind = 'flight_delayed'")).toBe(3)
    const order = readMainText((await guest.get(`/account/orders/${String(orderId)}`)).html)
    expect(order).not.toContain('New time')
    expect((await staff.get('/staff/flights/999999/delay')).status).toBe(404)
  })

  it('leads the flight’s pilot there and back, without links to pages of the desk', async () => {
    const { userId, token: own } = await openStaffMember(shop.deps, 'pilot')
    const pilot = await pages.browser({ token: own })
    const asked = path('?minutes=20&reason=pilot&back=pilot')
    expect((await pilot.get(asked)).status).toBe(404)
    await shop.deps.database.query('update flights set pilot_id = $2 where id = $1', [flightId, userId])
    const { html } = await pilot.get(asked)
    const text = readMainText(html)
    expect(text).toContain('20 minutes late : pilot comes late')
    expect(text).toContain('1 party, 2 people together: 1 told once by mail.')
    expect(html).not.toMatch(/href="\/staff\/flights(\?|\/\d+")/)
    const done = await pilot.post(asked, readPress(html))
    expect(done).toMatchObject({ status: 303, location: `/pilot?flight=${String(flightId)}&done=delay` })
    expect(await shop.count('select delay_mins from flights where id = $1', flightId)).toBe(20)
    await shop.runDueNow()
  })
})
