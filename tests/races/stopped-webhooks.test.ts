import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import pg from 'pg'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#api/db/client.ts'
import { seedDemo } from '#api/db/seed/seed-demo.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { newSecret } from '#api/webhooks/webhook-secret.ts'
import { WebhookBody } from '#contract/integration.ts'
import { makeKeyRing } from '#settings/key-ring.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { testSettings } from '../support/test-settings.ts'
import { PRODUCT_SECRETS } from './product-secrets.ts'
import { buySeat, startProduct, type StartedProduct } from './started-product.ts'
import { weekdayFlight } from './two-process-shop.ts'

/** Milliseconds in which a process has ended after SIGTERM; it is killed after fifteen seconds. */
const SOON = 4000
const patiently = { timeout: 30_000, interval: 25 }

let databaseUrl: string
let database: Database
beforeAll(async () => {
  databaseUrl = await sharedPostgres().createDatabase()
  database = await openDatabase({ databaseUrl, dataDir: '' })
  const codes = createCodeVault(makeKeyRing([PRODUCT_SECRETS.CODE_SECRET]))
  await seedDemo(database.db, { now: new Date(), demoPassword: 'fly-demo', codes })
  await database.query('delete from departure_exceptions')
})
afterAll(() => database.close())

const started: StartedProduct[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()))
})

/** A process that may reach another system on this machine, as in development. */
const start = async (more: Record<string, string> = {}) => {
  const one = await startProduct({
    DATABASE_URL: databaseUrl,
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    ...more,
  })
  started.push(one)
  return one
}

const row = async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows[0]

/** Stops a process, and returns how it ended, how long that took and what it logged as an error. */
async function stopped(shop: StartedProduct) {
  const began = performance.now()
  const code = await shop.stop()
  return { code, soon: performance.now() - began < SOON, errors: shop.errors() }
}

/** Until the process takes no new connections, which is the first thing it does after SIGTERM. */
const untilClosed = ({ origin }: StartedProduct) =>
  expect
    .poll(
      () =>
        fetch(`${origin}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      patiently,
    )
    .toBe('closed')

describe('an event that is being sent to another system', () => {
  let received: string[] = []
  let answer: (response: ServerResponse) => void
  const receiver = createServer((request: IncomingMessage, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push(body)
      answer(response)
    })
  })
  beforeAll(async () => {
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { sealed } = newSecret({
      ...testSettings(),
      secrets: { ...testSettings().secrets, code: makeKeyRing([PRODUCT_SECRETS.CODE_SECRET]) },
    })
    const { port } = receiver.address() as AddressInfo
    await database.query(
      `insert into webhook_endpoints (url, events, secret_sealed, created_by, created_at)
       select $1, '{order.completed}', $2, id, now() from users where email = 'admin@example.com'`,
      [`http://127.0.0.1:${String(port)}/hooks`, sealed],
    )
  })
  beforeEach(() => {
    received = []
  })
  afterAll(() => {
    receiver.closeAllConnections()
    receiver.close()
  })

  const eventIds = () => received.map((body) => WebhookBody.parse(JSON.parse(body)).id)
  /** The job's schedule comes each minute; this is its time now. */
  const wakeJob = () => database.query("insert into pgboss.job (name, data) values ('deliveries', '{}')")
  const delivery = () =>
    row(
      'select state, tries, last_error, next_try_at <= now() as due from webhook_deliveries order by id desc',
    )

  it('is given up when the process stops, and sent by the next one as if it had not been tried', async () => {
    const flight = await weekdayFlight({ database }, 3)
    const slow: ServerResponse[] = []
    answer = (response) => void slow.push(response)
    const shop = await start()
    await buySeat(shop, flight, 'slow@example.com')
    await wakeJob()
    await expect.poll(() => received.length, patiently).toBe(1)

    expect(await stopped(shop)).toEqual({ code: 0, soon: true, errors: [] })
    expect(await delivery()).toEqual({ state: 'queued', tries: 0, last_error: null, due: true })
    expect((await row('select failing_since from webhook_endpoints'))?.['failing_since']).toBeNull()

    answer = (response) => response.writeHead(200).end()
    const next = await start()
    await wakeJob()
    await expect.poll(() => received.length, patiently).toBe(2)
    await expect.poll(delivery, patiently).toMatchObject({ state: 'delivered', tries: 1 })
    expect(new Set(eventIds()).size).toBe(1)
    expect(await stopped(next)).toEqual({ code: 0, soon: true, errors: [] })
    expect(received).toHaveLength(2)
  })

  it('counts as sent when the answer came before the process stopped', async () => {
    const flight = await weekdayFlight({ database }, 4)
    answer = (response) => response.writeHead(200).end()
    const shop = await start()
    await buySeat(shop, flight, 'fast@example.com')
    await wakeJob()
    await expect.poll(() => received.length, patiently).toBe(1)
    await expect.poll(delivery, patiently).toMatchObject({ state: 'delivered' })
    expect(await stopped(shop)).toEqual({ code: 0, soon: true, errors: [] })
    expect(await delivery()).toMatchObject({ state: 'delivered', tries: 1 })
  })

  it('leaves those behind it for the next process', async () => {
    const flight = await weekdayFlight({ database }, 5)
    answer = () => undefined
    const seller = await start({ WORKER: 'none' })
    for (const name of ['one', 'two', 'three']) await buySeat(seller, flight, `${name}@example.com`)
    const worker = await start({ WORKER: 'only' })
    await wakeJob()
    await expect.poll(() => received.length, patiently).toBe(1)
    expect(await stopped(worker)).toEqual({ code: 0, soon: true, errors: [] })
    expect(received).toHaveLength(1)
    answer = (response) => response.writeHead(200).end()
    const next = await start({ WORKER: 'only' })
    await wakeJob()
    await expect
      .poll(
        () => row("select count(*)::int as open from webhook_deliveries where state = 'queued'"),
        patiently,
      )
      .toEqual({ open: 0 })
    expect(new Set(eventIds()).size).toBe(3)
    expect(await stopped(next)).toEqual({ code: 0, soon: true, errors: [] })
    expect(await stopped(seller)).toEqual({ code: 0, soon: true, errors: [] })
  })
})

