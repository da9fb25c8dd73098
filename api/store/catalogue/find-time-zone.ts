import { type DbOrTx } from '../../db/client.ts'
import { readCatalogue } from './read-catalogue.ts'

/** The zone by which a brand's days begin. */
export async function findTimeZone(db: DbOrTx, brandId: number): Promise<string> {
  const { brands } = await readCatalogue(db)
  const brand = brands.find(({ id }) => id === brandId)
  if (!brand) throw new Error(`There is no brand ${String(brandId)}`)
  return brand.timeZone
}
