import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { readFieldValue, readMainText } from '#tests/support/staff-sell.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
let pilot: Browser
let flight: string
let machine: string
let date: string
beforeAll(async () => {
  shop = await openPayingShop()
  const { order } = await sellOrder(shop, { seats: 2 })
  flight = String(order.flights[0]?.flight_id)
  date = order.flights[0]?.local_date ?? ''
  machine = String(await shop.count('select aircraft_id from flights where id = $1', flight))
  const pages = await openShopPages(shop)
  staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
  pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
})
afterAll(() => shop.close())

const PATH = '/staff/aircraft'
const out = (more: Record<string, string> = {}) => ({
  ...{ act: 'save', aircraft_id: machine, from_date: date, reason: 'Inspection' },
  ...more,
})
const textOf = async (path: string) => readMainText((await staff.get(path)).html)

it('an aircraft is taken out of service after the flights that are hit were seen, and put back', async () => {
  expect(await textOf(PATH)).toContain('Every other aircraft flies on all days.')
  const shown = await staff.post(PATH, out())
  expect(shown.status).toBe(200)
  const text = readMainText(shown.html)
  expect(text).toContain('1 booked flight is hit, 2 people')
  expect(text).toContain('N404LR')
  expect(readFieldValue(shown.html, 'reason')).toBe('Inspection')
  expect(await shop.count('select count(*) from aircraft_outages')).toBe(0)
  const changed = await staff.post(PATH, out({ looked: 'yes' }))
  expect(changed.status).toBe(409)
  expect(readMainText(changed.html)).toContain('It changed meanwhile: 1 booked flight is hit')

  const saved = await staff.post(PATH, out({ looked: 'yes', seen: flight }))
  expect(saved.location).toBe(`${PATH}?done=saved.1`)
  expect(await textOf(saved.location ?? '')).toContain('1 booked flight needs another aircraft')
  const board = await textOf(`/staff/board?date=${date}`)
  expect(board).toContain('Not assigned')
  expect(board).toContain('Out of service until')
  const { html } = await staff.get(PATH)
  const back = await staff.post(PATH, { act: 'back', outage: readFieldValue(html, 'outage') ?? '' })
  expect(back.location).toBe(`${PATH}?done=back.0`)
  expect(await textOf(`/staff/board?date=${date}`)).not.toContain('Not assigned')
})

it('a form without a reason or a day keeps what was typed', async () => {
  const refused = await staff.post(PATH, { act: 'save', aircraft_id: machine, reason: 'Inspection' })
  expect(refused.status).toBe(422)
  expect(readFieldValue(refused.html, 'reason')).toBe('Inspection')
  const over = await staff.post(PATH, out({ from_date: '2020-01-01' }))
  expect(over.status).toBe(422)
  expect(readMainText(over.html)).toContain('These days are over already')
  expect((await staff.post(PATH, out({ reason: '' }))).status).toBe(422)
})

it('is no page for pilots', async () => {
  expect((await pilot.get(PATH)).status).toBe(404)
  expect((await pilot.post(PATH, out())).status).toBe(404)
})
