import pg from 'pg'
import pino from 'pino'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { BUSY_SENTENCE, UNAVAILABLE_SENTENCE } from '#contract/service-sentences.ts'
import { OrderReply } from '#contract/order.ts'
import { JwtReply } from '#contract/people.ts'
import { newestSecret } from '#settings/key-ring.ts'
import { type Settings } from '#settings/settings.ts'
import { commitSession, getSession } from '#app/visit/session.server.ts'
import { createWebServer } from '../../web/create-web-server.ts'
import { openService, type Service } from '../../web/open-service.ts'
import { seedTestDemo } from '../support/seed-test-demo.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { loadShop } from '../support/shop-pages.ts'
import { guestToken, postOrder, seatOrder } from '../support/shopper.ts'
import { createTestApi } from '../support/test-api.ts'
import { testSettings } from '../support/test-settings.ts'
import { weekdayFlight } from './two-process-shop.ts'

let settings: Settings
let service: Service
let web: ReturnType<typeof createWebServer>
let office: pg.Client
beforeAll(async () => {
  const databaseUrl = await sharedPostgres().createDatabase()
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await seedTestDemo(database, new Date())
  await database.query('delete from departure_exceptions')
  await database.close()
  settings = testSettings({ mode: 'server', databaseUrl, databaseDirectUrl: databaseUrl, busyRequests: 5 })
  const log = pino({ level: 'silent' })
  service = await openService(settings, log)
  const build = await loadShop()
  web = createWebServer({
    ...{ settings, log, clientFolder: undefined, build: () => Promise.resolve(build) },
    ...{ api: service.api, version: service.version, saturation: service.saturation, health: service.health },
    sandboxPages: service.sandboxPages,
    reports: { report: () => undefined, flush: () => Promise.resolve() },
    draining: () => false,
  })
  await web.prepareRefusals('shop.test')
  office = new pg.Client({ connectionString: databaseUrl })
  await office.connect()
})
afterAll(async () => {
  await office.end()
  await service.close()
})

const get = async (path: string, headers: Record<string, string> = {}) =>
  web.request(`http://shop.test${path}`, { headers }, {})
const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
  web.request(
    `http://shop.test${path}`,
    {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    },
    {},
  )
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/** Makes as many reads wait for a locked table as make the process busy, until the lock is given up. */
async function holdDatabase() {
  await office.query('begin; lock table catalogue_version in access exclusive mode')
  const held = Array.from({ length: settings.busyRequests }, () => get('/v1/version'))
  await expect.poll(service.saturation.isBusy).toBe(true)
  return async () => {
    expect(service.saturation.isBusy()).toBe(true)
    await office.query('commit')
    for (const answer of await Promise.all(held)) expect(answer.status).toBe(200)
  }
}

async function orderSeat() {
  const database = await openDatabase(settings)
  const flight = await weekdayFlight({ database }, 2)
  await database.close()
  const customer = { email: 'guest@example.com' }
  const { jwt } = JwtReply.parse(await (await post('/v1/customers', { customer })).json())
  const placed = await post('/v1/orders', seatOrder(flight, 1), bearer(jwt))
  return { jwt, flight, order: OrderReply.parse(await placed.json()).order }
}

it('while the database is held, new work is refused at once and payments go on', async () => {
  const { jwt, flight, order } = await orderSeat()
  const session = await getSession(new Request('http://shop.test'), { settings })
  session.set('token', jwt)
  session.set('guest', 'guest@example.com ')
  const Cookie = (await commitSession(session, { settings })).split(';')[0] ?? ''
  expect((await get('/faq')).status).toBe(200)
  const giveUp = await holdDatabase()

  // Refused without the database, or these would wait for the lock.
  for (const path of ['/', '/product/6', '/checkout/6', '/search?q=miami']) {
    const page = await get(path)
    expect({ path, status: page.status }).toEqual({ path, status: 503 })
    expect(page.headers.get('Retry-After')).toBe('5')
    expect(page.headers.get('Cache-Control')).toBe('no-store')
    const html = await page.text()
    expect(html).toContain(BUSY_SENTENCE)
    expect(html).toContain('data-brand=')
    expect(html).toContain('<h1>One moment, please</h1>')
  }
  const asked = await get('/checkout/6?_data=routes%2Fcheckout.%24product._index')
  expect([asked.status, asked.headers.get('X-Remix-Catch')]).toEqual([503, 'yes'])
  const seat = seatOrder(flight, 1)
  for (const refused of [
    await post('/v1/orders', seat, bearer(jwt)),
    await post('/v1/quotes', seat),
    await get('/v1/products'),
  ]) {
    expect(refused.status).toBe(503)
    expect(refused.headers.get('Retry-After')).toBe('5')
    expect(await refused.json()).toEqual({ error: BUSY_SENTENCE, code: 'service_unavailable' })
  }
  expect((await get('/healthz')).status).toBe(200)

  const card = { amount: order.amount_due, stripe_source: 'pm_card_visa' }
  const event = JSON.stringify({ id: 'evt_1', object: 'event', type: 'ping', data: { object: {} } })
  const signed = Stripe.webhooks.generateTestHeaderString({
    payload: event,
    secret: newestSecret(settings.secrets.webhook),
  })
  const going = {
    pay: post('/v1/payments', { payment: { order_id: order.id, stripe_payment: card } }, bearer(jwt)),
    webhook: post('/v1/stripe/webhooks', event, { 'Stripe-Signature': signed }),
    back: get(`/order-confirmation?order_id=${String(order.id)}`, { Cookie }),
    order: get(`/v1/orders/${String(order.id)}`, bearer(jwt)),
  }
  await giveUp()
  expect((await going.pay).status).toBe(201)
  expect((await going.webhook).status).toBe(200)
  expect((await going.back).status).toBe(200)
  expect((await going.order).status).toBe(200)
  await expect.poll(service.saturation.isBusy).toBe(false)
  expect((await get('/product/6')).status).toBe(200)
  expect((await post('/v1/orders', seat, bearer(jwt))).status).toBe(201)
})

it('kept pages are sent while the database is held', async () => {
  expect((await get('/faq')).status).toBe(200)
  const giveUp = await holdDatabase()
  expect((await get('/faq')).status).toBe(200)
  await giveUp()
})

it('an order that waits for a connection ends with an answer', async () => {
  const database = await openDatabase({ ...settings, maxConnections: 1, waitMs: 1000 })
  const shop = await createTestApi({ database, now: new Date().toISOString() })
  const flight = await weekdayFlight({ database }, 3)
  const token = await guestToken(shop)
  const answer = await database.db.transaction(() => postOrder(shop, token, seatOrder(flight, 1)))
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('5')
  expect(answer.body).toEqual({ error: UNAVAILABLE_SENTENCE, code: 'service_unavailable' })
  expect((await postOrder(shop, token, seatOrder(flight, 1))).status).toBe(201)
  await shop.close()
})
