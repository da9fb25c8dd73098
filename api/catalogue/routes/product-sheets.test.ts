import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import {
  type ProductSheet,
  type ProductSheetPreview,
  ProductSheetPreviewReply,
  ProductSheetReply,
  ProductSheetsReply,
} from '#contract/product-sheet.ts'
import { guestToken, logIn, openShop, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let staff: string
beforeAll(async () => {
  ;({ shop } = await openShop())
  shop.clock.set('2027-05-20T15:00:00Z')
  staff = await logIn(shop, 'staff@example.com')
})
afterAll(() => shop.close())

const MONDAY = '2027-05-24'
const NEW = {
  name: 'Lighthouse Loop',
  subtitle: 'Out to the light and back.',
  brand_id: 1,
  place: 'jersey',
  seat_price: 150,
  aircraft_type_id: 1,
  departure_terminal_id: 1,
  flight_duration_mins: 15,
  publish_status: 'published',
  timetable: [{ time: '06:05', sunset_offset_mins: null, days: [1, 2] }],
}
const send = (method: string, path: string, sheet: object, headers = {}) =>
  shop.call(method, `/v1/product_sheets${path}`, { token: staff, body: { product_sheet: sheet }, headers })
const sheetOf = (answer: { body: unknown }): ProductSheet =>
  ProductSheetReply.parse(answer.body).product_sheet
const previewOf = (answer: { body: unknown }): ProductSheetPreview =>
  ProductSheetPreviewReply.parse(answer.body).product_sheet_preview
const read = (id: number) => shop.call('GET', `/v1/product_sheets/${String(id)}`, { token: staff })
const tagOf = async (id: number) => (await read(id)).headers.get('etag') ?? ''
const count = async (sql: string) => Number((await shop.deps.database.query(sql)).rows[0]?.['n'])
const departuresOn = async (id: number, date: string) => {
  const { body } = await shop.call('GET', `/v1/availability/day?product_id=${String(id)}&date=${date}`)
  return AvailabilityDayReply.parse(body).availability.departures
}
const WRITTEN = `select (select count(*) from products) + (select count(*) from departures)
  + (select count(*) from audit_log) as n`

async function make(over: object = {}): Promise<ProductSheet> {
  const made = await send('POST', '', { ...NEW, ...over })
  expect(made.status).toBe(201)
  return sheetOf(made)
}

describe('a new product', () => {
  test('is previewed without a trace, and says what it lacks', async () => {
    const before = await count(WRITTEN)
    const seen = await send('POST', '', { ...NEW, preview: true })
    expect(seen.status).toBe(200)
    const preview = previewOf(seen)
    expect(preview).toMatchObject({ begins: 2, ends: 0, parties: 0, card: { name: 'Lighthouse Loop' } })
    expect(preview.price?.lines[0]).toMatchObject({ amount: 150 })
    const sum = preview.price?.lines.reduce((all, { amount }) => all + Math.round(amount * 100), 0)
    expect(sum).toBe(Math.round((preview.price?.total ?? 0) * 100))
    expect(preview.card.from_price_total).toBe(preview.price?.total)
    const elsewhere = await send('POST', '', {
      ...NEW,
      departure_terminal_id: 4,
      aircraft_type_id: 4,
      preview: true,
    })
    expect(previewOf(elsewhere)).toMatchObject({ aircraft: 0, card: { on_sale: false } })
    expect(await count(WRITTEN)).toBe(before)
  })

  test('is bookable as soon as it is saved, at the price that was shown', async () => {
    const { price } = previewOf(await send('POST', '', { ...NEW, preview: true }))
    const sheet = await make({ slug: 'lighthouse-loop' })
    expect(sheet).toMatchObject({
      state: { kind: 'on_sale' },
      next: { local_date: MONDAY, local_time: '06:05' },
      product: { slug: 'lighthouse-loop', sales_close_mins: 120 },
      timetable: [{ time: '06:05', days: [1, 2] }],
      last_change: { by: expect.any(String) as string },
    })
    const [departure] = await departuresOn(sheet.id, MONDAY)
    expect(departure).toMatchObject({ local_time: '06:05', seat_price_total: price?.total })
    const chosen = { departure_id: departure?.departure_id ?? 0, depart_at: departure?.depart_at ?? '' }
    const order = await placeOrder(shop, await guestToken(shop), seatOrder(chosen, 1))
    expect(order.total).toBe(price?.total)
  })

  test('that has a wrong value is refused whole, at the field', async () => {
    const before = await count(WRITTEN)
    const refused = async (over: object) => {
      const answer = await send('POST', '', { ...NEW, ...over })
      expect(answer.status).toBe(422)
      return Object.keys(answer.body as object)
    }
    expect(await refused({ seat_price: null })).toEqual(['seat_price'])
    expect(await refused({ slug: 'the-new-yorker' })).toEqual(['slug'])
    expect(await refused({ flight_duration_mins: 0 })).toEqual(['flight_duration_mins'])
    const window = { publish_at: '2027-06-02T04:00:00Z', publish_until: '2027-06-01T04:00:00Z' }
    expect(await refused(window)).toEqual(['publish_until'])
    const both = [{ time: '09:00', sunset_offset_mins: 0, days: [1] }]
    expect(await refused({ timetable: both })).toEqual(['timetable.0.time'])
    expect(await refused({ departure_terminal_id: 999 })).not.toEqual([])
    expect(await count(WRITTEN)).toBe(before)
  })

  test('that is saved twice under one key exists once', async () => {
    const key = { 'Idempotency-Key': 'product-twice-1' }
    const [one, two] = [await send('POST', '', NEW, key), await send('POST', '', NEW, key)]
    expect([one.status, two.status]).toEqual([201, 201])
    expect(sheetOf(one).id).toBe(sheetOf(two).id)
  })
})

describe('a change of the timetable', () => {
  test('begins and ends departures at once, and a former time keeps its rule', async () => {
    const { id } = await make({ name: 'Timetable' })
    const wanted = [
      { time: '06:05', sunset_offset_mins: null, days: [1] },
      { time: null, sunset_offset_mins: -60, days: [5] },
    ]
    const seen = await send('PATCH', `/${String(id)}`, { timetable: wanted, preview: true })
    expect(previewOf(seen)).toMatchObject({ begins: 1, ends: 1, parties: 0 })
    const changed = await send('PATCH', `/${String(id)}`, { timetable: wanted })
    expect(changed.status).toBe(200)
    expect(sheetOf(changed).timetable).toMatchObject(wanted)
    expect(await departuresOn(id, '2027-05-25')).toEqual([])
    expect(await departuresOn(id, '2027-05-28')).toHaveLength(1)
    const [rule] = await departuresOn(id, MONDAY)
    await send('PATCH', `/${String(id)}`, { timetable: [] })
    expect(sheetOf(await read(id)).state.kind).toBe('no_departures')
    await send('PATCH', `/${String(id)}`, { timetable: wanted })
    expect((await departuresOn(id, MONDAY))[0]?.departure_id).toBe(rule?.departure_id)
  })

  test('keeps who is booked on what it ends, and says how many they are', async () => {
    const { id } = await make({
      name: 'Booked',
      // Another time than that of the product whose only aircraft is booked.
      timetable: [{ time: '03:30', sunset_offset_mins: null, days: [1, 2] }],
    })
    const [departure] = await departuresOn(id, MONDAY)
    const chosen = { departure_id: departure?.departure_id ?? 0, depart_at: departure?.depart_at ?? '' }
    const order = await placeOrder(shop, await guestToken(shop), seatOrder(chosen, 2))
    await shop.deps.database.query("update holds set state = 'sold' where order_id = $1", [order.id])
    await shop.deps.database.query(
      `update flights set seats_sold = 2, seats_held = 0
        where id in (select flight_id from holds where order_id = $1)`,
      [order.id],
    )
    const seen = await send('PATCH', `/${String(id)}`, { timetable: [], preview: true })
    expect(previewOf(seen)).toMatchObject({ begins: 0, ends: 2, parties: 1, seats: 2 })
    expect((await send('PATCH', `/${String(id)}`, { timetable: [] })).status).toBe(200)
    const sheet = sheetOf(await read(id))
    expect(sheet.load).toMatchObject({ departures: 1, seats_taken: 2 })
    expect(
      await count(`select count(*) as n from holds where order_id = ${String(order.id)} and state = 'sold'`),
    ).toBe(1)
  })

  test('leaves the other fields and rules of the product', async () => {
    const before = sheetOf(await read(6))
    expect((await send('PATCH', '/6', { subtitle: 'Another line.' })).status).toBe(200)
    const after = sheetOf(await read(6))
    expect(after.timetable).toEqual(before.timetable)
    expect(after.product).toEqual({ ...before.product, subtitle: 'Another line.' })
    expect(after.timetable.find(({ time }) => time === '11:00')?.seat_prices).toEqual([209, 229, 249])
  })
})

describe('two members of staff with the same product open', () => {
  test('one after the other: the second is refused and nothing of it is written', async () => {
    const { id } = await make({ name: 'Two editors' })
    const tag = await tagOf(id)
    const first = await send('PATCH', `/${String(id)}`, { seat_price: 160 }, { 'If-Match': tag })
    expect(first.status).toBe(200)
    const second = { name: 'Mine', timetable: [] }
    expect((await send('PATCH', `/${String(id)}`, second, { 'If-Match': tag })).status).toBe(412)
    expect(sheetOf(await read(id))).toMatchObject({ name: 'Two editors', product: { seat_price: 160 } })
    const now = await tagOf(id)
    expect((await send('PATCH', `/${String(id)}`, second, { 'If-Match': now })).status).toBe(200)
  })

  test('a changed departure alone makes the sheet another one', async () => {
    const { id } = await make({ name: 'Departures alone' })
    const tag = await tagOf(id)
    const timetable = [{ time: '07:15', sunset_offset_mins: null, days: [3] }]
    await send('PATCH', `/${String(id)}`, { timetable })
    expect((await send('PATCH', `/${String(id)}`, { name: 'Late' }, { 'If-Match': tag })).status).toBe(412)
  })

  test('at once: one is saved and the other is refused', async () => {
    const { id } = await make({ name: 'At once' })
    const tag = { 'If-Match': await tagOf(id) }
    const save = (seat_price: number) => send('PATCH', `/${String(id)}`, { seat_price }, tag)
    const answers = await Promise.all([save(170), save(180)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  test('a refused rule of the product undoes the timetable, too', async () => {
    const { id } = await make({ name: 'All or nothing' })
    const before = await count(WRITTEN)
    const answer = await send('PATCH', `/${String(id)}`, { seat_price: null, timetable: [] })
    expect(answer.status).toBe(422)
    expect(await count(WRITTEN)).toBe(before)
  })
})

describe('the list of products', () => {
  const list = async () => {
    const { body } = await shop.call('GET', '/v1/product_sheets', { token: staff })
    return ProductSheetsReply.parse(body).product_sheets
  }

  test('tells why each of them is or is not sold', async () => {
    const states = {
      Hidden: { publish_status: 'draft' },
      Later: { publish_at: '2027-07-01T04:00:00Z' },
      Over: { publish_at: '2027-01-01T05:00:00Z', publish_until: '2027-05-01T04:00:00Z' },
      Ending: { publish_until: '2027-06-01T04:00:00Z' },
      Pausing: { availability: 'paused' },
      Nowhere: { departure_terminal_id: 4, aircraft_type_id: 4 },
      Never: { timetable: [] },
    }
    for (const [name, over] of Object.entries(states)) await make({ name, ...over })
    const kinds = new Map((await list()).map(({ name, state }) => [name, state.kind]))
    expect([...Object.keys(states), 'The New Yorker'].map((name) => kinds.get(name))).toEqual([
      ...['hidden', 'begins', 'ended', 'ends', 'paused', 'no_aircraft', 'no_departures'],
      'on_sale',
    ])
  })

  test('has the shop’s own price, the next departure and the load of four weeks', async () => {
    const newYorker = (await list()).find(({ id }) => id === 6)
    const { body } = await shop.call('GET', '/v1/products/6')
    expect(newYorker?.from_price_total).toBe(
      (body as { product: { from_price_total: number } }).product.from_price_total,
    )
    expect(newYorker).toMatchObject({ next: { local_date: '2027-05-20' }, load: { days: 28 } })
    expect(newYorker?.load.seats).toBeGreaterThan(newYorker?.load.seats_taken ?? 0)
    expect(newYorker?.sold_by).toEqual([{ id: 1, name: 'Loft & Rotor' }])
  })
})

test('customers and pilots are refused', async () => {
  for (const email of ['customer@example.com', 'pilot@example.com']) {
    const token = await logIn(shop, email)
    expect((await shop.call('GET', '/v1/product_sheets', { token })).status).toBe(403)
  }
})
