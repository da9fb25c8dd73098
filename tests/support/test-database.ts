import { inject } from 'vitest'
import { type Database, openDatabase } from '#api/db/client.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { copyDatabase, dropDatabase } from './copy-database.ts'

/** Makes a migrated, empty database. */
export const createTestDatabase = (): Promise<Database> => openCopy('empty')

/** Makes a database with the demo shop of `TEST_NOW` in it. */
export const createDemoDatabase = (): Promise<Database> => openCopy('demo')

/**
 * Copies a database on the run's server, or the embedded database if the project has no server. The
 * copy behaves like the product without a server: it has only one connection, so code that requests
 * a second one inside a transaction waits for ever.
 */
async function openCopy(of: 'empty' | 'demo'): Promise<Database> {
  const postgres = inject('postgres')
  if (!postgres) return openEmbeddedDatabase(of)
  const databaseUrl = await copyDatabase(postgres[of])
  const database = await openDatabase({ databaseUrl, dataDir: '', maxConnections: 1 })
  const close = async () => {
    await database.close()
    await dropDatabase(databaseUrl)
  }
  return { ...database, kind: 'embedded', close }
}
