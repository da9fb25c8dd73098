import { type Db } from '../db/client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'

/**
 * A brand under maintenance takes no new orders, but for those that the desk and other systems
 * place.
 */
export async function isClosed(db: Db, brandId: number, { kind, roles }: SignedInCaller): Promise<boolean> {
  if (kind === 'key' || roles.some((role) => role !== 'pilot')) return false
  const { brands } = await readCatalogue(db)
  return brands.find(({ id }) => id === brandId)?.maintenance === true
}