describe('an event of the payment provider that is being received', () => {
  let holder: pg.Client
  let shop: StartedProduct
  beforeEach(async () => {
    holder = new pg.Client({ connectionString: databaseUrl })
    await holder.connect()
    shop = await start()
  })
  afterEach(() => holder.end())

  /** Begins to send an event; `cut` is how many of its bytes are held back. */
  function send(id: string, cut = 0) {
    const body = JSON.stringify({ id, object: 'event', type: 'ping', data: { object: { id: 'obj_1' } } })
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: `whsec_${PRODUCT_SECRETS.JWT_SECRET}`,
    })
    const request = httpRequest(`${shop.origin}/v1/stripe/webhooks`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
        'Stripe-Signature': signature,
      },
    })
    const answered = new Promise<number | string>((settle) => {
      request.on('response', (response) => {
        response.resume()
        settle(response.statusCode ?? 0)
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        settle(error.code ?? 'error')
      })
    })
    request.flushHeaders()
    request.write(body.slice(0, body.length - cut))
    if (cut === 0) request.end()
    return { request, answered, finish: () => request.end(body.slice(body.length - cut)) }
  }

  /** A later request is answered, so the one before it has arrived. */
  const untilAsked = () =>
    expect.poll(async () => (await fetch(`${shop.origin}/healthz`)).status, patiently).toBe(200)
  const holdInbox = () => holder.query('begin; lock table webhook_inbox in access exclusive mode')
  const untilWaiting = () =>
    expect
      .poll(
        () =>
          row(`select count(*)::int as waiting from pg_locks where not granted
                   and relation = 'webhook_inbox'::regclass and mode = 'RowExclusiveLock'`),
        patiently,
      )
      .toMatchObject({ waiting: 1 })
  const noted = async (id: string) =>
    (await row('select event_id from webhook_inbox where event_id = $1', [id])) !== undefined
  const handled = async (id: string) =>
    (await row('select handled_at from webhook_inbox where event_id = $1', [id]))?.['handled_at'] !== null

  it('is written and acknowledged before the process ends, and worked by the next one', async () => {
    await holdInbox()
    const { answered } = send('evt_waits')
    await untilWaiting()
    const ending = stopped(shop)
    await untilClosed(shop)
    await holder.query('commit')
    expect(await answered).toBe(200)
    expect(await ending).toEqual({ code: 0, soon: true, errors: [] })
    expect(await noted('evt_waits')).toBe(true)
    const next = await start()
    await expect.poll(() => handled('evt_waits'), patiently).toBe(true)
    expect(await stopped(next)).toEqual({ code: 0, soon: true, errors: [] })
  })

  it('is taken whole when its last bytes come after the signal', async () => {
    const { answered, finish } = send('evt_late', 20)
    await untilAsked()
    const ending = stopped(shop)
    await untilClosed(shop)
    finish()
    expect(await answered).toBe(200)
    expect(await ending).toEqual({ code: 0, soon: true, errors: [] })
    expect(await noted('evt_late')).toBe(true)
  })

  it('leaves nothing when the sender hangs up in its middle, and is taken when sent again', async () => {
    const { request, answered } = send('evt_cut', 20)
    await untilAsked()
    request.destroy()
    expect(await answered).toBe('ECONNRESET')
    expect(await stopped(shop)).toEqual({ code: 0, soon: true, errors: [] })
    expect(await noted('evt_cut')).toBe(false)
    shop = await start()
    expect(await send('evt_cut').answered).toBe(200)
    expect(await noted('evt_cut')).toBe(true)
  })

  it('is written whole when the sender hangs up while it is being written', async () => {
    await holdInbox()
    const { request, answered } = send('evt_impatient')
    await untilWaiting()
    request.destroy()
    await answered
    const ending = stopped(shop)
    await untilClosed(shop)
    await holder.query('commit')
    expect(await ending).toEqual({ code: 0, soon: true, errors: [] })
    expect(await noted('evt_impatient')).toBe(true)
  })
})
