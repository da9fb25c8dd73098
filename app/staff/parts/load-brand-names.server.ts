import { getBrands } from '../../visit/brand.server.ts'
import { type StaffVisit } from './staff-visit.server.ts'

/**
 * How the brands that have a shop are called, by id; none where there is but one, and nobody asks
 * which.
 */
export async function loadBrandNames({ visit }: Pick<StaffVisit, 'visit'>): Promise<Record<string, string>> {
  const known = await getBrands(visit.shop, Date.now())
  const brands = known.filter(({ id, hosts }) => hosts.length > 0 || id === visit.shop.settings.brandId)
  return brands.length < 2 ? {} : Object.fromEntries(brands.map(({ id, name }) => [id, name]))
}
