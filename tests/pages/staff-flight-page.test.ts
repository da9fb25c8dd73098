import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { type Sold, sellOrder } from '#tests/support/sold-order.ts'
import { readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const HOUR_MS = 3_600_000

let shop: PayingShop
let pages: ShopPages
let staff: Browser
let sold: Sold
let flight: number
let leavesAt: number
beforeAll(async () => {
  shop = await openPayingShop()
  sold = await sellOrder(shop, { seats: 3 })
  const [booked] = sold.order.flights
  flight = booked?.flight_id ?? 0
  leavesAt = Date.parse(booked?.depart_at ?? '')
  const names = ['Ines Duarte', 'Hal Duarte', 'Mele Leota']
  for (const [at, name] of names.entries()) {
    await query(
      `update passengers set full_name = $2, weight_lbs = case when $2 = 'Mele Leota' then null else 150 end
       where order_id = $1 and position = (select min(position) + $3 from passengers where order_id = $1)`,
      [sold.order.id, name, at],
    )
  }
  pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
})
afterAll(() => shop.close())

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const path = (id = flight) => `/staff/flights/${String(id)}`
const text = async (id = flight) => readMainText((await staff.get(path(id))).html)
const setClock = (beforeFlightMs: number) => shop.clock.set(new Date(leavesAt - beforeFlightMs))
const idOf = async (name: string) =>
  String(await shop.count('select id from passengers where full_name = $1', name))
const weightOf = (name: string) => shop.count('select weight_lbs from passengers where full_name = $1', name)
const countHere = (name: string) =>
  shop.count("select count(*) from passengers where full_name = $1 and boarding = 'checked_in'", name)

/** The fields that the press of a row sends. */
async function readPress(name: string): Promise<Record<string, string>> {
  const { html } = await staff.get(path())
  const form = html.split('<form').find((one) => one.includes(`id="press-${String(idsOf[name])}"`)) ?? ''
  const fields = form.slice(0, form.indexOf('</form>')).matchAll(/name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, field = '', value = '']) => [field, value]))
}
const idsOf: Record<string, string> = {}

