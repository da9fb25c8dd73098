import { type Database, openDatabase } from '#api/db/client.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { startRealPostgres } from './real-postgres.ts'

export interface RacingShop {
  shop: PayingShop
  database: Database
  /** Stops the shop, then its server. */
  close: () => Promise<void>
}

/** A shop that takes money on a PostgreSQL of its own, where transactions really run side by side. */
export async function openRacingShop(): Promise<RacingShop> {
  const server = await startRealPostgres()
  const database = await openDatabase({ databaseUrl: await server.createDatabase(), dataDir: '' })
  const shop = await openPayingShop(database)
  const close = async () => {
    await shop.close()
    await server.stop()
  }
  return { shop, database, close }
}
