import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { type Database, openDatabase } from '#api/db/client.ts'
import { jobNames } from '#api/db/job-queue.ts'
import { seedDemo } from '#api/db/seed/seed-demo.ts'
import { systemClock } from '#api/gateways/clock.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { registerMails } from '#api/platform/register-mails.ts'
import { ProductReply } from '#contract/catalogue.ts'
import { OrderReply } from '#contract/order.ts'
import { JwtReply } from '#contract/people.ts'
import { type Seat, seatsToSell } from '../../bench/buy.ts'
import { findProgram } from '../../scripts/find-program.mjs'
import { writeBalancer } from '../../scripts/cluster/write-balancer.ts'
import { freePort } from '../support/free-port.ts'
import { PUBLIC_DEMO } from '../support/start-shop.ts'
import { seatOrder } from '../support/shopper.ts'
import { openStaffMember } from '../support/staff-member.ts'
import { testSettings } from '../support/test-settings.ts'
import { requireDebianPrograms } from './debian-programs.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from './standby-postgres.ts'
import { type Cluster, startCluster } from './start-cluster.ts'
import { longestSilence, startTraffic, type Traffic } from './traffic.ts'

// Three processes of the built shop and a worker, as `npm run start:cluster` lays them out: HAProxy before,
// PgBouncer behind them, and behind that whichever of two PostgreSQL servers is the primary. The tests go on
// with the shop as the one before left it.

const SHOPS = ['shop1', 'shop2', 'shop3'] as const
const LIMIT_FACTOR = 100
const EVENTUALLY = { timeout: 240_000, interval: 500 }

let postgres: ReplicatedPostgres
let balancer: { databaseUrl: string; stop(): Promise<void> }
let cluster: Cluster
let database: Database
let seats: Seat[]
const paid: number[] = []
/** What is closed at the end, the last first. */
const opened: (() => Promise<unknown>)[] = []
const figures: Record<string, unknown> = {
  processors: `${String(cpus().length)} × ${cpus()[0]?.model ?? ''}`,
}

beforeAll(async () => {
  requireDebianPrograms()
  postgres = await startReplicatedPostgres()
  opened.push(() => postgres.stop())
  database = await openDatabase({ databaseUrl: postgres.primary.url, dataDir: '' })
  opened.push(() => database.close())
  await database.migrate()
  await seedDemo(database.db, {
    now: new Date(),
    demoPassword: PUBLIC_DEMO.DEMO_PASSWORD,
    codes: createCodeVault(testSettings().secrets.code),
  })
  await database.query('delete from departure_exceptions')
  balancer = await startDatabaseBalancer(postgres)
  opened.push(() => balancer.stop())
  cluster = await startCluster({
    databaseUrl: balancer.databaseUrl,
    processes: SHOPS.length,
    environment: {
      ...PUBLIC_DEMO,
      LIMIT_FACTOR: String(LIMIT_FACTOR),
      // A machine that runs all of this at once is slow, not wrong.
      BUSY_DELAY_MS: '600000',
      BUSY_REQUESTS: '10000',
    },
  })
  opened.push(() => cluster.stop())
  const agent = new Agent({ keepAlive: true })
  const all = await seatsToSell(cluster.origin, 6, 6, agent)
  agent.destroy()
  // Departure by departure, each with twice as many buyers as seats.
  seats = [...all, ...all].sort((one, other) =>
    `${one.depart_at} ${String(one.departure_id)}`.localeCompare(
      `${other.depart_at} ${String(other.departure_id)}`,
    ),
  )
})

afterAll(async () => {
  mkdirSync('test-results', { recursive: true })
  writeFileSync('test-results/cluster.json', `${JSON.stringify(figures, null, 2)}\n`)
  for (const close of opened.reverse()) await close()
})

