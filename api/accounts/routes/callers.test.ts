import { desc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NextDeparturesReply } from '#contract/availability.ts'
import { CallersReply } from '#contract/caller.ts'
import { occupySeats } from '#tests/support/reserve-seats.ts'
import { logIn } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { orders } from '../../db/schema/orders.ts'
import { findCallers } from '../customers/find-callers.ts'

let shop: TestApi
let token: string
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  token = await logIn(shop, 'staff@example.com')
  await shop.deps.database.db.execute(sql`insert into users (email, first_name, last_name, phone, created_at)
    values ('priya@example.com', 'Priya', 'Raghunathan', '+1 (201) 555-0144', now()),
      ('arjun@example.com', 'Arjun', 'Raghunathan', '646.555.9144', now()),
      ('gone@example.com', 'Gone', 'Person', '201 555 0144', now())`)
  await shop.deps.database.db.execute(
    sql`update users set erased_at = now() where email = 'gone@example.com'`,
  )
})
afterAll(() => shop.close())

const find = async (query: string) => {
  const { status, body } = await shop.call('GET', `/v1/callers?${query}`, { token })
  expect(status).toBe(200)
  return CallersReply.parse(body)
}
const names = async (query: string) => (await find(query)).callers.map(({ first_name: name }) => name)

test('a caller is found by a whole number, by its last digits and by a name, and nobody erased', async () => {
  expect(await names('q=201-555-0144')).toEqual(['Priya'])
  expect(await names('q=(201)%20555-0144')).toEqual(['Priya'])
  expect(await names('q=5550144')).toEqual(['Priya'])
  expect(await names('q=0144')).toEqual(['Priya'])
  expect(await names('q=9144')).toEqual(['Arjun'])
  expect(await names('q=raghu')).toEqual(['Arjun', 'Priya'])
  expect(await names('q=144')).toEqual([])
  expect(await names('q=5559999')).toEqual([])
})

test('a caller has orders, last flight, credit, cards and gifts, and no code of any', async () => {
  const { callers } = await find('q=priya')
  expect(callers[0]).toMatchObject({ orders: 0, last_flight: null, credit: 0, cards: [], gifts: [] })
  const { db } = shop.deps.database
  const [priya] = callers
  await db.execute(sql`insert into credit_cards (user_id, reference, fingerprint, brand, last4, exp_month,
    exp_year, created_at) values (${priya?.id}, 'pm_1', 'fp_1', 'visa', '4242', 12, 2030, now())`)
  await db.execute(sql`insert into gift_cards (code_hash, code_sealed, code_tail, name, brand_id, product_id,
      good_for_fare_id, good_for_fare_ids, unit, price_cents, value_cents, waiting_fees, state, purchaser_id,
      expires_at, created_at)
    select 'hash of a gift', 'sealed', 'WXYZ', 'Gift', p.brand_id, p.id, f.id, array[f.id], 'seat', 100, 100,
      '[]',
      'available', ${priya?.id}, '2099-01-01', now()
    from products p join fares f on f.product_id = p.id where p.id = 6 limit 1`)
  const again = await find(`id=${String(priya?.id)}`)
  expect(again.callers[0]).toMatchObject({
    email: 'priya@example.com',
    cards: [{ brand: 'visa', last4: '4242' }],
    gifts: [{ product_name: 'The New Yorker', count: 1 }],
  })
  expect(JSON.stringify(again)).not.toContain('WXYZ')
})

test('only staff look up callers', async () => {
  const customer = await logIn(shop, 'customer@example.com')
  expect((await shop.call('GET', '/v1/callers?q=0144', { token: customer })).status).toBe(403)
  expect((await shop.call('GET', '/v1/callers?q=0144')).status).toBe(401)
})

test('the last flight is one that has left, and an id of nobody finds nobody', async () => {
  expect((await find('id=99999999')).callers).toEqual([])
  const { body } = await shop.call('GET', '/v1/availability/next?product_id[]=6&limit=1')
  const [departure] = NextDeparturesReply.parse(body).departures
  await occupySeats(shop, departure, { seats: 1, state: 'sold' })
  const { db } = shop.deps.database
  const [order] = await db.select().from(orders).orderBy(desc(orders.id)).limit(1)
  const lastFlight = async () => {
    const { callers } = await findCallers(db, { id: order?.userId ?? 0 }, shop.clock.now())
    return callers[0]?.last_flight
  }
  expect(await lastFlight()).toBeNull()
  shop.clock.set(departure?.depart_at ?? '')
  shop.clock.advance(1)
  expect(await lastFlight()).toMatchObject({
    product_name: 'The New Yorker',
    depart_at: departure?.depart_at,
  })
})
