import { randomBytes } from 'node:crypto'
import { openDatabase } from '#api/db/client.ts'
import { makeKeyRing } from '#settings/key-ring.ts'
import { seedDemo } from '../api/db/seed/seed-demo.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'

/** The demo shop on a PostgreSQL server. */
export async function seededDatabase(databaseUrl: string): Promise<string> {
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await seedDemo(database.db, {
    now: new Date(),
    demoPassword: randomBytes(9).toString('hex'),
    codes: createCodeVault(makeKeyRing([serverSecrets.code])),
  })
  await database.query('analyze')
  await database.close()
  return databaseUrl
}

const secret = () => randomBytes(32).toString('base64')
/** The database of one run. */
export const serverSecrets = { session: secret(), jwt: secret(), code: secret() }
/** The settings of the built shop for this database. */
export const serverSettings = (databaseUrl: string) => ({
  SESSION_SECRET: serverSecrets.session,
  JWT_SECRET: serverSecrets.jwt,
  CODE_SECRET: serverSecrets.code,
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  PAYMENTS: 'sandbox',
  // All calls come from one address; without the factor, a fast machine would reach the rate
  // limits.
  LIMIT_FACTOR: '1000',
  LOG_LEVEL: 'warn',
})

/** Those of a shop whose statements are counted: it runs no jobs, so calls send all of them. */
export const countedSettings = (databaseUrl: string) => ({ ...serverSettings(databaseUrl), WORKER: 'none' })
