import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findOrderToken } from '#api/store/orders/order-link.ts'
import { type Order } from '#contract/order.ts'
import { bookLastOfDay } from '#tests/support/book-last-of-day.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { readQr } from '#tests/support/read-qr.ts'
import { type Sold, sellOrder } from '#tests/support/sold-order.ts'
import { readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let sold: Sold
let later: Sold
let sameDay: Order
let flight: number
let ines: number
let hal: number
beforeAll(async () => {
  shop = await openPayingShop()
  sold = await sellOrder(shop, { seats: 2 })
  later = await sellOrder(shop)
  sameDay = await bookLastOfDay(shop, sold.order, await shop.guest('another.time@example.com'))
  flight = sold.order.flights[0]?.flight_id ?? 0
  ;[ines = 0, hal = 0] = sold.order.passengers.map(({ id }) => id)
  shop.clock.set(new Date(Date.parse(sold.order.flights[0]?.depart_at ?? '') - 2 * 3_600_000))
  pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await query("update passengers set full_name = 'Ines Duarte', weight_lbs = 150 where id = $1", [ines])
  await query("update passengers set full_name = 'Hal Duarte', weight_lbs = null where id = $1", [hal])
  await query('update passengers set boarding = null, boarded_at = null where order_id = $1', [sold.order.id])
})

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const pinned = () => `/staff/scan?flight=${String(flight)}`
const partyPath = () => `${pinned()}&order=${String(sold.order.id)}`
const text = async (address: string) => readMainText((await staff.get(address)).html)
const secret = async () =>
  (await findOrderToken(shop.deps, { orderId: sold.order.id, to: sold.buyer.email })) ?? ''
const scan = (code: string, path = pinned()) => staff.post(path, { text: code })
/** What the page sends when both are ticked, and Hal's weight was typed. */
const press = (more: [name: string, value: string][] = []) =>
  staff.post(partyPath(), [
    ['flight', String(flight)],
    ['order', String(sold.order.id)],
    [`was_${String(ines)}`, ''],
    [`was_${String(hal)}`, ''],
    ['check_in', 'yes'],
    ...more,
  ])
const TICKS = () => [ines, hal].map((id): [string, string] => ['people', String(id)])
const stateOf = async (id: number) =>
  (await query('select boarding, weight_lbs from passengers where id = $1', [id])).rows[0]

describe('the page that scans tickets', () => {
  it('alone may use the camera and start a worker', async () => {
    const { headers } = await staff.get(pinned())
    expect(headers.get('Permissions-Policy')).toContain('camera=(self)')
    expect(headers.get('Permissions-Policy')).toContain('microphone=()')
    expect(headers.get('Content-Security-Policy')).toContain("worker-src 'self'")
    expect(headers.get('Content-Security-Policy')).not.toContain('wasm')
    const other = await staff.get(`/staff/flights/${String(flight)}`)
    expect(other.headers.get('Permissions-Policy')).toBeNull()
    expect(other.headers.get('Content-Security-Policy')).toContain("worker-src 'none'")
  })

  it('stands on the page of the flight, and lists who is not here yet', async () => {
    const { html } = await staff.get(`/staff/flights/${String(flight)}`)
    expect(html).toContain(`href="${pinned()}"`)
    const page = await text(pinned())
    expect(page).toContain('0 of 2 here')
    expect(page).toContain('Ines Duarte and Hal Duarte')
    expect((await staff.get(pinned())).html).toContain(`href="${partyPath().replace('&', '&amp;')}"`)
  })

  it('is for staff: others get no page, and an unknown flight has none', async () => {
    for (const role of ['pilot@example.com', 'customer@example.com']) {
      const other = await pages.browser({ token: await logIn(shop, role) })
      expect((await other.get(pinned())).status).toBe(404)
      expect((await other.post(pinned(), { text: 'Duarte' })).status).toBe(404)
    }
    expect((await staff.get('/staff/scan?flight=999999')).status).toBe(404)
    expect((await staff.get('/staff/scan?flight=x&order=y')).status).toBe(200)
  })
})

describe('a ticket', () => {
  it('leads to its party, and its secret stands in no address and on no page', async () => {
    const token = await secret()
    const code = `http://shop.test/orders/${token}`
    const sent = await scan(code)
    expect([sent.status, sent.location]).toEqual([303, partyPath()])
    const page = await staff.get(partyPath())
    expect(page.html).not.toContain(token)
    expect(readMainText(page.html)).toMatch(
      /Ines Duarte 150 lb Waiver missing Sign now , Ines Duarte Hal Duarte Weight missing/,
    )
    const unpinned = await scan(code, '/staff/scan')
    expect(unpinned.location).toBe(`/staff/scan?on=${String(flight)}&order=${String(sold.order.id)}`)
    await query("update flights set status = 'departed' where id = $1", [flight])
    const refused = await scan(code)
    await query("update flights set status = 'scheduled' where id = $1", [flight])
    expect(refused.status).toBe(200)
    expect(refused.html).not.toContain(token)
    expect(readMainText(refused.html)).toContain(`The flight of ${sold.order.number} has left`)
  })

  it('leads there by the number of the order and by a name', async () => {
    for (const typed of [sold.order.number, 'duarte', 'Hal D']) {
      expect((await scan(typed)).location).toBe(partyPath())
    }
  })

  it('of another day says which, with the way to move it', async () => {
    const { html } = await scan(later.order.number)
    expect(readMainText(html)).toContain(`${later.order.number} is for another day: The New Yorker`)
    expect(html).toContain(`href="/staff/orders/${String(later.order.id)}/move"`)
    expect(html).toContain(`value="${later.order.number}"`)
  })

  it('that nothing is found for says what to do, and keeps only what is no code', async () => {
    expect(readMainText((await scan('nobody')).html)).toContain('Nobody of this name flies here on this day.')
    expect((await scan('nobody')).html).toContain('value="nobody"')
    expect(readMainText((await scan('O-999999')).html)).toContain('No order has this number.')
    const wifi = await scan('WIFI:S:Hangar;P:hush;;')
    expect(readMainText(wifi.html)).toContain('This is not the code of a ticket.')
    expect(wifi.html).not.toContain('hush')
    const empty = await scan(' ')
    expect(empty.status).toBe(422)
    expect(readMainText(empty.html)).toContain('This field is required')
  })

  it('of which a name fits several is chosen from a list', async () => {
    await query("update passengers set full_name = 'Duarte Otero' where order_id = $1", [sameDay.id])
    const { html, status } = await scan('duarte')
    expect(status).toBe(200)
    expect(readMainText(html)).toMatch(
      /Which of them\? Ines Duarte, 2 people .* Not yet Duarte Otero, 1 person .* Another flight/,
    )
    expect(html).toContain(`href="${partyPath().replace('&', '&amp;')}"`)
    const there = `${pinned()}&on=${String(sameDay.flights[0]?.flight_id)}&order=${String(sameDay.id)}`
    expect(html).toContain(`href="${there.replaceAll('&', '&amp;')}"`)
    const other = await scan(sameDay.number)
    expect(readMainText(other.html)).toContain(`${sameDay.number} is for another flight: The New Yorker`)
    expect(other.html).toContain(`href="${there.replaceAll('&', '&amp;')}"`)
    expect(await text(there)).toContain('Duarte Otero')
  })
})

describe('the press that checks in', () => {
  it('writes the typed weights and checks in who is ticked, and leads back to scanning', async () => {
    const done = await press([...TICKS(), [`weight_${String(hal)}`, '184']])
    expect([done.status, done.location]).toEqual([303, `${pinned()}&done=${String(sold.order.id)}`])
    expect(await stateOf(hal)).toEqual({ boarding: 'checked_in', weight_lbs: 184 })
    const page = await text(done.location ?? '')
    expect(page).toContain(`Ines Duarte and Hal Duarte of ${sold.order.number} checked in, 2 of 2 people`)
    expect(page).toContain('2 of 2 here')
    expect(page).toContain('Everybody is here.')
    expect((await scan(sold.order.number)).location).toBe(partyPath())
    expect(await text(partyPath())).toContain('All of them are checked in already.')
  })

  it('leaves alone who is not ticked', async () => {
    await press([['people', String(ines)]])
    expect((await stateOf(ines))?.['boarding']).toBe('checked_in')
    expect(await stateOf(hal)).toEqual({ boarding: null, weight_lbs: null })
    expect(await text(partyPath())).toMatch(/Ines Duarte .* Here \d+:\d\d [ap]m/)
  })

  it('checks nobody in while a weight is wrong, and keeps what was typed and ticked', async () => {
    const refused = await press([
      ['people', String(hal)],
      [`weight_${String(hal)}`, '1x4'],
    ])
    expect(refused.status).toBe(422)
    expect(readMainText(refused.html)).toContain('Weight of Hal Duarte: Please input a weight in pounds')
    expect(refused.html).toContain('value="1x4"')
    const boxes = [...refused.html.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => box)
    expect(boxes.map((box) => box.includes('checked'))).toEqual([false, true])
    expect((await stateOf(hal))?.['boarding']).toBeNull()
  })

  it('asks who is here when nobody is ticked', async () => {
    const refused = await press()
    expect(refused.status).toBe(422)
    expect(readMainText(refused.html)).toContain('Tick who is here.')
  })

  it('is refused with the present state when a colleague marked somebody as absent meanwhile', async () => {
    await query("update passengers set boarding = 'no_show', boarded_at = now() where id = $1", [ines])
    const refused = await press(TICKS())
    expect(refused.status).toBe(409)
    const page = readMainText(refused.html)
    expect(page).toContain('Ines Duarte: Somebody else changed this meanwhile.')
    expect(page).toContain('did not come')
    expect((await stateOf(ines))?.['boarding']).toBe('no_show')
  })

  it('is refused with both weights when a colleague typed another one', async () => {
    await query('update passengers set weight_lbs = 171 where id = $1', [hal])
    const refused = await press([...TICKS(), [`weight_${String(hal)}`, '184']])
    expect(refused.status).toBe(409)
    expect(readMainText(refused.html)).toContain('171 lb was typed for Hal Duarte meanwhile')
    expect(await stateOf(hal)).toEqual({ boarding: null, weight_lbs: 171 })
  })

  it('is taken back by one press', async () => {
    await press(TICKS())
    const undone = await staff.post(partyPath(), {
      ...{ flight: String(flight), order: String(sold.order.id), undo: String(hal) },
    })
    expect([undone.status, undone.location]).toEqual([303, partyPath()])
    expect((await stateOf(hal))?.['boarding']).toBeNull()
    expect((await stateOf(ines))?.['boarding']).toBe('checked_in')
  })

  it('is not offered before check-in begins', async () => {
    const before = shop.clock.now()
    shop.clock.set(new Date(before.getTime() - 6 * 3_600_000))
    staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
    const page = await staff.get(partyPath())
    expect(readMainText(page.html)).toContain('Check-in begins six hours before the flight.')
    expect(page.html).not.toContain('name="check_in"')
    expect(readMainText((await scan(sold.order.number)).html)).toContain(
      `It is too early for ${sold.order.number}`,
    )
    shop.clock.set(before)
    staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  })
})

describe('the ticket of a customer', () => {
  it('shows a code with the number of the order, and no secret, which leads staff to the party', async () => {
    const token = await secret()
    const linked = await (await pages.browser()).get(`/orders/${token}`)
    const own = await pages.browser({ token: sold.buyer.token })
    const order = await own.get(`/account/orders/${String(sold.order.id)}`)
    const flown = await own.get(`/account/flights/${String(flight)}`)
    const { publicUrl } = shop.deps.settings
    for (const { html } of [linked, order, flown]) {
      expect(html).toContain(`aria-label="The code of order ${sold.order.number}"`)
      const code = readQr(html)
      expect(code).toBe(`${publicUrl}/orders/${String(sold.order.id)}`)
      expect((await scan(code)).location).toBe(partyPath())
    }
  })

  it('has no code any more once the flight has left', async () => {
    await query("update flights set status = 'landed' where id = $1", [flight])
    const own = await pages.browser({ token: sold.buyer.token })
    const { html } = await own.get(`/account/flights/${String(flight)}`)
    await query("update flights set status = 'scheduled' where id = $1", [flight])
    expect(html).not.toContain('class="qr"')
  })
})