describe('the page of a flight', () => {
  beforeAll(async () => {
    for (const name of ['Ines Duarte', 'Hal Duarte', 'Mele Leota']) idsOf[name] = await idOf(name)
  })

  it('asks for a missing weight before check-in begins, and saves it without a check-in', async () => {
    setClock(7 * HOUR_MS)
    expect(await text()).toMatch(/490 of 900 lb 410 lb left Not told: Mele Leota; counted with 190 lb/)
    const press = await readPress('Mele Leota')
    expect(press).toEqual({ order: String(sold.order.id), was_weight: '', correct: idsOf['Mele Leota'] })
    expect(await readPress('Hal Duarte')).toEqual({})
    expect(await text()).toContain('Check-in begins six hours before the flight.')
    const wrong = await staff.post(path(), { ...press, weight: 'much' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('value="much"')
    // The weight is asked for on the row, so the forms below it stay folded.
    expect(wrong.html).not.toMatch(/<details name="pax" open/)
    const saved = await staff.post(path(), { ...press, weight: '158' })
    expect(saved.location).toBe(`${path()}?corrected=1#pax-${String(idsOf['Mele Leota'])}`)
    expect(await weightOf('Mele Leota')).toBe(158)
    await query('update passengers set weight_lbs = null where full_name = $1', ['Mele Leota'])
  })

  it('weighs and checks in by one press, and nobody whose weight is refused', async () => {
    setClock(2 * HOUR_MS)
    const press = await readPress('Mele Leota')
    expect(press).toMatchObject({ boarding: 'checked_in', was_boarding: '', order: String(sold.order.id) })
    const wrong = await staff.post(path(), { ...press, weight: '1.5' })
    expect(wrong.status).toBe(422)
    expect(readMainText(wrong.html)).toContain('Please input whole pounds')
    expect(await countHere('Mele Leota')).toBe(0)
    const done = await staff.post(path(), { ...press, weight: '161' })
    expect(done.status).toBe(303)
    expect(done.location).toBe(`${path()}#pax-${String(idsOf['Mele Leota'])}`)
    expect(await weightOf('Mele Leota')).toBe(161)
    expect(await countHere('Mele Leota')).toBe(1)
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      minute: '2-digit',
    })
    const time = clock.format(shop.clock.now()).replace('\u202f', ' ').toLowerCase()
    expect(await text()).toMatch(new RegExp(`1 of 3 here.*Here ${time} , undo for Mele Leota`))
    expect(await text()).toContain(`Checked in ${time}`)
  })

  it('keeps the note of a row that is pressed, and takes a check-in back', async () => {
    const note = { boarding: 'checked_in', note: 'Comes late', was_boarding: 'checked_in', was_note: '' }
    const passenger = idsOf['Mele Leota'] ?? ''
    expect((await staff.post(path(), { passenger, ...note })).status).toBe(303)
    const press = await readPress('Mele Leota')
    expect(press).toMatchObject({ boarding: '', was_boarding: 'checked_in', note: 'Comes late' })
    expect((await staff.post(path(), press)).status).toBe(303)
    expect(await countHere('Mele Leota')).toBe(0)
    expect(await text()).toContain('Comes late')
  })

  it('shows both values when somebody else was faster', async () => {
    const press = await readPress('Hal Duarte')
    await query("update passengers set boarding = 'no_show', boarded_at = now() where id = $1", [
      idsOf['Hal Duarte'],
    ])
    const late = await staff.post(path(), press)
    expect(late.status).toBe(409)
    expect(readMainText(late.html)).toContain('Somebody else changed this meanwhile')
    expect(readMainText(late.html)).toContain('Now: Did not come.')
    expect(late.html).toMatch(/<option value="checked_in" selected="">Checked in</)
    expect(late.html).toContain(`href="#pax-${String(idsOf['Hal Duarte'])}"`)
    expect(late.html.match(/<details name="pax" open/g)).toHaveLength(1)
    await query('update passengers set boarding = null, boarded_at = null where id = $1', [
      idsOf['Hal Duarte'],
    ])
  })

  it('says how many pounds a flight is over its limit', async () => {
    await query('update flights set max_weight_lbs = 400 where id = $1', [flight])
    expect(await text()).toMatch(/ 461 of 400 lb 61 lb over the limit /)
    await query('update flights set max_weight_lbs = 900 where id = $1', [flight])
  })

  it('sets the pilot, who is named with a flight about that time', async () => {
    expect((await staff.get(path())).html).toMatch(/<details name="act" id="pilot" open/)
    const pilot = String(await shop.count("select id from users where email = 'pilot@example.com'"))
    expect((await staff.post(path(), { pilot_id: '1' })).status).toBe(422)
    expect((await staff.post(path(), { pilot_id: pilot })).location).toBe(path())
    const page = await staff.get(path())
    expect(readMainText(page.html)).toContain('Piet Larsen flies it now.')
    expect(page.html).not.toMatch(/<details name="act" id="pilot" open/)
    // Another aircraft an hour later, which nobody flies yet.
    await query(
      `insert into flights (slot_id, aircraft_id, flight_code, depart_at, ready_at, capacity, max_weight_lbs)
       select slot_id, aircraft_id, 'TWIN', depart_at, ready_at, capacity, max_weight_lbs from flights
         where id = $1`,
      [flight],
    )
    const twin = await shop.count("select id from flights where flight_code = 'TWIN'")
    const other = await staff.get(path(twin))
    expect(readMainText(other.html)).toMatch(/Piet Larsen, flies at \d+:\d\d [ap]m/)
    expect(readMainText(other.html)).toContain('Nobody has a seat on this flight.')
    expect((await staff.post(path(twin), { pilot_id: pilot })).status).toBe(422)
    expect(other.html).toContain(`<a href="${path()}">`)
    expect(page.html).not.toContain(path(twin))
  })

  it('leads to the cancellation of its departure, which pilots do not see', async () => {
    const query = new URLSearchParams({
      departure: String(sold.order.flights[0]?.departure_id),
      at: new Date(leavesAt).toISOString(),
    })
    const href = `/staff/call-off?${query.toString()}`.replaceAll('&', '&amp;')
    expect((await staff.get(path())).html).toContain(`href="${href}"`)
    const pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
    const { html } = await pilot.get(path())
    expect(html).not.toContain('call-off')
    expect(html).not.toContain('name="pilot_id"')
    expect(html).not.toContain('name="weight"')
    expect(html).toContain('name="status" value="boarding"')
    expect((await pilot.post(path(), { pilot_id: '1' })).status).toBe(403)
  })

  it('lets nobody be checked in or corrected after it has landed', async () => {
    await query("update flights set status = 'departed' where id = $1", [flight])
    const inTheAir = (await staff.get(path())).html
    expect(inTheAir).toContain('name="boarding"')
    expect(inTheAir).not.toContain('name="correct"')
    await query("update flights set status = 'landed' where id = $1", [flight])
    const { html } = await staff.get(path())
    expect(html).not.toContain('name="boarding"')
    expect(html).toContain('Back in the air')
    expect(readMainText(html)).not.toContain('See who gets what')
  })
})
