import { type ServerBuild } from '@remix-run/node'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { listen } from '#api/db/listen.ts'
import { systemClock } from '#api/gateways/clock.ts'
import { getShopContext } from '#app/visit/shop-context.server.ts'
import { ProductReply } from '#contract/catalogue.ts'
import { type Settings } from '#settings/settings.ts'
import { createWebServer } from '../../web/create-web-server.ts'
import { openService, type Service } from '../../web/open-service.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { openStaffMember } from '../support/staff-member.ts'
import { testSettings } from '../support/test-settings.ts'

vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const SECOND = 1000

/** A shop whose only page prints the "from" price of the flight in its address. */
const build = (): ServerBuild => ({
  mode: 'production',
  entry: { module: { default: () => new Response() } },
  routes: {
    page: {
      id: 'page',
      path: 'product/:product',
      module: {
        default: undefined,
        loader: async ({ params, context }) => {
          const url = `http://v1.internal/v1/products/${params['product'] ?? ''}?selling_brand_id=1`
          const answer = await getShopContext(context).callApi(new Request(url))
          const { product } = ProductReply.parse(await answer.json())
          const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'public, no-cache' }
          return new Response(String(product.from_price_total), { headers })
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

interface Process {
  service: Service
  price(): Promise<number>
  call(method: string, path: string, body: unknown, token: string): Promise<Response>
  /** Lines of the log that name a lost connection. */
  lost: string[]
}

async function openProcess(settings: Settings): Promise<Process> {
  const lost: string[] = []
  const write = (line: string) => {
    if (line.includes('hears of changes was lost')) lost.push(line)
  }
  const log = pino({ level: 'warn' }, { write })
  const service = await openService(settings, log)
  const web = createWebServer({
    ...{ settings, log, api: service.api, version: service.version, health: service.health },
    ...{ sandboxPages: undefined, clientFolder: undefined, build: () => Promise.resolve(build()) },
    reports: { report: () => undefined, flush: () => Promise.resolve() },
    draining: () => false,
  })
  return {
    service,
    lost,
    price: async () => Number(await (await web.request('http://shop.test/product/6', {}, {})).text()),
    call: async (method, path, body, token) =>
      web.request(
        `http://shop.test${path}`,
        {
          method,
          body: JSON.stringify(body),
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        },
        {},
      ),
  }
}

let one: Process
let other: Process
let office: pg.Client
let settings: Settings
beforeAll(async () => {
  const databaseUrl = await sharedPostgres().createDemoDatabase()
  settings = testSettings({ mode: 'server', databaseUrl, databaseDirectUrl: databaseUrl })
  one = await openProcess(settings)
  other = await openProcess(settings)
  office = new pg.Client({ connectionString: databaseUrl })
  await office.connect()
  await bothListen()
})
afterAll(async () => {
  await office.end()
  await one.service.close()
  await other.service.close()
})

const listeners = async () => {
  const { rows } = await office.query<{ pid: number }>(
    `select pid from pg_stat_activity
    where application_name = 'changes of the shop' and datname = current_database()`,
  )
  return rows.map(({ pid }) => pid)
}
const bothListen = () =>
  vi.waitFor(async () => {
    expect(await listeners()).toHaveLength(2)
  }, 10_000)
const raise = () => office.query('update fees set price_cents = price_cents + 100')

test('a price changed through one process is shown by it at once, by another within a second', async () => {
  const database = await openDatabase(settings)
  const deps = { database, settings, clock: systemClock }
  const { token } = await openStaffMember(deps, 'admin')
  let before = await other.price()
  expect(await one.price()).toBe(before)
  for (const cents of [1000, 1100, 1200]) {
    const answer = await one.call('PATCH', '/v1/fees/1', { fee: { price: cents / 100 } }, token)
    expect(await answer.text()).toContain('"fee"')
    const shown = await one.price()
    expect(shown).not.toBe(before)
    await expect.poll(other.price, { timeout: SECOND, interval: 20 }).toBe(shown)
    before = shown
  }
  await database.close()
})

test('a price that another program changes is shown within a second', async () => {
  const before = await other.price()
  await raise()
  await expect.poll(other.price, { timeout: SECOND, interval: 20 }).toBeGreaterThan(before)
  await expect.poll(one.price, { timeout: SECOND, interval: 20 }).toBe(await other.price())
})

test('while nobody can listen, each page asks, and afterwards notices count again', async () => {
  await other.price()
  const [before, lost] = [await one.price(), one.lost.length]
  for (let cut = 1; cut <= 3; cut++) {
    for (const pid of await listeners()) await office.query('select pg_terminate_backend($1)', [pid])
    await expect.poll(() => one.lost.length, { timeout: SECOND }).toBeGreaterThanOrEqual(lost + cut)
    await raise()
    expect(await one.price()).toBeGreaterThan(before)
    expect(await one.price()).toBe(await other.price())
    await bothListen()
  }
  const held = await one.price()
  await raise()
  await expect.poll(one.price, { timeout: SECOND, interval: 20 }).toBeGreaterThan(held)
})

test('a change of the catalogue is noticed, once for a transaction, and an order is not', async () => {
  const notices = vi.fn()
  const listener = listen({
    databaseUrl: settings.databaseUrl ?? '',
    channel: 'catalogue_version',
    onNotice: notices,
    onConnectionLost: () => undefined,
  })
  await vi.waitFor(() => {
    expect(listener.isListening()).toBe(true)
  }, 10_000)
  notices.mockClear()
  await office.query('update slots set arrive_at = arrive_at; update flights set seats_sold = seats_sold')
  await office.query(
    'begin; update fees set price_cents = price_cents; update terminals set name = name; commit',
  )
  await vi.waitFor(() => {
    expect(notices).toHaveBeenCalled()
  }, 10_000)
  await office.query('select 1')
  expect(notices).toHaveBeenCalledOnce()
  await listener.close()
})
