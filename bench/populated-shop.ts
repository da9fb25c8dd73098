import { makeKeyRing } from '#settings/key-ring.ts'
import { type Population, populate } from '../api/db/seed/populate.ts'
import { type ApiDeps } from '#api/deps.ts'
import { type Database, openDatabase } from '#api/db/client.ts'
import { systemClock } from '../api/gateways/clock.ts'
import { carryLedgerForward } from '../api/bookkeeping/reports/carry-ledger-forward.ts'
import { testSettings } from '../tests/support/test-settings.ts'
import { serverSecrets } from './durable-shop.ts'

export const benchSettings = () => {
  const { session, jwt, code } = serverSecrets
  const own = { session: makeKeyRing([session]), jwt: makeKeyRing([jwt]), code: makeKeyRing([code]) }
  return testSettings({ secrets: { ...testSettings().secrets, ...own } })
}

/**
 * Fills a demo shop with orders of the past as the shop itself would have written them, then lets
 * `work` use its single connection.
 */
export async function populateShop<T>(
  databaseUrl: string,
  population: Population,
  work: (deps: Pick<ApiDeps, 'settings' | 'clock'> & { database: Database }) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ databaseUrl, dataDir: '', maxConnections: 1 })
  await populate(database.query, population)
  const deps = { database, settings: benchSettings(), clock: systemClock }
  await carryLedgerForward(deps)
  const result = await work(deps)
  await database.query('vacuum analyze')
  await database.close()
  return result
}

/**
 * Waits until the mails of the generated orders are sent, so that they do not affect the
 * measurement.
 */
export async function untilQuiet(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '', maxConnections: 1 })
  const written = async () =>
    String(
      (
        await database.query(
          `select count(*) || ' ' || max(id) || ' ' || count(*) filter (where state = 'queued') as all
            from mails`,
        )
      ).rows[0]?.['all'],
    )
  for (let before = '', now = await written(), tries = 0; before !== now && tries < 60; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 5000))
    before = now
    now = await written()
  }
  await database.query('analyze')
  await database.close()
}
