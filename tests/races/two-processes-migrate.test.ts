import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'

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
