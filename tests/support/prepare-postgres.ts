import { type TestProject } from 'vitest/node'
import { openDatabase } from '#api/db/client.ts'
import { startRealPostgres } from './real-postgres.ts'
import { seedTestDemo } from './seed-test-demo.ts'
import { TEST_NOW } from './test-clock.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * URLs of the databases that tests copy, on a server of the run's own: migrated, and with the
     * demo shop.
     */
    postgres: { empty: string; demo: string } | undefined
  }
}

/**
 * Starts a PostgreSQL server and makes the databases that tests copy, once before the workers
 * start.
 */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  // Races leave their databases to the end.
  const server = await startRealPostgres({ gigabytes: project.name === 'unit' ? 3 : 8 })
  const [empty, demo] = [await server.createDatabase(), await server.createDatabase()]
  const database = await openDatabase({ databaseUrl: demo, dataDir: '' })
  await seedTestDemo(database, new Date(TEST_NOW))
  await database.close()
  project.provide('postgres', { empty, demo })
  return () => server.stop()
}
