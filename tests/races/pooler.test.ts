import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#api/db/client.ts'
import { refuseUnnamedPooler } from '#api/db/refuse-pooler.ts'
import { seedDemo } from '#api/db/seed/seed-demo.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { type PgBouncer, startPgbouncer } from '../support/start-pgbouncer.ts'
import { testSettings } from '../support/test-settings.ts'
import { buySeat, startProduct } from './started-product.ts'
import { weekdayFlight } from './two-process-shop.ts'

let direct: string
let database: Database
let pooler: PgBouncer
beforeAll(async () => {
  direct = await sharedPostgres().createDatabase()
  database = await openDatabase({ databaseUrl: direct, dataDir: '' })
  const codes = createCodeVault(testSettings().secrets.code)
  await seedDemo(database.db, { now: new Date(), demoPassword: 'fly-demo', codes })
  await database.query('delete from departure_exceptions')
  pooler = await startPgbouncer(direct)
})
afterAll(async () => {
  await pooler.stop()
  await database.close()
})

it('orders placed at once are paid and mailed through a pooler that does not follow statements', async () => {
  const shop = await startProduct({
    DATABASE_URL: pooler.databaseUrl,
    DATABASE_DIRECT_URL: direct,
    DATABASE_POOLED: 'true',
  })
  const flights = await Promise.all([3, 4, 5].map((week) => weekdayFlight({ database }, week)))
  const buyers = flights.flatMap((flight, at) =>
    [1, 2, 3, 4].map((seat) => ({ flight, email: `buyer${String(at)}.${String(seat)}@example.com` })),
  )
  const bought = await Promise.all(buyers.map(({ flight, email }) => buySeat(shop, flight, email)))
  const { rows } = await database.query(
    `select o.id from orders o join payments p on p.order_id = o.id where o.status = 'completed'`,
  )
  expect(rows.map(({ id }) => Number(id)).sort((one, other) => one - other)).toEqual(
    [...bought].sort((one, other) => one - other),
  )
  const mailed = async () => {
    const text = 'select count(distinct recipient)::int as count from sandbox.mails where recipient = any($1)'
    return Number((await database.query(text, [buyers.map(({ email }) => email)])).rows[0]?.['count'])
  }
  await expect.poll(mailed, { timeout: 30_000 }).toBe(buyers.length)
  // Notices come over the server's own address.
  const { rows: listeners } = await database.query(
    `select 1 from pg_stat_activity where application_name = 'changes of the shop'
      and datname = current_database()`,
  )
  expect(listeners).toHaveLength(1)
  const version = async () => (await fetch(`${shop.origin}/v1/version`)).text()
  const before = await version()
  await database.query('update fees set price_cents = price_cents + 100')
  expect(await version()).not.toBe(before)
  expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200)
  await shop.stop()
})

it.each([
  ['nothing', {}, 'set DATABASE_POOLED=true, and DATABASE_DIRECT_URL to the address of the server itself.'],
  ['only the direct address', { direct: true }, 'set DATABASE_POOLED=true.'],
])('a start through the pooler with %s set ends at once and says what to set', async (_, given, sentence) => {
  const settings: Record<string, string> = { DATABASE_URL: pooler.databaseUrl }
  if ('direct' in given) settings['DATABASE_DIRECT_URL'] = direct
  await expect(startProduct(settings)).rejects.toThrow(`DATABASE_URL leads to a pooler: ${sentence}`)
})

it('other work on the pooler does not hide that it loses statements', async () => {
  const others = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString: pooler.databaseUrl })
      await client.connect()
      return client
    }),
  )
  let busy = true
  const work = others.map(async (client) => {
    while (busy) await client.query('select pg_backend_pid()')
  })
  await expect(
    refuseUnnamedPooler({ databaseUrl: pooler.databaseUrl, databaseDirectUrl: direct }),
  ).rejects.toThrow('set DATABASE_POOLED=true.')
  busy = false
  await Promise.all(work)
  await Promise.all(others.map((client) => client.end()))
})

it('a server itself is no pooler', async () => {
  await refuseUnnamedPooler({ databaseUrl: direct })
})
