import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#api/db/client.ts'
import { seedDemo } from '#api/db/seed/seed-demo.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { testSettings } from '../support/test-settings.ts'
import { buySeat, startProduct, type StartedProduct } from './started-product.ts'
import { weekdayFlight } from './two-process-shop.ts'

let databaseUrl: string
let database: Database
let shop: StartedProduct
beforeAll(async () => {
  databaseUrl = await sharedPostgres().createDatabase()
  database = await openDatabase({ databaseUrl, dataDir: '' })
  const codes = createCodeVault(testSettings().secrets.code)
  await seedDemo(database.db, { now: new Date(), demoPassword: 'fly-demo', codes })
  await database.query('delete from departure_exceptions')
  shop = await startProduct({ DATABASE_URL: databaseUrl, WORKER: 'none' })
})
afterAll(async () => {
  await shop.stop()
  await database.close()
})

const count = async (text: string, values: unknown[] = []) =>
  Number((await database.query(`select count(*)::int as count from ${text}`, values)).rows[0]?.['count'])
const sent = (email: string) => count('sandbox.mails where recipient = $1', [email])
const woken = (name: string) => count("pgboss.job where name = $1 and state = 'created'", [name])
const worked = (name: string) => count("pgboss.job where name = $1 and state <> 'created'", [name])

it('a shop without workers sends no mail, and a worker process sends each within seconds', async () => {
  const flight = await weekdayFlight({ database }, 3)
  await buySeat(shop, flight, 'before@example.com')
  // Its wake waits as a row, and this process starts no job.
  await expect.poll(() => woken('mails')).toBeGreaterThan(0)
  expect(await count('pgboss.schedule')).toBe(0)
  expect(await count('mails where sent_at is not null')).toBe(0)
  const worker = await startProduct({ DATABASE_URL: databaseUrl, WORKER: 'only' })
  const soon = { timeout: 10_000, interval: 50 }
  await expect.poll(() => sent('before@example.com'), soon).toBeGreaterThan(0)
  const schedules = await worked('mails')
  await buySeat(shop, flight, 'after@example.com')
  await expect.poll(() => sent('after@example.com'), soon).toBeGreaterThan(0)
  expect(await worked('mails')).toBeGreaterThan(schedules)

  expect((await fetch(`${worker.origin}/readyz`)).status).toBe(200)
  expect((await fetch(`${worker.origin}/v1/products`)).status).toBe(404)
  expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200)

  await worker.stop()
  await buySeat(shop, flight, 'later@example.com')
  await expect.poll(() => woken('mails')).toBeGreaterThan(0)
  expect(await sent('later@example.com')).toBe(0)
})
