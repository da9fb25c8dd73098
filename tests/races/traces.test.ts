import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#api/db/client.ts'
import { createJobQueue, type JobName, jobNames } from '#api/db/job-queue.ts'
import { openTracing, type Tracing } from '../../web/tracing/open-tracing.ts'
import { traceCalls, traceRequests } from '../../web/tracing/trace-requests.ts'
import { type WebEnv } from '../../web/request-facts.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'

interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string } }[]
  status: { code: number }
  links?: { traceId: string; spanId: string }[]
}

let receiver: Server
let received: ReceivedSpan[]
let headers: (string | undefined)[]
let tracing: Tracing
let database: Database
let databaseUrl: string

beforeEach(async () => {
  received = []
  headers = []
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    headers.push(request.headers.authorization)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[]
      }
      received.push(...body.resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans)))
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  tracing = await openTracing(
    { endpoint: `http://127.0.0.1:${String(port)}`, headers: { authorization: 'Bearer one' }, share: 1 },
    pino({ level: 'silent' }),
  )
  databaseUrl = await sharedPostgres().createDemoDatabase()
  // One connection, so that requests wait for each other's.
  database = await openDatabase({
    ...{ databaseUrl, dataDir: '', maxConnections: 1 },
    onStatement: tracing.onStatement,
  })
})
afterEach(async () => {
  await database.close()
  receiver.close()
})

/** A page whose call of `/v1` reads and then writes within a transaction. */
function tracedShop(trustProxy: boolean) {
  const api = traceCalls(
    {
      fetch: async (request) => {
        const id = new URL(request.url).searchParams.get('id')
        await database.db.execute(sql`select ${id}::text as asked, pg_sleep(0.005)`)
        await database.db.transaction(async (tx) => {
          await tx.execute(sql`select 'second' as step, ${id}::text as secret`)
        })
        return Response.json({}, { status: id === '3' ? 500 : 200 })
      },
    },
    { tracing },
  )
  const web = new Hono<WebEnv>()
  web.use(traceRequests(tracing, { trustProxy }))
  web.all('*', async (c) => {
    const id = c.req.query('id') ?? ''
    const facts = { requestId: id, visitorAddress: '' }
    return api.fetch(new Request(`http://v1.internal/v1/orders/12?id=${id}`), facts)
  })
  return web
}

test('requests that wait for one connection keep their own statements, without values', async () => {
  const web = tracedShop(false)
  const ids = Array.from({ length: 8 }, (_, at) => String(at))
  await Promise.all(ids.map((id) => web.request(`/gifts/LOFT-1234-CODE?id=${id}`)))
  await tracing.close()
  const requests = received.filter(({ name }) => name === 'GET /gifts/:token')
  expect(requests).toHaveLength(8)
  for (const request of requests) {
    const own = received.filter(({ traceId }) => traceId === request.traceId)
    expect(own.map(({ name }) => name).sort()).toEqual([
      'GET /gifts/:token',
      'GET /v1/orders/{id}',
      'begin',
      'commit',
      'select',
      'select',
    ])
    const call = own.find(({ name }) => name === 'GET /v1/orders/{id}')
    expect(call?.parentSpanId).toBe(request.spanId)
    const statements = own.filter(({ name }) => !name.startsWith('GET'))
    expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([call?.spanId]))
  }
  expect(JSON.stringify(received)).not.toContain('LOFT-1234')
  expect(received.filter(({ status }) => status.code === 2).map(({ name }) => name)).toEqual([
    'GET /v1/orders/{id}',
    'GET /gifts/:token',
  ])
  expect(new Set(headers)).toEqual(new Set(['Bearer one']))
})

test('a trace of the proxy in front goes on where it is trusted, and nowhere else', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const init = { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } }
  await tracedShop(true).request('/?id=1', init)
  await tracedShop(false).request('/?id=2', init)
  await tracing.close()
  const requests = received.filter(({ name }) => name === 'GET /')
  expect(requests.map((one) => one.traceId === traceId)).toEqual([true, false])
  expect(requests[0]?.parentSpanId).toBe('b7ad6b7169203331')
})

test('a run of a job has its statements below it, and names the request that woke it', async () => {
  const log = pino({ level: 'silent' })
  const { onStatement } = tracing
  const several = await openDatabase({ databaseUrl, dataDir: '', onStatement })
  const queue = createJobQueue(several, log, { trace: tracing })
  let runs = 0
  const plan = {
    pollSeconds: 0.5,
    cron: '0 4 1 1 *',
    run: async () => {
      await several.query(`select 'of the job' as what`)
      runs += 1
      if (runs > 1) throw new Error('it failed')
    },
  }
  await queue.start(Object.fromEntries(jobNames.map((name) => [name, plan])) as Record<JobName, typeof plan>)
  const wake = async () => {
    queue.wake('mails')
    return Promise.resolve({ status: 200 })
  }
  const request = { method: 'POST', path: '/v1/orders', requestId: 'one' }
  await tracing.traceRequest(request, wake)
  await vi.waitUntil(() => runs === 1, { timeout: 30_000 })
  // Nobody's request wakes it the second time.
  queue.wake('texts')
  await vi.waitUntil(() => runs === 2, { timeout: 30_000 })
  await queue.stop()
  await several.close()
  await tracing.close()
  const woken = received.find(({ name }) => name === 'job mails')
  const from = received.find(({ name }) => name === 'POST /v1/orders')
  expect(woken?.links).toMatchObject([{ traceId: from?.traceId, spanId: from?.spanId }])
  expect(woken?.traceId).not.toBe(from?.traceId)
  const below = received.filter(({ parentSpanId }) => parentSpanId === woken?.spanId)
  expect(below.map(({ name }) => name)).toEqual(['select'])
  const failed = received.find(({ name }) => name === 'job texts')
  expect(failed?.links ?? []).toEqual([])
  expect(failed?.status.code).toBe(2)
})