/** HAProxy with the part of its configuration that finds the primary. */
async function startDatabaseBalancer({ primary, standby }: ReplicatedPostgres) {
  const [port, unused] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'database-balancer-'))
  const at = (server: { port: number }) => `127.0.0.1:${String(server.port)}`
  const file = join(folder, 'haproxy.cfg')
  const servers = [
    { name: 'primary', address: at(primary) },
    { name: 'standby', address: at(standby) },
  ]
  const bind = (own: number) => `127.0.0.1:${String(own)}`
  const parts = { bind: bind(unused), shops: [], behindProxy: false, database: { bind: bind(port), servers } }
  writeFileSync(file, writeBalancer(parts))
  const child = spawn(findProgram('haproxy', '-v') ?? '', ['-db', '-f', file], { stdio: 'ignore' })
  const ended = new Promise<void>((settle) =>
    child.once('exit', () => {
      settle()
    }),
  )
  const url = new URL(primary.url)
  url.port = String(port)
  await vi.waitUntil(() => answersAt(url.href), EVENTUALLY)
  return {
    databaseUrl: url.href,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answersAt(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface Ask {
  method?: string
  body?: unknown
  token?: string
  key?: string
}
/** Calls `/v1` at one process, past the balancer. */
async function callAt(
  shop: (typeof SHOPS)[number],
  path: string,
  { method = 'GET', body, token, key }: Ask = {},
) {
  const answer = await fetch(`${cluster.originOf(shop)}${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}
const post = (shop: (typeof SHOPS)[number], path: string, body: unknown, more: Ask = {}) =>
  callAt(shop, path, { method: 'POST', body, ...more })

/** Every acknowledged order is there, paid once, no other one is, and all integrity checks pass. */
async function expectAllThere(traffic: Traffic): Promise<void> {
  expect(traffic.wrong).toEqual([])
  paid.push(...traffic.paid)
  const { rows } = await database.query(
    `select o.id, o.status, (select count(*)::int from payments p where p.order_id = o.id) as paid
     from orders o where o.email like '%@example.com' and o.id >= $1 order by o.id`,
    [Math.min(...paid)],
  )
  expect(rows).toEqual(
    paid.toSorted((one, other) => one - other).map((id) => ({ id, status: 'completed', paid: 1 })),
  )
  const overbooked = await database.query('select id from flights where seats_sold + seats_held > capacity')
  expect(overbooked.rows).toEqual([])
  registerMails()
  const failing = async () =>
    (await runIntegrityChecks(database.db, new Date())).filter((check) => check.failing > 0)
  await expect.poll(failing, EVENTUALLY).toEqual([])
}

const enough = (traffic: Traffic, more: number) => {
  const before = traffic.paid.length
  return expect.poll(() => traffic.paid.length, EVENTUALLY).toBeGreaterThan(before + more)
}

function record(name: string, traffic: Traffic, since: number): void {
  const { requests, lost, soldOut } = traffic
  figures[name] = {
    ...{
      seconds: Math.round((performance.now() - since) / 1000),
      requests,
      orders: traffic.paid.length,
      soldOut,
    },
    ...{ withoutAnswer: lost.length, longestSecondsWithoutOrder: longestSilence(traffic) },
  }
}

test('HAProxy accepts the configuration of the layout for containers', () => {
  const checked = spawnSync(findProgram('haproxy', '-v') ?? '', ['-c', '-f', 'deploy/haproxy.cfg'], {
    encoding: 'utf8',
  })
  expect(checked.status, checked.stderr).toBe(0)
})

describe('across processes', () => {
  test('who logs in at one process is known at the others, and logged out everywhere', async () => {
    const auth = { email: 'admin@example.com', password: PUBLIC_DEMO.DEMO_PASSWORD }
    const { jwt: token } = JwtReply.parse((await post('shop1', '/v1/user_token', { auth })).body)
    for (const shop of SHOPS) expect((await callAt(shop, '/v1/users/me', { token })).status).toBe(200)
    expect((await callAt('shop2', '/v1/user_token', { method: 'DELETE', token })).status).toBe(204)
    for (const shop of SHOPS) expect((await callAt(shop, '/v1/users/me', { token })).status).toBe(401)
  })

  test('a limit on calls counts those to all processes together', async () => {
    const allowed = 3 * LIMIT_FACTOR
    const body = { password_reset: { email: 'nobody@example.com' } }
    const statuses: number[] = []
    for (let round = 0; round < allowed / SHOPS.length + 10; round++)
      statuses.push(
        ...(await Promise.all(SHOPS.map((shop) => post(shop, '/v1/password_resets', body)))).map(
          ({ status }) => status,
        ),
      )
    expect(statuses.filter((status) => status === 201)).toHaveLength(allowed)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  test('a call repeated at another process under its key gets the same order, also at once', async () => {
    const customer = { email: 'repeated@example.com' }
    const { jwt: token } = JwtReply.parse((await post('shop1', '/v1/customers', { customer })).body)
    const seat = seats.at(-1)
    if (!seat) throw new Error('There is no seat')
    const order = { order: seatOrder({ departure_id: seat.departure_id, depart_at: seat.depart_at }, 1) }
    const placed = await Promise.all(
      [...SHOPS, ...SHOPS].map((shop) => post(shop, '/v1/orders', order, { token, key: 'one order' })),
    )
    expect(placed.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
    const [id] = new Set(placed.map(({ body }) => OrderReply.parse(body).order.id))
    expect(new Set(placed.map(({ body }) => OrderReply.parse(body).order.id)).size).toBe(1)
    const { rows } = await database.query('select id from orders where email = $1', [customer.email])
    expect(rows).toEqual([{ id }])
  })

  test('a price changed at one process is shown by the others within a second', async () => {
    const deps = { database, settings: testSettings(), clock: systemClock }
    const { token } = await openStaffMember(deps, 'admin')
    const priceAt = async (shop: (typeof SHOPS)[number]) => {
      const page = await (await fetch(`${cluster.originOf(shop)}/product/6`)).text()
      const reply = await callAt(shop, '/v1/products/6?selling_brand_id=1')
      const price = ProductReply.parse(reply.body).product.from_price_total
      return page.includes(`$${String(price)}`) ? price : 'page and price differ'
    }
    const slowest: number[] = []
    for (const cents of [1000, 1100, 1200]) {
      const before = await priceAt('shop2')
      const changed = await callAt('shop1', '/v1/fees/1', {
        method: 'PATCH',
        body: { fee: { price: cents / 100 } },
        token,
      })
      expect(changed.status).toBe(200)
      const shown = await priceAt('shop1')
      const since = performance.now()
      expect(shown).not.toBe(before)
      await Promise.all(
        (['shop2', 'shop3'] as const).map((shop) =>
          expect.poll(() => priceAt(shop), { timeout: 1000, interval: 20 }).toBe(shown),
        ),
      )
      slowest.push(Math.round(performance.now() - since))
    }
    figures['milliseconds until the other processes show a price'] = slowest
  })

  test('every schedule is one for all processes, and only the worker keeps it', async () => {
    const { rows: schedules } = await database.query('select name from pgboss.schedule order by name')
    expect(schedules.map(({ name }) => name)).toEqual([...jobNames].sort())
    const minutes =
      'select singleton_key as job, singleton_on as minute, count(*)::int as times from pgboss.job ' +
      "where name = '__pgboss__send-it' group by 1, 2"
    const sent = async () => (await database.query(minutes)).rows
    await expect
      .poll(async () => new Set((await sent()).map(({ minute }) => String(minute))).size, EVENTUALLY)
      .toBeGreaterThan(1)
    expect((await sent()).filter(({ times }) => times !== 1)).toEqual([])
  })
})

test('all processes restarted one by one while people look and buy lose no request', async () => {
  const since = performance.now()
  const traffic = startTraffic(cluster.origin, seats, 'restarted')
  await enough(traffic, 5)
  const before = cluster.processes()
  await cluster.restartAll()
  await enough(traffic, 5)
  await traffic.stop()
  record('restarted one by one', traffic, since)
  expect(traffic.lost).toEqual([])
  const pidOf = (name: string) => (one: { name: string }) => one.name === name
  for (const name of [...SHOPS, 'worker'])
    expect(cluster.processes().find(pidOf(name))?.pid).not.toBe(before.find(pidOf(name))?.pid)
  await expectAllThere(traffic)
})

test('a process killed every ten seconds for a minute takes no acknowledged order with it', async () => {
  const since = performance.now()
  const traffic = startTraffic(cluster.origin, seats, 'killed')
  await enough(traffic, 5)
  for (let killed = 0; killed < 6; killed++) {
    await cluster.kill(SHOPS[killed % SHOPS.length] ?? 'shop1')
    await new Promise((resolve) => setTimeout(resolve, 10_000))
  }
  await enough(traffic, 5)
  await traffic.stop()
  record('a process killed every ten seconds', traffic, since)
  await expectAllThere(traffic)
  // Whoever asks once more under the key of an order that was placed gets that order.
  for (const { call, id } of traffic.placed) {
    const again = await post('shop1', call.path, call.body, { token: call.token ?? '', key: call.key })
    expect({ status: again.status, id: OrderReply.parse(again.body).order.id }).toEqual({ status: 201, id })
  }
})

test('each paid order has its ticket in one mail, whichever process took it', async () => {
  const tickets = async () => {
    const text = `select o.id, (select count(*)::int from sandbox.mails m where m.recipient = o.email
      and m.mail->>'subject' like '%booked%') as tickets from orders o where o.id = any($1)`
    return (await database.query(text, [paid])).rows
  }
  const waiting = async () => (await tickets()).filter((row) => row['tickets'] === 0).length
  await expect.poll(waiting, EVENTUALLY).toBe(0)
  expect((await tickets()).filter((row) => row['tickets'] !== 1)).toEqual([])
})

test('the primary killed and the standby promoted take no acknowledged order with them', async () => {
  const since = performance.now()
  const traffic = startTraffic(cluster.origin, seats, 'promoted')
  await enough(traffic, 10)
  await database.close()
  const gone = performance.now()
  await postgres.killPrimary()
  postgres.promote()
  database = await openDatabase({ databaseUrl: postgres.standby.url, dataDir: '' })
  await enough(traffic, 20)
  await traffic.stop()
  record('primary killed, standby promoted', traffic, since)
  const first = traffic.acknowledgedAt.find((at) => at > gone + 500) ?? Infinity
  figures['seconds from the end of the primary to the next order'] = Math.round((first - gone) / 100) / 10
  await expectAllThere(traffic)
  for (const shop of SHOPS) {
    const ready = async () => (await fetch(`${cluster.originOf(shop)}/readyz`)).status
    await expect.poll(ready, EVENTUALLY).toBe(200)
  }
})

test('SIGTERM ends all processes, and the cluster ends with 0', async () => {
  const pids = cluster.processes().map(({ pid }) => pid)
  expect(await cluster.stop()).toBe(0)
  const lives = (pid: number | null) => {
    try {
      return pid !== null && process.kill(pid, 0)
    } catch {
      return false
    }
  }
  expect(pids.filter(lives)).toEqual([])
})
