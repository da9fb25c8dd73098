import { prepareTestDatabase } from './test-database.ts'

/** Once for a run, before the workers start. */
export default async function prepare() {
  await prepareTestDatabase()
}
