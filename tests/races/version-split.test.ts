import { type ServerBuild } from '@remix-run/node'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApiClient } from '#app/visit/api-client.server.ts'
import { getShopContext } from '#app/visit/shop-context.server.ts'
import { NextDeparturesReply } from '#contract/availability.ts'
import { JwtReply } from '#contract/people.ts'
import { createWebServer } from '../../web/create-web-server.ts'
import { openService, type Service } from '../../web/open-service.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { testSettings } from '../support/test-settings.ts'

vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const SECOND = 1000
/** Two products that fly with aircraft of their own. */
const [SOLD, OTHER] = [6, 13]

/** A shop whose pages print the next departure of the flight in their address. */
const build = (rendered: string[]): ServerBuild => ({
  mode: 'production',
  entry: { module: { default: () => new Response() } },
  routes: {
    page: {
      id: 'page',
      path: 'product/:product',
      module: {
        default: undefined,
        loader: async ({ params, context }) => {
          const { product = '' } = params
          rendered.push(product)
          const query = { product_id: Number(product), limit: 1 }
          const api = createApiClient(getShopContext(context))
          const next = await api.get('/v1/availability/next', NextDeparturesReply, { query })
          const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public, no-cache' }
          return new Response(JSON.stringify(next.ok ? next.data.departures : []), { headers })
        },
      },
    },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {} as ServerBuild['future'],
  isSpaMode: false,
})

async function openProcess(databaseUrl: string) {
  const settings = testSettings({ mode: 'server', databaseUrl, databaseDirectUrl: databaseUrl })
  const log = pino({ level: 'silent' })
  const service: Service = await openService(settings, log)
  /** The products whose pages were rendered, and the calls of `/v1` that were made for them. */
  const rendered: string[] = []
  const calls: string[] = []
  const api = {
    fetch: (...[request, facts]: Parameters<Service['api']['fetch']>) => {
      calls.push(request.url)
      return service.api.fetch(request, facts)
    },
  }
  const web = createWebServer({
    ...{ settings, log, api, version: service.version, health: service.health },
    ...{ sandboxPages: undefined, clientFolder: undefined, build: () => Promise.resolve(build(rendered)) },
    reports: { report: () => undefined, flush: () => Promise.resolve() },
    draining: () => false,
  })
  const next = async (product: number, query = '') => {
    const answer = await web.request(`http://shop.test/product/${String(product)}${query}`, {}, {})
    return NextDeparturesReply.shape.departures.parse(await answer.json())[0]
  }
  const post = async (path: string, body: unknown, token?: string) =>
    web.request(
      `http://shop.test${path}`,
      {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'Content-Type': 'application/json',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
      },
      {},
    )
  const get = (path: string, headers: Record<string, string> = {}) =>
    web.request(`http://shop.test${path}`, { headers }, {})
  return { service, rendered, calls, next, get, post }
}

type Process = Awaited<ReturnType<typeof openProcess>>

/** Holds a seat of the product's next departure. */
async function order({ post, next }: Process, product: number, email: string): Promise<void> {
  const { jwt } = JwtReply.parse(await (await post('/v1/customers', { customer: { email } })).json())
  const { departure_id, depart_at } = (await next(product)) ?? {}
  const seats = [{ departure_id, depart_at, quantity: 1 }]
  const placed = await post('/v1/orders', { order: { brand_id: 1, order_item_seats_attributes: seats } }, jwt)
  expect(placed.status).toBe(201)
}

let one: Process
let other: Process
beforeAll(async () => {
  const databaseUrl = await sharedPostgres().createDemoDatabase()
  one = await openProcess(databaseUrl)
  other = await openProcess(databaseUrl)
})
afterAll(async () => {
  await one.service.close()
  await other.service.close()
})

/** Every page is rendered once, and nothing is noted of that. */
async function openPages() {
  for (const { next, rendered, calls } of [one, other]) {
    for (const product of [SOLD, OTHER]) await next(product)
    rendered.length = 0
    calls.length = 0
  }
}

test('an order empties the pages that show its product’s seats, and no others', async () => {
  await openPages()
  const before = await one.next(SOLD)
  await order(one, SOLD, 'first@example.com')
  const after = await one.next(SOLD)
  expect(after).not.toEqual(before)
  await one.next(OTHER)
  expect(one.rendered).toEqual([String(SOLD)])
  await expect.poll(() => other.next(SOLD), { timeout: SECOND, interval: 20 }).toEqual(after)
  await other.next(OTHER)
  expect(other.rendered).toEqual([String(SOLD)])
})

test('an order empties the answers of its product, and those of another product stay', async () => {
  const shown = async (product: number) => one.next(product, '?anew')
  for (const product of [SOLD, OTHER]) await shown(product)
  const [sold, kept] = [await shown(SOLD), await shown(OTHER)]
  await order(one, SOLD, 'second@example.com')
  one.calls.length = 0
  expect(await shown(OTHER)).toEqual(kept)
  expect(one.calls).toEqual([])
  expect(await shown(SOLD)).not.toEqual(sold)
  expect(one.calls).toHaveLength(1)
})

const READS = [
  '/v1/products?brand_id=1',
  `/v1/products/${String(SOLD)}`,
  `/v1/availability/next?product_id=${String(SOLD)}`,
]
const own = (headers: Headers) => [...headers].filter(([name]) => name !== 'x-request-id')

test.each(READS)('%s is answered from memory as it is made, and anew with a copy', async (path) => {
  const [made, kept] = [await one.get(path), await one.get(path)]
  expect(own(kept.headers)).toEqual(own(made.headers))
  const [text, again] = [await made.text(), await kept.text()]
  expect(again).toBe(text)
  const etag = made.headers.get('etag')
  if (etag === null) return
  const unchanged = await one.get(path, { 'If-None-Match': etag })
  expect(unchanged.status).toBe(304)
  expect(await (await one.get(path)).text()).toBe(text)
})

test('a caller from outside gets what another process has just sold', async () => {
  const path = `/v1/availability/next?product_id=${String(SOLD)}&limit=1`
  const left = async () =>
    NextDeparturesReply.parse(await (await other.get(path)).json()).departures[0]?.seats_left
  const before = await left()
  await order(one, SOLD, 'third@example.com')
  const after = await left()
  expect(after).toBe(Number(before) - 1)
})
