import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebhookBody, WebhookDeliveriesReply, WebhookSecretReply } from '#contract/integration.ts'
import { verifyWebhookSignature } from '#api/webhooks/rules/webhook-signature.ts'
import { deliverWebhooks } from '#api/webhooks/deliver-webhooks.ts'
import { cleanUp } from '#api/platform/clean-up.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'
import { type Answer, TEST_NOW } from '#tests/support/test-api.ts'
import { sellOrder } from '#tests/support/sold-order.ts'

interface Got {
  headers: IncomingMessage['headers']
  body: string
}

let shop: PayingShop
let admin: string
let receiver: Server
let port: number
let got: Got[] = []
let answer: (response: ServerResponse) => void
const fine = (response: ServerResponse) => response.writeHead(200).end('thanks')

beforeAll(async () => {
  shop = await openPayingShop()
  shop.deps.settings = { ...shop.deps.settings, development: true }
  admin = await logIn(shop, 'admin@example.com')
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      answer(response)
    })
  })
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
  port = (receiver.address() as AddressInfo).port
})
beforeEach(() => {
  got = []
  answer = fine
  shop.clock.set(TEST_NOW)
})
afterEach(() =>
  shop.deps.database.query('with gone as (delete from webhook_events) delete from webhook_endpoints'),
)
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await shop.close()
})

/** As an admin, who logs in again when the clock has gone on. */
async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await shop.call(method, path, { token: admin, ...(body === undefined ? {} : { body }) })
  if (answer.status !== 401) return answer
  admin = await logIn(shop, 'admin@example.com')
  return call(method, path, body)
}

async function register(fields: Record<string, unknown> = {}) {
  const url = `http://127.0.0.1:${String(port)}/hooks`
  const webhook_endpoint = { url, events: ['order.completed'], ...fields }
  const made = await call('POST', '/v1/webhook_endpoints', { webhook_endpoint })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const { webhook_endpoint: endpoint, secret } = WebhookSecretReply.parse(made.body)
  return { at: `/v1/webhook_endpoints/${String(endpoint.id)}`, id: endpoint.id, secret }
}

async function deliveries() {
  const { body } = await call('GET', '/v1/webhook_deliveries')
  return WebhookDeliveriesReply.parse(body).webhook_deliveries
}
const deliver = () => deliverWebhooks(shop.deps)
const MINUTE = 1

describe('the webhook of a paid order', () => {
  test('is signed and sent once, with ids and amounts and no personal data', async () => {
    const { secret } = await register()
    const sold = await sellOrder(shop, { seats: 2 })
    await deliver()
    await deliver()
    expect(got).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = got
    const event = WebhookBody.parse(JSON.parse(body))
    expect(event).toMatchObject({
      type: 'order.completed',
      brand_id: 1,
      data: {
        order: {
          id: sold.order.id,
          status: 'completed',
          kind: 'flight',
          quantity: 2,
          total: sold.order.total,
        },
      },
    })
    expect(headers['shop-event-id']).toBe(event.id)
    const signature = String(headers['shop-signature'])
    expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
    const now = shop.clock.now()
    expect(verifyWebhookSignature(secret, signature, body, now)).toBe(true)
    expect(verifyWebhookSignature(secret, signature, body.replace('completed', 'cancelled'), now)).toBe(false)
    expect(verifyWebhookSignature(`${secret}x`, signature, body, now)).toBe(false)
    expect(verifyWebhookSignature(secret, signature, body, new Date(now.getTime() + 301_000))).toBe(false)
    for (const told of [sold.buyer.email, 'weight', 'code', 'last4', 'full_name'])
      expect(body).not.toContain(told)
    expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 1, last_status: 200 }])
  })

  test('goes only to active endpoints that subscribed to its event and brand', async () => {
    await register({ events: ['gift.sent'] })
    await register({ brand_id: 2 })
    const { at } = await register()
    expect((await call('PATCH', at, { webhook_endpoint: { state: 'paused' } })).status).toBe(200)
    await sellOrder(shop, {})
    expect(await deliveries()).toEqual([])
    expect(await shop.count('select count(*) from webhook_events')).toBe(0)
  })

  test('is not sent when the transaction rolls back', async () => {
    await register()
    const { database } = shop.deps
    const sold = await sellOrder(shop, {})
    await database.query('delete from webhook_deliveries')
    const { transitionOrder } = await import('#api/store/orders/order.ts')
    const undone = database.db.transaction(async (tx) => {
      const now = shop.clock.now()
      await transitionOrder(tx, { orderId: sold.order.id, to: 'cancelled', actor: 'test', reason: 'no', now })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await deliveries()).toEqual([])
  })
})

