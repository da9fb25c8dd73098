import { inject } from 'vitest'
import { copyDatabase, cutOff } from './copy-database.ts'

/**
 * The run's PostgreSQL server, for what one connection cannot show: races, two processes. Its
 * databases go with it: some files make a hundred, and dropping one takes as long as making it.
 */
export interface SharedPostgres {
  /**
   * Makes a migrated, empty database of its own and returns its URL.
   *
   * @param from the URL of a database to copy with all that is in it; whoever is connected to it
   *   is cut off
   */
  createDatabase(from?: string): Promise<string>
  /** The same with the demo shop of `TEST_NOW` in it. */
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
