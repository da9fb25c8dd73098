import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { openStaffShop, readFieldValue, readMainText } from '#tests/support/staff-sell.ts'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let day = '2027-07-05'
beforeAll(async () => {
  ;({ shop, staff, pages } = await openStaffShop())
  // The demo shop is closed on some weekdays.
  while ((await departures()).length < 3) day = dayAfter(day)
})
afterAll(() => shop.close())

const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
const departures = async () => {
  const { body } = await shop.call('GET', `/v1/availability/day?product_id=6&date=${day}`)
  return AvailabilityDayReply.parse(body).availability.departures
}
/** What the page's buttons send, and where. */
const presses = (html: string) =>
  [...html.matchAll(/<button type="submit"[^>]*formAction="([^"]+)"[^>]*value="([^"]+)"/gi)].map(
    ([, path = '', choose = '']) => ({ path: path.replaceAll('&amp;', '&'), choose }),
  )

describe('the grid of a day', () => {
  test('a press on a departure holds the seats of the party and opens the sale', async () => {
    const [first] = await departures()
    const before = first?.seats_left ?? 0
    const { html } = await staff.get(`/staff/grid?date=${day}&party=2`)
    expect(readMainText(html)).toMatch(/\d+ departures from \d+ terminals, \d+ take a party of 2\./)
    const value = `departure=${String(first?.departure_id)}`
    const press = presses(html).find(({ choose }) => choose.startsWith(`${value}+`))
    expect(press?.path).toBe(`/staff/sell?product=6&date=${day}&people=2`)
    const pressed = await staff.post(press?.path ?? '', {
      choose: decodeURIComponent(press?.choose ?? '').replaceAll('+', ' '),
    })
    expect(pressed.status).toBe(303)
    expect((await departures())[0]?.seats_left).toBe(before - 2)
    const sale = readMainText((await staff.get(pressed.location ?? '')).html)
    expect(sale).toMatch(/Seats held until/)
  })

  test('the price is for the whole party, and a party that is too heavy reads by how much', async () => {
    const { html } = await staff.get(`/staff/grid?date=${day}&party=4&lb=920`)
    expect(readMainText(html)).toContain('20 lb too heavy')
    expect(readFieldValue(html, 'lb')).toBe('920')
    const light = readMainText((await staff.get(`/staff/grid?date=${day}&party=4&lb=600`)).html)
    expect(light).not.toContain('too heavy')
    const [, one] = await departures()
    expect(light).toContain(
      `$${((one?.seat_price_total ?? 0) * 4).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    )
  })

  test('a weight that cannot be is said at its field, and the day is shown as assumed', async () => {
    const { html, status } = await staff.get(`/staff/grid?date=${day}&party=3&lb=a lot`)
    expect(status).toBe(200)
    expect(readMainText(html)).toContain('Please type the pounds of all together as a whole number.')
    expect(readFieldValue(html, 'lb')).toBe('a lot')
    expect(presses(html).length).toBeGreaterThan(3)
  })

  test('filters leave one terminal or one brand, and a day without departures says so', async () => {
    const all = await staff.get(`/staff/grid?date=${day}`)
    expect(readMainText(all.html)).toContain('Opa-locka Executive Airport')
    const one = readMainText((await staff.get(`/staff/grid?date=${day}&terminal=1`)).html)
    expect(one).toMatch(/from 1 terminal,/)
    const none = readMainText((await staff.get('/staff/grid?date=2020-01-01')).html)
    expect(none).toContain('Nothing leaves on this day any more. See today')
  })

  test('what only the other brand sells is a link to that brand’s desk', async () => {
    const { html } = await staff.get(`/staff/grid?date=${day}&brand=2`)
    const links = [...html.matchAll(/<a[^>]* href="([^"]+\/staff\/sell\?[^"]+)"/g)].map(
      ([, href = '']) => href,
    )
    expect(links.length).toBeGreaterThan(0)
    for (const href of links) expect(new URL(href.replaceAll('&amp;', '&')).hostname).toMatch(/^tidewater\./)
  })

  test('a pilot has no grid', async () => {
    const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
    expect((await pilot.get('/staff/grid')).status).toBe(404)
  })
})