test('a change of a flight’s status is sent once, with the code and the new status', async () => {
  const { secret } = await register({ events: ['flight.status_changed'] })
  const { order } = await sellOrder(shop, {})
  const id = order.flights[0]?.flight_id
  const token = await logIn(shop, 'staff@example.com')
  const step = (status: string) =>
    shop.call('PATCH', `/v1/flights/${String(id)}`, { token, body: { flight: { status } } })
  expect((await step('delayed')).status).toBe(200)
  expect((await step('delayed')).status).toBe(200)
  await deliver()
  expect(got).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: '' }] = got
  expect(verifyWebhookSignature(secret, String(headers['shop-signature']), body, shop.clock.now())).toBe(true)
  expect(WebhookBody.parse(JSON.parse(body))).toMatchObject({
    type: 'flight.status_changed',
    data: { flight: { id, status: 'delayed' } },
  })
  expect(Object.keys((JSON.parse(body) as { data: { flight: object } }).data.flight).sort()).toEqual([
    'flight_code',
    'id',
    'status',
  ])
})

describe('a delivery that fails', () => {
  test('is retried with growing delays and the same event id', async () => {
    await register()
    await sellOrder(shop, {})
    answer = (response) => response.writeHead(500).end()
    await deliver()
    expect(await deliveries()).toMatchObject([
      { state: 'queued', tries: 1, last_status: 500, last_error: 'It answered 500.' },
    ])
    await deliver()
    expect(got).toHaveLength(1)
    shop.clock.advance(MINUTE)
    await deliver()
    shop.clock.advance(4)
    await deliver()
    expect(got).toHaveLength(2)
    answer = fine
    shop.clock.advance(1)
    await deliver()
    expect(new Set(got.map(({ headers }) => headers['shop-event-id'])).size).toBe(1)
    expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 3 }])
  })

  test('does not follow a redirect', async () => {
    await register()
    await sellOrder(shop, {})
    answer = (response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${String(port)}/inner` }).end()
    await deliver()
    expect(got).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ state: 'queued', last_status: 302 }])
  })

  test('does not delay other endpoints when its connection is closed or refused', async () => {
    await register()
    await sellOrder(shop, {})
    answer = (response) => response.destroy()
    await register({ url: 'http://127.0.0.1:1/closed', events: ['order.completed'] })
    await deliver()
    expect(await deliveries()).toMatchObject([{ state: 'queued', last_status: null, tries: 1 }])
    const [first] = await deliveries()
    expect(first?.last_error).toMatch(/hang up|ECONNRESET/)
  })

  test('ends at the time limit, is retried, and does not delay other endpoints', async () => {
    const before = shop.deps.settings
    shop.deps.settings = { ...before, webhookSeconds: 0.1 }
    const open = new Set<ServerResponse>()
    const gone: Promise<void>[] = []
    const slow = createServer((_request, response) => {
      open.add(response)
      gone.push(new Promise((ended) => response.on('close', ended)))
    })
    await new Promise<void>((ready) => slow.listen(0, '127.0.0.1', ready))
    const url = `http://127.0.0.1:${String((slow.address() as AddressInfo).port)}/slow`
    const silent = await register({ url })
    const quick = await register()
    await sellOrder(shop, {})
    await sellOrder(shop, {})
    await deliver()
    // One try, and the other event waits for the next run; the other address has both.
    expect(open.size).toBe(1)
    await Promise.all(gone)
    expect(got).toHaveLength(2)
    const of = async (id: number) =>
      (await deliveries())
        .filter(({ webhook_endpoint_id: to }) => to === id)
        .map(({ state, tries, last_error }) => ({ state, tries, last_error }))
    const failed = { state: 'queued', tries: 1, last_error: 'No answer in time.' }
    expect(await of(silent.id)).toEqual(
      expect.arrayContaining([failed, { state: 'queued', tries: 0, last_error: null }]),
    )
    expect((await of(quick.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    expect((await call('GET', silent.at)).body).toMatchObject({
      webhook_endpoint: { failing_since: shop.clock.now().toISOString() },
    })
    shop.clock.advance(MINUTE)
    await deliver()
    expect((await of(silent.id)).reduce((sum, { tries }) => sum + tries, 0)).toBe(2)
    slow.closeAllConnections()
    slow.close()
    shop.deps.settings = before
  })

  test('disables the endpoint after days and makes a task; staff can enable it again', async () => {
    const { at, id } = await register()
    await sellOrder(shop, {})
    answer = (response) => response.writeHead(503).end()
    for (let tries = 0; tries < 9; tries++) {
      await deliver()
      shop.clock.advance(1200)
    }
    await call('POST', `${at}/pings`)
    await deliver()
    expect((await call('GET', at)).body).toMatchObject({ webhook_endpoint: { state: 'failed' } })
    const tasks = await call('GET', '/v1/staff_tasks?state=open')
    expect(tasks.body).toMatchObject({
      staff_tasks: [{ kind: 'webhook_failing', order_id: null, webhook_endpoint_id: id }],
    })
    answer = fine
    got = []
    await deliver()
    expect(got).toHaveLength(0)
    expect((await call('PATCH', at, { webhook_endpoint: { state: 'active' } })).status).toBe(200)
    shop.clock.advance(1200)
    await deliver()
    expect(got.length).toBeGreaterThan(0)
    expect((await call('GET', '/v1/staff_tasks?state=open')).body).toMatchObject({ staff_tasks: [] })
    expect((await call('GET', at)).body).toMatchObject({ webhook_endpoint: { failing_since: null } })
  })

  test('can be redelivered by staff any number of times', async () => {
    await register()
    await sellOrder(shop, {})
    await deliver()
    const [first] = await deliveries()
    const again = await call('POST', `/v1/webhook_deliveries/${String(first?.id)}/redeliver`)
    expect(again).toMatchObject({ status: 202, body: { webhook_delivery: { state: 'queued', tries: 0 } } })
    await deliver()
    expect(got.map(({ headers }) => headers['shop-event-id'])).toEqual([first?.event_id, first?.event_id])
    expect((await call('POST', '/v1/webhook_deliveries/999999/redeliver')).status).toBe(404)
  })

  test('is sent once by two workers at the same time, and erased after a month', async () => {
    await register()
    await sellOrder(shop, {})
    await Promise.all([deliver(), deliver(), deliver()])
    expect(got).toHaveLength(1)
    shop.clock.advance(31 * 24 * 60)
    await cleanUp(shop.deps)
    expect(await deliveries()).toEqual([])
    expect(await shop.count('select count(*) from webhook_events')).toBe(0)
  })
})

describe('the secret of an endpoint', () => {
  test('is shown once; after a rotation the old secret signs too for the chosen time', async () => {
    const { at, secret: old } = await register()
    expect(JSON.stringify((await call('GET', at)).body)).not.toContain(old)
    const rotated = await call('POST', `${at}/secrets`, { webhook_secret: { overlap_hours: 2 } })
    expect(rotated.status).toBe(201)
    const { secret } = WebhookSecretReply.parse(rotated.body)
    expect(secret).not.toBe(old)
    const signedBy = async () => {
      got = []
      expect((await call('POST', `${at}/pings`)).status).toBe(202)
      await deliver()
      const [{ headers, body } = { headers: {}, body: '' }] = got
      const signature = String(headers['shop-signature'])
      return [secret, old].map((one) => verifyWebhookSignature(one, signature, body, shop.clock.now()))
    }
    expect(await signedBy()).toEqual([true, true])
    shop.clock.advance(121)
    expect(await signedBy()).toEqual([true, false])
    const kept = JSON.stringify((await shop.deps.database.query('select before, after from audit_log')).rows)
    for (const one of [secret, old]) expect(kept).not.toContain(one)
  })
})

describe('the URL of an endpoint', () => {
  const strict = async (url: string) => {
    const { settings } = shop.deps
    shop.deps.settings = { ...settings, development: false }
    const webhook_endpoint = { url, events: ['order.completed'] }
    const { status } = await call('POST', '/v1/webhook_endpoints', { webhook_endpoint })
    shop.deps.settings = settings
    return status
  }

  test.each([
    'http://example.com/hooks',
    'https://user:secret@example.com/',
    'https://example.com/#part',
    'https://localhost/hooks',
    'https://127.0.0.1/hooks',
    'https://2130706433/hooks',
    'https://0x7f.1/hooks',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://metadata.google.internal/',
    'https://database/',
    'ftp://example.com/',
    'nothing',
  ])('is refused when it is %s', async (url) => {
    expect(await strict(url)).toBe(422)
  })

  test('is accepted when it is a public address', async () => {
    expect(await strict('https://hooks.example.com:8443/shop?of=1')).toBe(201)
  })

  test('is not connected to when its host name resolves to this machine', async () => {
    const { id } = await register()
    await shop.deps.database.query(
      `update webhook_endpoints set url = 'https://localhost.localdomain:${String(port)}/'
        where id = ${String(id)}`,
    )
    await sellOrder(shop, {})
    const { settings } = shop.deps
    shop.deps.settings = { ...settings, development: false }
    await deliver()
    shop.deps.settings = settings
    expect(got).toHaveLength(0)
    expect(await deliveries()).toMatchObject([{ state: 'queued', last_status: null }])
  })
})
