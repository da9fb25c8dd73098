import { beforeAll, expect, it } from 'vitest'
import { databaseAnswers, openDatabase } from '#api/db/client.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'

let server: SharedPostgres

beforeAll(async () => {
  server = sharedPostgres()
})

it('the pool outlives connections that the server ends and opens new ones', async () => {
  const databaseUrl = await server.createDatabase()
  const lost: string[] = []
  const database = await openDatabase({
    databaseUrl,
    dataDir: '',
    onConnectionLost: ({ message }) => lost.push(message),
  })
  const rival = await openDatabase({ databaseUrl, dataDir: '' })
  // Each transaction has a connection of its own.
  await Promise.all([1, 2, 3].map(() => database.db.transaction((tx) => tx.execute('select 1'))))
  await rival.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and ' +
      'datname = current_database()',
  )
  // A connection that has not noticed its end yet would still be handed out, and fail.
  await expect.poll(() => lost.length).toBe(3)
  expect(await databaseAnswers(database)).toBe(true)
  await Promise.all([database.close(), rival.close()])
})
