import { type Database, openDatabase } from '#api/db/client.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { sharedPostgres } from './shared-postgres.ts'

export interface RacingShop {
  shop: PayingShop
  database: Database
  databaseUrl: string
  close: () => Promise<void>
}

/** A shop that takes payments on a PostgreSQL server, where transactions really run in parallel. */
export async function openRacingShop(): Promise<RacingShop> {
  const databaseUrl = await sharedPostgres().createDemoDatabase()
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  const shop = await openPayingShop(database)
  return { shop, database, databaseUrl, close: shop.close }
}
