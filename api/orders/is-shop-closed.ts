import { type Db } from '../db/client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'

/** A brand under maintenance accepts orders from staff and other systems only. */
export async function isClosed(db: Db, brandId: number, { kind, roles }: SignedInCaller): Promise<boolean> {
  if (kind === 'key' || roles.some((role) => role !== 'pilot')) return false
  const { brands } = await readCatalogue(db)
  return brands.find(({ id }) => id === brandId)?.maintenance === true
}
