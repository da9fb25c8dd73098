import { isStaff, type SignedInCaller } from '../http/http.ts'
import { type Catalogue } from '../store/catalogue/read-catalogue.ts'

/** A brand under maintenance accepts orders from staff and other systems only. */
export function isClosed(
  { brands }: Pick<Catalogue, 'brands'>,
  brandId: number,
  caller: SignedInCaller,
): boolean {
  if (caller.kind === 'key' || isStaff(caller)) return false
  return brands.find(({ id }) => id === brandId)?.maintenance === true
}
