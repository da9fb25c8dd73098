import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NextDeparturesReply } from '#contract/availability.ts'
import { JwtReply } from '#contract/people.ts'
import { QuoteReply } from '#contract/quote.ts'
import { openDatabase } from '#api/db/client.ts'
import { seedDemo } from '#api/db/seed/seed-demo.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'
import { testSettings } from '../support/test-settings.ts'
import { type ServiceProcesses, startTwoProcesses } from './two-processes.ts'

let postgres: SharedPostgres
let processes: ServiceProcesses
let office: pg.Client
beforeAll(async () => {
  postgres = sharedPostgres()
  const databaseUrl = await postgres.createDatabase()
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await seedDemo(database.db, {
    now: new Date(),
    demoPassword: 'fly-demo',
    codes: createCodeVault(testSettings().secrets.code),
  })
  await database.close()
  processes = await startTwoProcesses(databaseUrl)
  office = new pg.Client({ connectionString: databaseUrl })
  await office.connect()
})
afterAll(async () => {
  await office.end()
  await processes.stop()
})

async function quoteAt(process: 0 | 1) {
  const next = await processes.call('GET', '/v1/availability/next?product_id=13&limit=1', { process })
  const [departure] = NextDeparturesReply.parse(next.body).departures
  const body = {
    brand_id: 1,
    departure_id: departure?.departure_id,
    depart_at: departure?.depart_at,
    quantity_type: 'seat',
    quantity: 1,
  }
  const { body: answer } = await processes.call('POST', '/v1/quotes', { body, process })
  return { body, quote: QuoteReply.parse(answer).quote }
}

test('every process charges a price that was written a moment ago', async () => {
  const before = await quoteAt(0)
  await quoteAt(1)
  for (const cents of [31_100, 32_200, 33_300]) {
    await office.query('update departures set seat_price_cents = $1 where product_id = 13', [cents])
    expect((await quoteAt(0)).quote.unit_price).toBe(cents / 100)
    expect((await quoteAt(1)).quote.unit_price).toBe(cents / 100)
  }
  const total = (await quoteAt(1)).quote.total

  const customer = { email: 'late@example.com' }
  const token = JwtReply.parse(
    (await processes.call('POST', '/v1/customers', { body: { customer } })).body,
  ).jwt
  await office.query('update departures set seat_price_cents = 34400 where product_id = 13')
  const { departure_id, depart_at } = before.body
  const seats = [{ departure_id, depart_at, quantity: 1 }]
  const order = { brand_id: 1, order_item_seats_attributes: seats, total_price: total }
  const placed = await processes.call('POST', '/v1/orders', { token, body: { order }, process: 1 })
  expect(placed).toMatchObject({ status: 409, body: { code: 'price_changed' } })
})

test('no process charges a price that is written but not committed', async () => {
  const { quote } = await quoteAt(0)
  await office.query('begin')
  await office.query('update departures set seat_price_cents = 77700 where product_id = 13')
  expect((await quoteAt(0)).quote.total).toBe(quote.total)
  expect((await quoteAt(1)).quote.total).toBe(quote.total)
  await office.query('commit')
  expect((await quoteAt(1)).quote.unit_price).toBe(777)
})
