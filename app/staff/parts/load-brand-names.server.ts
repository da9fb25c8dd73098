import { getBrands } from '../../visit/brand.server.ts'
import { type StaffVisit } from './staff-visit.server.ts'

/**
 * The names of the brands with a shop, by id; empty if there is only one, because then names are of
 * no use.
 */
export async function loadBrandNames({ visit }: Pick<StaffVisit, 'visit'>): Promise<Record<string, string>> {
  const known = await getBrands(visit.shop, Date.now())
  const brands = known.filter(({ id, hosts }) => hosts.length > 0 || id === visit.shop.settings.brandId)
  return brands.length < 2 ? {} : Object.fromEntries(brands.map(({ id, name }) => [id, name]))
}
