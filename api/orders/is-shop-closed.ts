import { type SignedInCaller } from '../http/http.ts'
import { type Catalogue } from '../store/catalogue/read-catalogue.ts'

/** A brand under maintenance accepts orders from staff and other systems only. */
export function isClosed(
  { brands }: Pick<Catalogue, 'brands'>,
  brandId: number,
  { kind, roles }: SignedInCaller,
): boolean {
  if (kind === 'key' || roles.some((role) => role !== 'pilot')) return false
  return brands.find(({ id }) => id === brandId)?.maintenance === true
}
