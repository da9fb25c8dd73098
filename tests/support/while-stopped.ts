import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type RunningShop, startShop } from './start-shop.ts'

/**
 * Stops the shop, lets its database be read or changed, and starts it again at the same address, to
 * test a page that stays open meanwhile. The shop needs a given `dataDir`.
 */
export async function whileStopped<T>(shop: RunningShop, work: (database: PGlite) => Promise<T>): Promise<T> {
  const { dataDir, port } = shop
  await shop.stop()
  const database = await PGlite.create(join(dataDir, 'database'))
  const result = await work(database)
  await database.close()
  Object.assign(shop, await startShop({ dataDir, port }))
  return result
}
