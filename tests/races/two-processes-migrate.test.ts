import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { jobNames } from '#api/db/job-queue.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'
import { startProduct } from './started-product.ts'

let postgres: SharedPostgres
beforeAll(async () => {
  postgres = sharedPostgres()
})

test('two processes that start at once migrate an empty database once', async () => {
  const databaseUrl = await postgres.createDatabase()
  const wiped = await openDatabase({ databaseUrl, dataDir: '' })
  await wiped.query('drop schema public cascade; create schema public; drop schema if exists drizzle cascade')
  const [one, two] = await Promise.all([
    openDatabase({ databaseUrl, dataDir: '' }),
    openDatabase({ databaseUrl, dataDir: '' }),
  ])
  await Promise.all([one.migrate(), two.migrate()])
  const { rows } = await wiped.query(
    'select count(*)::int as n, count(distinct hash)::int as hashes from drizzle.__drizzle_migrations',
  )
  expect(rows[0]?.['n']).toBe(rows[0]?.['hashes'])
  expect(rows[0]?.['n']).toBeGreaterThan(0)
  await Promise.all([one.close(), two.close(), wiped.close()])
})

test('four processes that start at once on a new database make every queue of jobs once', async () => {
  const databaseUrl = await postgres.createDatabase()
  const processes = await Promise.all(
    (['only', 'none', 'none', 'none'] as const).map((WORKER) =>
      startProduct({ DATABASE_URL: databaseUrl, WORKER }),
    ),
  )
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  const { rows } = await database.query("select name from pgboss.queue where name not like '\\_\\_%'")
  expect(rows.map(({ name }) => String(name)).sort()).toEqual([...jobNames].sort())
  await database.close()
  expect(await Promise.all(processes.map((one) => one.stop()))).toEqual([0, 0, 0, 0])
})
