import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StaffSearch, StaffSearchReply } from '#contract/staff-search.ts'
import { giveGiftCard, giveVoucher, openAccount } from '#tests/support/give-tenders.ts'
import { departureAt, guestToken, logIn, openShop, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let staff: string
let nextDay: () => string
let soonId: number
let laterId: number
let flightCode: string
let today: string
beforeAll(async () => {
  const opened = await openShop()
  ;({ shop, nextDay } = opened)
  today = nextDay()
  const guest = await guestToken(shop, 'otto.quillfeather@example.com')
  const at = (day: string, time: string) => departureAt(shop, 6, day, time)
  const soon = await placeOrder(shop, guest, seatOrder(await at(today, '14:30'), 1))
  const later = await placeOrder(
    shop,
    await guestToken(shop, 'otto.quillfeather@example.com'),
    seatOrder(await at(nextDay(), '14:30'), 2),
  )
  ;[soonId, laterId] = [soon.id, later.id]
  flightCode = soon.flights[0]?.flight_code ?? ''
  const { query } = shop.deps.database
  await query("update orders set phone = '+1 (646) 555-0183' where id = $1", [soonId])
  await query(
    "update users set first_name = 'Otto', last_name = 'Quillfeather' where email = " +
      "'otto.quillfeather@example.com'",
  )
  // It is the morning of the first order's flight.
  shop.clock.set(new Date(`${today}T14:00:00Z`))
  staff = await logIn(shop, 'staff@example.com')
})
afterAll(() => shop.close())

const ask = (text: unknown, token?: string) =>
  shop.call('POST', '/v1/staff_searches', {
    body: { staff_search: { text } },
    ...(token === undefined ? {} : { token }),
  })

async function search(text: string): Promise<StaffSearch> {
  const { status, body } = await ask(text, staff)
  expect(status).toBe(200)
  return StaffSearchReply.parse(body).staff_search
}
const idsOf = (kind: { rows: { id: number }[] } | null) => kind?.rows.map(({ id }) => id)

describe('the search of staff', () => {
  it('finds orders and their customer by the beginning of a name, those of today first', async () => {
    const found = await search('quillf')
    expect(found.date).toBe(today)
    expect(idsOf(found.orders)).toEqual([soonId, laterId])
    expect(found.customers?.rows.map(({ email }) => email)).toEqual(['otto.quillfeather@example.com'])
    expect(found).toMatchObject({
      order_id: null,
      is_code: false,
      flights: { count: 0 },
      codes: { count: 0 },
    })
  })

  it('finds orders and customers by the last four digits of a phone number', async () => {
    const found = await search('0183')
    expect(idsOf(found.orders)).toEqual([soonId])
    expect(found.customers?.rows.map(({ email }) => email)).toEqual(['otto.quillfeather@example.com'])
    expect((await search('183')).customers?.count).toBe(0)
    expect((await search('64655501')).orders?.count).toBe(0)
  })

  it('names the order of a number, with its letter whatever else the digits fit', async () => {
    expect(await search(`O-${String(soonId)}`)).toMatchObject({ order_id: soonId })
    expect(await search(`o${String(soonId)}`)).toMatchObject({ order_id: soonId })
    expect(await search(String(soonId))).toMatchObject({ order_id: soonId })
    const { query } = shop.deps.database
    await query("update orders set phone = '212555' || lpad($1::text, 4, '0') where id = $2", [
      String(soonId),
      laterId,
    ])
    expect(await search(String(soonId))).toMatchObject({ order_id: null, orders: { count: 2 } })
    expect(await search(`O-${String(soonId)}`)).toMatchObject({ order_id: soonId })
    expect(await search('O-99999')).toMatchObject({ order_id: null, orders: { count: 0 } })
  })

  it('finds flights of today by product, aircraft and time, and a number on any day', async () => {
    const byTime = await search('new yorker 2:30 pm')
    expect(byTime.flights?.rows).toMatchObject([
      { flight_code: flightCode, local_date: today, local_time: '14:30', product_name: 'The New Yorker' },
    ])
    expect((await search('new yorker 2:31 pm')).flights?.count).toBe(0)
    const registration = byTime.flights?.rows[0]?.registration ?? ''
    const byAircraft = await search(`${registration.toLowerCase()} 2:30 pm`)
    expect(byAircraft.flights?.rows).toEqual(byTime.flights?.rows)
    expect((await search('n000zz 2:30 pm')).flights?.count).toBe(0)
    expect((await search(flightCode)).flights?.rows.map(({ flight_code }) => flight_code)).toEqual([
      flightCode,
    ])
    const { rows } = await shop.deps.database.query(
      `select f.flight_code, f.id from order_item_seats i join flights f on f.id = i.flight_id
       where i.order_id = $1`,
      [laterId],
    )
    const tomorrow = await search(String(rows[0]?.['flight_code']).toLowerCase().replace('-', ''))
    expect(idsOf(tomorrow.flights)).toEqual([rows[0]?.['id']])
    expect(tomorrow.flights?.rows[0]?.local_date).not.toBe(today)
  })

  it('finds a gift card and a voucher by the whole code, without repeating it', async () => {
    const { userId } = await openAccount(shop.deps)
    const card = await giveGiftCard(shop.deps, userId)
    const voucher = await giveVoucher(shop.deps, userId, { valueCents: 12_000, balanceCents: 4_500 })
    const { body } = await ask(card.code.toLowerCase().replaceAll('-', ' '), staff)
    expect(JSON.stringify(body)).not.toContain(card.code)
    expect(StaffSearchReply.parse(body).staff_search).toMatchObject({
      is_code: true,
      codes: { rows: [{ kind: 'gift_card', id: card.id, status: 'available', customer_id: userId }] },
    })
    expect(await search(voucher.code)).toMatchObject({
      is_code: true,
      codes: { rows: [{ kind: 'voucher', id: voucher.id, value: 120, balance: 45, customer_id: userId }] },
    })
    expect(await search('2345-6789-ACDE-FGHJ')).toMatchObject({ is_code: true, codes: { count: 0 } })
  })

  it('finds a discount code with its uses, and says why it cannot be used', async () => {
    const { query } = shop.deps.database
    const { rows } = await query('select code, id from discount_codes where not internal order by id limit 1')
    const code = String(rows[0]?.['code'])
    const found = await search(code.toLowerCase())
    expect(found).toMatchObject({
      is_code: true,
      codes: { rows: [{ kind: 'discount', id: rows[0]?.['id'], uses: 0 }] },
    })
    await query('update discount_codes set redeemable = false where code = $1', [code])
    expect((await search(code)).codes?.rows).toMatchObject([{ refusal: 'This code has been switched off.' }])
  })

  it('gives at most eight rows of a kind and the number of all', async () => {
    const { query } = shop.deps.database
    await query(
      `insert into users (email, first_name, last_name, created_at)
       select 'many' || n || '@example.com', 'Many', 'Fellows', now() from generate_series(1, 11) n`,
    )
    const { customers } = await search('fellows')
    expect(customers?.rows).toHaveLength(8)
    expect(customers?.count).toBe(11)
  })

  it('refuses an empty text and one that is too long', async () => {
    for (const text of ['', '   ', 'x'.repeat(201), 7]) expect((await ask(text, staff)).status).toBe(422)
  })

  it('answers staff only', async () => {
    expect((await ask('quillf')).status).toBe(401)
    for (const who of ['customer', 'pilot'])
      expect((await ask('quillf', await logIn(shop, `${who}@example.com`))).status, who).toBe(403)
    expect((await ask('quillf', await logIn(shop, 'staff@example.com', false))).status).toBe(403)
    expect((await ask('quillf', await guestToken(shop, 'admin@example.com'))).status).toBe(403)
  })
})
