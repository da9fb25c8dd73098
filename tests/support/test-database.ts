import { inject } from 'vitest'
import { type Database, openDatabase } from '#api/db/client.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { copyDatabase, dropDatabase } from './copy-database.ts'

/** A migrated, empty database of its own for whoever asks. */
export const createTestDatabase = (): Promise<Database> => openCopy('empty')

/** A database of its own with the demo shop of `TEST_NOW` in it. */
export const createDemoDatabase = (): Promise<Database> => openCopy('demo')

/**
 * A copy on the run's server, or of the embedded database where the project has none. Both are what
 * the product has without a server: calls are counted in its process, and there is one connection,
 * so that whoever asks for a second one inside a transaction waits for ever.
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
