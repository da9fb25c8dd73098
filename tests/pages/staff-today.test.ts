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

test('an unknown act is not found', async () => {
  expect((await staff.post('/staff', { intent: 'fly', flight })).status).toBe(404)
})
