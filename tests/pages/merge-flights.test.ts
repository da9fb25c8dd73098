import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { readMainText } from '#tests/support/staff-sell.ts'
import { findFridayDepartures } from '#tests/support/transfer-guests.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
let pilot: Browser
let date: string
let early: { order: number; flight: number }
let late: { order: number; flight: number }
beforeAll(async () => {
  shop = await openPayingShop()
  const [first, second] = await findFridayDepartures(shop, 2)
  const sell = async (email: string, seats: number, departure: typeof first) => {
    const buyer = await shop.guest(email)
    const order = await shop.order(buyer, seats, departure)
    await shop.pay(buyer, order, { stripe_source: 'pm_card_visa' })
    const [flight] = (await shop.read(buyer, order)).flights
    date = flight?.local_date ?? ''
    return { order: order.id, flight: flight?.flight_id ?? 0 }
  }
  early = await sell('ada.lind@example.com', 2, first)
  late = await sell('ben.roe@example.com', 1, second)
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
})
afterAll(() => shop.close())

const path = (flight: number, more = '') => `/staff/flights/${String(flight)}/transfer${more}`

/** The fields of the form that moves guests, with the nth target that can be chosen. */
function readPress(html: string, nth = 0): [name: string, value: string][] {
  const form = html.split('<form').find((one) => one.includes('name="empties"')) ?? ''
  const inputs = [...form.slice(0, form.indexOf('</form>')).matchAll(/<input[^>]*>/g)].map(([tag]) => tag)
  const read = (tag: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  const hidden = inputs.filter((tag) => tag.includes('type="hidden"'))
  const open = inputs.filter((tag) => tag.includes('type="radio"') && !tag.includes('disabled'))
  return [...hidden, ...open.slice(nth, nth + 1)].map((tag) => [read(tag, 'name'), read(tag, 'value')])
}

describe('the page that merges and splits flights', () => {
  it('is opened from the flight’s page and from the board’s panel', async () => {
    const board = `/staff/board?date=${date}&flight=${String(early.flight)}`
    expect((await staff.get(board)).html).toContain(`href="${path(early.flight, '?back=board')}"`)
    const page = (await staff.get(`/staff/flights/${String(early.flight)}`)).html
    expect(page).toContain(`href="${path(early.flight)}"`)
    expect((await pilot.get(path(early.flight))).status).toBe(404)
    expect((await staff.get(path(999_999))).status).toBe(404)
  })

  it('says of each target why it fits or not, and who is told, before anything happens', async () => {
    const whole = readMainText((await staff.get(path(early.flight))).html)
    expect(whole).toContain('Everybody flies with')
    expect(whole).toMatch(
      /3 of 4 seats and [\d,]+ of 900 lb then\. No pilot yet\. 1 party is told the new time: 1 by mail\./,
    )
    expect(whole).toContain('is empty then: its departure is closed for sale')
    const { rows } = await shop.deps.database.query(
      'select id from passengers where order_id = $1 order by position',
      [early.order],
    )
    const one = `?guest=${String(early.order)}.${String(rows[0]?.['id'])}`
    const part = readMainText((await staff.get(path(early.flight, one))).html)
    expect(part).toContain('1 guest flies with')
    expect(part).toContain('a second aircraft')
    expect(part).toContain('Another category than was bought.')
    expect(part).toContain('The time stays, so nobody is told.')
    expect(await shop.count('select count(*) from flight_transfers')).toBe(0)
  })

  it('asks for a target where none was chosen', async () => {
    const { html } = await staff.get(path(early.flight))
    const refused = await staff.post(
      path(early.flight),
      readPress(html).filter(([name]) => name !== 'to'),
    )
    expect(refused.status).toBe(422)
    expect(readMainText(refused.html)).toContain('Please choose where they fly.')
  })

  it('merges by one press, which twice does once, and shows a colleague’s change', async () => {
    const { html } = await staff.get(path(early.flight))
    const press = () => staff.post(path(early.flight), readPress(html))
    const [once, twice] = await Promise.all([press(), press()])
    expect([once.status, twice.status]).toEqual([303, 303])
    const done = readMainText((await staff.get(once.location ?? '')).html)
    expect(done).toContain('1 party was moved to this flight. 1 is told the new time.')
    await shop.runDueNow()
    expect(await shop.count("select count(*) from mails where kind = 'flight_transferred'")).toBe(1)
    expect(readMainText((await staff.get(path(early.flight))).html)).toContain(
      'Nobody has paid for this flight',
    )
    const order = readMainText((await staff.get(`/staff/orders/${String(early.order)}`)).html)
    expect(order).toContain('The guests were moved to another time, and the customer was told.')
  })

  it('splits a flight, and refuses what has changed with a sentence', async () => {
    const guest = `?guest=${String(late.order)}`
    const { html } = await staff.get(path(late.flight, guest))
    const done = await staff.post(path(late.flight, guest), readPress(html))
    expect(done.status).toBe(303)
    const other = await staff.post(path(late.flight, guest), [
      ...readPress(html).filter(([name]) => name !== 'to'),
      ['to', 'flight.999999.2027-01-01T00:00:00.000Z'],
    ])
    expect(other.status).toBe(409)
    expect(readMainText(other.html)).toContain('Something changed since you looked')
  })
})
