import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { findOrderToken } from '#api/store/orders/order-link.ts'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { readQr } from '#tests/support/read-qr.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { type Sold, sellOrder } from '#tests/support/sold-order.ts'
import { readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let sold: Sold
let orderPath: string
let tomasz: number
let other: number
beforeAll(async () => {
  shop = await openPayingShop()
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  sold = await sellOrder(shop, { seats: 2 })
  orderPath = `/staff/orders/${String(sold.order.id)}`
  const { rows } = await query('select id from passengers where order_id = $1 order by position', [
    sold.order.id,
  ])
  ;[tomasz = 0, other = 0] = rows.map(({ id }) => Number(id))
  await query("update passengers set full_name = 'Tomasz Kowal', weight_lbs = null where id = $1", [tomasz])
  await query("update passengers set full_name = '', weight_lbs = null where id = $1", [other])
})

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const pathOf = (address: string) => new URL(address).pathname
const text = async (browser: Browser, path: string) => readMainText((await browser.get(path)).html)
/** The code that the page of the sale shows. */
const scanSale = async () => pathOf(readQr((await staff.get(orderPath)).html))
const keyOf = (html: string) => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''

/** A phone that scans the code and presses a guest. */
async function pick(party: string, passenger: number) {
  const phone = await pages.browser()
  const { html } = await phone.get(party)
  const answer = await phone.post(party, { key: keyOf(html), passenger: String(passenger) })
  return { phone, answer, own: answer.location ?? '' }
}
const GIVEN = { full_name: 'Hanna Nowak', weight: '63 kg', waiver: 'on', version: WAIVER_VERSION }

describe('guests with their own phones, without a script', () => {
  it('scan the code of the sale, pick themselves and give their details', async () => {
    const party = await scanSale()
    const shown = await text(await pages.browser(), party)
    expect(shown).toContain('Which guest are you?')
    expect(shown).toContain('Tomasz, guest 1')
    expect(shown).toContain('Guest 2')
    expect(shown).not.toContain('Kowal')
    expect(await text(staff, orderPath)).toContain('0 of 2 guests done.')

    const { phone, answer, own } = await pick(party, other)
    expect(answer.status).toBe(303)
    expect(own).toMatch(/^\/passengers\/[0-9a-f]{48}$/)
    // Of each other they learn the first name that the buyer typed, and who is done.
    const hers = await text(phone, own)
    expect(hers).toMatch(/Your party, 0 of 2 done Tomasz, guest 1 Not yet You Not yet/)
    expect(hers).not.toContain('Kowal')
    expect(await text(staff, orderPath)).toContain('On their own phone')
    const saved = await phone.post(own, { ...GIVEN, signature: 'Hanna Nowak' })
    expect(saved.status).toBe(303)
    const sale = await text(staff, orderPath)
    expect(sale).toContain('1 of 2 guests done.')
    expect(sale).toContain('Missing: weight, waiver')
    // Somebody who scans now sees neither her name nor her seat.
    const later = await text(await pages.browser(), party)
    expect(later).not.toContain('Hanna')
    expect(later).not.toContain('Guest 2')
  })

  it('are told when somebody else was first, and which guests are left', async () => {
    const party = await scanSale()
    const late = await pages.browser()
    const { html } = await late.get(party)
    await pick(party, other)
    const answer = await late.post(party, { key: keyOf(html), passenger: String(other) })
    expect(answer.status).toBe(409)
    const shown = readMainText(answer.html)
    expect(shown).toContain(
      'Somebody else took that one just before you. Please pick from those that are left.',
    )
    expect(shown).toContain('Tomasz, guest 1')
    expect(shown).not.toContain('Guest 2')
    await pick(party, tomasz)
    expect(await text(late, party)).toContain('Everybody is picked.')
  })

  it('reach their page also when the press was sent twice', async () => {
    const party = await scanSale()
    const phone = await pages.browser()
    const form = { key: keyOf((await phone.get(party)).html), passenger: String(other) }
    const [first, second] = [await phone.post(party, form), await phone.post(party, form)]
    expect([first.status, second.status]).toEqual([303, 303])
    expect(second.location).toBe(first.location)
  })

  it('sign with a drawing, which stays in the form when something else is wrong', async () => {
    const { phone, own } = await pick(await scanSale(), other)
    const drawing = 'M96 172L110 120L124 84L130 90'
    const refused = await phone.post(own, { ...GIVEN, full_name: '', drawing })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain(`d="${drawing}"`)
    const unticked = await phone.post(own, { full_name: 'Hanna Nowak', drawing })
    expect(unticked.status).toBe(422)
    expect(unticked.html).toContain('Please tick that you have read it and agree')
    expect((await phone.post(own, { ...GIVEN, drawing })).status).toBe(303)
    const signed = await phone.get(`${own}/waiver`)
    expect(readMainText(signed.html)).toContain('Hanna Nowak')
    expect(signed.html).toContain(`d="${drawing}"`)
  })

  it('see a clear page at a code that has ended, and are answered 404', async () => {
    const party = await scanSale()
    await query("update flights set status = 'departed' where id = $1", [sold.order.flights[0]?.flight_id])
    for (const path of [party, '/party/nothing-of-ours']) {
      const page = await (await pages.browser()).get(path)
      expect([path, page.status]).toEqual([path, 404])
      expect(readMainText(page.html)).toContain('This code has ended.')
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect(await text(staff, orderPath)).not.toContain('Guests do the typing')
  })
})

describe('the code of a party', () => {
  it('stands on the printed receipt and on the page of the ticket', async () => {
    const party = await scanSale()
    const receipt = await (
      await pages.browser({ token: sold.buyer.token })
    ).get(`/orders/${String(sold.order.id)}/receipt`)
    expect(pathOf(readQr(receipt.html))).toBe(party)
    const to = { orderId: sold.order.id, to: sold.buyer.email }
    const ticket = await (await pages.browser()).get(`/orders/${(await findOrderToken(shop.deps, to)) ?? ''}`)
    const after = ticket.html.slice(ticket.html.indexOf('party-code'))
    expect(pathOf(readQr(after))).toBe(party)
  })
})

describe('staff at the pad', () => {
  it('open a guest’s waiver from the flight and from check-in, during check-in too', async () => {
    const flight = sold.order.flights[0]
    shop.clock.set(new Date(Date.parse(flight?.depart_at ?? '') - 30 * 60_000))
    staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
    const flightId = String(flight?.flight_id)
    const guest = `${orderPath}/guests/${String(other)}?flight=${flightId}`
    for (const path of [
      `/staff/flights/${flightId}`,
      `/staff/scan?flight=${flightId}&order=${String(sold.order.id)}`,
    ]) {
      expect((await staff.get(path)).html, path).toContain(`href="${guest}"`)
    }
    const page = await staff.get(guest)
    const shown = readMainText(page.html)
    expect(shown).toContain('Guest 2')
    expect(shown).toContain('Missing: name, weight, waiver.')
    const own = pathOf(readQr(page.html))
    expect(page.html).toContain(`href="${own}"`)
    expect((await (await pages.browser()).post(own, { ...GIVEN, signature: 'Hanna Nowak' })).status).toBe(303)
    expect(await text(staff, guest)).toContain('Everything is here.')
    expect((await staff.get(`${orderPath}/guests/999999`)).status).toBe(404)
  })

  it('free a seat that the wrong guest picked, and the page of that guest ends', async () => {
    const party = await scanSale()
    const { phone, own } = await pick(party, other)
    const guest = `${orderPath}/guests/${String(other)}`
    expect(await text(staff, guest)).toContain('Free the seat')
    expect((await staff.post(guest, {})).status).toBe(303)
    expect((await phone.get(own)).status).toBe(404)
    expect(await text(staff, guest)).not.toContain('Free the seat')
    expect(await text(await pages.browser(), party)).toContain('Guest 2')
  })
})
