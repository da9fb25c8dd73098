import { seedDemo } from '#api/db/seed/seed-demo.ts'
import { type Database } from '#api/db/client.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { testSettings } from './test-settings.ts'

/**
 * Fills a database with the demo shop as the tests know it: seeded at `now`, with the tests'
 * secrets.
 */
export async function seedTestDemo(database: Database, now: Date): Promise<void> {
  const { demoPassword, secrets } = testSettings()
  await seedDemo(database.db, { now, demoPassword, codes: createCodeVault(secrets.code) })
}
