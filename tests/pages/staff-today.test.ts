import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
let flight: string
let orderId: number
beforeAll(async () => {
  shop = await openPayingShop()
  const { order } = await sellOrder(shop, { seats: 2 })
  orderId = order.id
  flight = String(order.flights[0]?.flight_id)
  shop.clock.set(new Date(Date.parse(order.flights[0]?.depart_at ?? '') - 2 * 3_600_000))
  await shop.deps.database.query('update passengers set weight_lbs = null where order_id = $1', [orderId])
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  // The page's day follows the machine's own clock.
  vi.useFakeTimers({ toFake: ['Date'], now: shop.clock.now() })
})
afterAll(async () => {
  vi.useRealTimers()
  await shop.close()
})

const mainOf = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const pilotId = () => shop.count("select id from users where email = 'pilot@example.com'")
const pilotOf = () => shop.count('select coalesce(pilot_id, 0) from flights where id = $1', flight)

describe('a missing pilot', () => {
  test('is set in its row and taken back by Undo, but not from somebody else', async () => {
    expect(mainOf((await staff.get('/staff')).html)).toContain('Piet Larsen, free')
    const pilot = String(await pilotId())
    const set = await staff.post('/staff', { intent: 'pilot', flight, pilot_id: pilot })
    expect(set.status).toBe(303)
    expect(await pilotOf()).toBe(Number(pilot))
    const done = await staff.get(set.location ?? '')
    expect(mainOf(done.html)).toMatch(/Piet Larsen flies LR-\d+\./)
    expect(done.html).toContain('value="undo_pilot"')
    expect(done.html).not.toContain('value="pilot"')
    await staff.post('/staff', { intent: 'undo_pilot', flight, pilot_was: '999999' })
    expect(await pilotOf()).toBe(Number(pilot))
    expect((await staff.post('/staff', { intent: 'undo_pilot', flight, pilot_was: pilot })).status).toBe(303)
    expect(await pilotOf()).toBe(0)
  })

  test('a person who is no pilot is refused at the row', async () => {
    const refused = await staff.post('/staff', { intent: 'pilot', flight, pilot_id: '1' })
    expect(refused.status).toBe(422)
    expect(mainOf(refused.html)).toContain('This is no pilot')
  })
})

describe('missing weights', () => {
  test('a weight that nobody has is refused and stays typed, others are saved', async () => {
    const { html } = await staff.get('/staff')
    const fields = [...html.matchAll(/name="(weight-\d+-\d+)"/g)].map(([, name = '']) => name)
    expect(fields.length).toBeGreaterThan(0)
    const typed = (value: string) => Object.fromEntries(fields.map((name) => [name, value]))
    const wrong = await staff.post('/staff', { intent: 'weights', flight, ...typed('1580') })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('value="1580"')
    expect((await staff.post('/staff', { intent: 'weights', flight, ...typed('') })).status).toBe(422)
    const saved = await staff.post('/staff', { intent: 'weights', flight, ...typed('158') })
    expect(saved.status).toBe(303)
    expect(mainOf((await staff.get(saved.location ?? '')).html)).toMatch(/The weights of LR-\d+ are saved\./)
    expect(
      await shop.count('select count(*) from passengers where order_id = $1 and weight_lbs is null', orderId),
    ).toBe(0)
  })
})

test('guests who are late stand on the first page, in the list of the board and at their row', async () => {
  const { query } = shop.deps.database
  await query('update flights set pilot_id = $2 where id = $1', [flight, await pilotId()])
  // The flight leaves in two hours: check-in time was three hours ago.
  await query('update products set check_in_mins = 300 where id = 6')
  const slot =
    'select local_date::text as day from slots where id = (select slot_id from flights where id = $1)'
  const day = (await query(slot, [flight])).rows[0]?.['day']
  expect(mainOf((await staff.get('/staff')).html)).toContain('Check-in 0 of 2, 2 guests late')
  const board = await staff.get(`/staff/board?date=${String(day)}&by=list`)
  expect(mainOf(board.html)).toContain('In 0/2, 2 guests late')
  await query("update orders set phone = '+1 201 555 0142' where id = $1", [orderId])
  const row = mainOf((await staff.get(`/staff/flights/${flight}`)).html)
  expect(row).toMatch(/Whoever is not here by \d+:\d\d [ap]m is late\./)
  expect(row).toMatch(/2 guests late .* Call \+1 201 555 0142 of O-/)
  const scan = (await staff.get(`/staff/scan?flight=${flight}`)).html
  expect(mainOf(scan)).toMatch(/Not here yet .* late O-/)
  expect(scan).toMatch(/href="sms:\+12015550142\?&amp;body=We%20are%20waiting/)
  await query('update products set late_mins = 10 where id = 6')
  expect(mainOf((await staff.get('/staff')).html)).not.toContain('guests late')
})

test('one press says that all who are late did not come, but not of whom was checked in since', async () => {
  const { query } = shop.deps.database
  await query('update products set late_mins = 200 where id = 6')
  const page = `/staff/flights/${flight}`
  const ids = [...(await staff.get(page)).html.matchAll(/name="missing" value="(\d+)"/g)].map(
    ([, id]) => id ?? '',
  )
  expect(ids).toHaveLength(2)
  await query("update passengers set boarding = 'checked_in', boarded_at = now() where id = $1", [ids[0]])
  const press = () =>
    staff.post(
      page,
      ids.map((id): [string, string] => ['missing', id]),
    )
  const pressed = await press()
  expect(pressed.status).toBe(409)
  expect(mainOf(pressed.html)).toContain('Somebody else changed this meanwhile')
  const boarded = async () =>
    (await query('select boarding from passengers where id = any($1) order by id', [ids])).rows.map(
      ({ boarding }) => boarding,
    )
  expect(await boarded()).toEqual(['checked_in', 'no_show'])
  const html = mainOf((await staff.get(page)).html)
  expect(html).not.toContain('guests late')
  expect(html).toContain('of 1 signed')
  await query('update products set late_mins = null where id = 6')
})

test('an unknown act is not found', async () => {
  expect((await staff.post('/staff', { intent: 'fly', flight })).status).toBe(404)
})
