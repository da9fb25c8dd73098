import { type Brand } from '#contract/catalogue.ts'
import { type Db } from '../db/client.ts'
import { brandResource } from './product-resources.ts'
import { presentRow } from '../resources/present-row.ts'
import { sortedFields } from '../resources/resource.ts'
import { isIdRequested, type ListPage } from '../http/list-page.ts'
import { sortPresentedRows } from '../http/sort-rows.ts'
import { type BrandRow, readCatalogue } from '../store/catalogue/read-catalogue.ts'

export const brandSorts = sortedFields(brandResource)

/**
 * Lists brands with their hosts. A brand without a host answers on all hosts that belong to no
 * other brand.
 */
export async function listBrands(
  db: Db,
  filter: { ids?: number[] | undefined },
  page: ListPage,
): Promise<{ rows: Brand[]; totalCount: number }> {
  const { brands } = await readCatalogue(db)
  const requested = brands.filter(({ id }) => isIdRequested(filter.ids, id))
  return sortPresentedRows(requested.map(present), page)
}

const present = (row: BrandRow): Brand => ({
  ...presentRow(brandResource, row),
  id: row.id,
  name: row.name,
  slug: row.slug,
  tagline: row.tagline,
  time_zone: row.timeZone,
  phone: row.phone,
  email: row.email,
  hosts: row.hosts,
  product_brand_ids: row.productBrandIds,
  guest_checkout: row.guestCheckout,
  rescheduling: row.rescheduling,
  maintenance: row.maintenance,
})
