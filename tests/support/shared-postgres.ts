import { inject } from 'vitest'
import { copyDatabase, cutOff } from './copy-database.ts'

/**
 * The run's PostgreSQL server, for tests that need more than one connection: races, and two
 * processes. Its databases go with it, because some files make a hundred and dropping one takes as
 * long as making it.
 */
export interface SharedPostgres {
  /**
   * Makes a migrated, empty database and returns its URL.
   * @param from the URL of a database to copy with its data; its connections are ended
   */
  createDatabase(from?: string): Promise<string>
  /** Makes a database with the demo shop of `TEST_NOW` in it. */
  createDemoDatabase(): Promise<string>
}

export function sharedPostgres(): SharedPostgres {
  const templates = inject('postgres')
  if (!templates) throw new Error('This project has no PostgreSQL server: see prepare-postgres.ts')
  return {
    createDatabase: async (from) => {
      if (from !== undefined) await cutOff(from)
      return copyDatabase(from ?? templates.empty)
    },
    createDemoDatabase: () => copyDatabase(templates.demo),
  }
}
