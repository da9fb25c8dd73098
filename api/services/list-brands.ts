import { inArray } from 'drizzle-orm'
import { type Brand } from '#contract/catalogue.ts'
import { type Db } from '../db/client.ts'
import { brandHosts, brands } from '../db/schema/brands.ts'
import { type ListPage, orderOf } from './list-page.ts'

const columns = { id: brands.id, name: brands.name }
export const brandSorts = ['id', 'name'] as const

/** Brands with their hosts. A brand without a host answers on every host that no other brand has. */
export async function listBrands(
  db: Db,
  filter: { ids?: number[] | undefined },
  page: ListPage,
): Promise<{ rows: Brand[]; totalCount: number }> {
  const where = filter.ids && inArray(brands.id, filter.ids)
  const rows = await db
    .select()
    .from(brands)
    .where(where)
    .orderBy(...orderOf(page, columns, [brands.id]))
    .limit(page.limit)
    .offset(page.offset)
  const hosts = await db
    .select()
    .from(brandHosts)
    .where(
      inArray(
        brandHosts.brandId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(brandHosts.host)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      slug: row.slug,
      tagline: row.tagline,
      time_zone: row.timeZone,
      phone: row.phone,
      email: row.email,
      hosts: hosts.filter((one) => one.brandId === row.id).map((one) => one.host),
      product_brand_ids: row.productBrandIds,
      guest_checkout: row.guestCheckout,
    })),
    totalCount: await db.$count(brands, where),
  }
}
