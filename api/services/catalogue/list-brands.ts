import { type Brand } from '#contract/catalogue.ts'
import { type Db } from '../../db/client.ts'
import { brandResource } from '../resources/flight-resources.ts'
import { presentRow } from '../resources/present-row.ts'
import { isAsked, type ListPage, type SortKeys, takePage } from '../platform/list-page.ts'
import { type BrandRow } from './load-catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

const keys = { id: ({ id }) => id, name: ({ name }) => name } satisfies SortKeys<BrandRow>
export const brandSorts = ['id', 'name'] as const satisfies (keyof typeof keys)[]

/** Brands with their hosts. A brand without a host answers on every host that no other brand has. */
export async function listBrands(
  db: Db,
  filter: { ids?: number[] | undefined },
  page: ListPage,
): Promise<{ rows: Brand[]; totalCount: number }> {
  const { brands } = await readCatalogue(db)
  const asked = brands.filter(({ id }) => isAsked(filter.ids, id))
  const { rows, totalCount } = takePage(asked, page, keys)
  return { rows: rows.map(present), totalCount }
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
