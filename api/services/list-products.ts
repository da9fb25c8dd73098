import { and, type AnyColumn, eq, gt, inArray, isNull, lte, or, type SQL } from 'drizzle-orm'
import { type Product } from '#contract/catalogue.ts'
import { type Db } from '../db/client.ts'
import { products } from '../db/schema/catalogue.ts'
import { type ListPage, orderOf } from './list-page.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { presentProduct } from './present-product.ts'

const columns = {
  id: products.id,
  name: products.name,
  position: products.position,
  publish_at: products.publishAt,
  publish_until: products.publishUntil,
}
export const productSorts = ['id', 'name', 'position', 'publish_at', 'publish_until'] as const

export interface ProductFilter {
  ids?: number[] | undefined
  brandIds?: number[] | undefined
  slug?: string | undefined
  /** Only what is published now; otherwise drafts and archived products too. */
  publishedOnly: boolean
}

/** Products with their prices, sights and extras, as their own brand sells them or, when given, `sellingBrandId`. */
export async function listProducts(
  db: Db,
  filter: ProductFilter,
  page: ListPage,
  options: { now: Date; sellingBrandId?: number | undefined },
): Promise<{ rows: Product[]; totalCount: number }> {
  const where = and(
    filter.ids && inArray(products.id, filter.ids),
    filter.brandIds && inArray(products.brandId, filter.brandIds),
    filter.slug === undefined ? undefined : eq(products.slug, filter.slug),
    filter.publishedOnly ? publishedAt(options.now) : undefined,
  )
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(where)
    .orderBy(...orderOf(page, columns, [products.position, products.id]))
    .limit(page.limit)
    .offset(page.offset)
  const entries = await loadCatalogue(
    db,
    rows.map((row) => row.id),
  )
  return {
    rows: entries.map((entry) =>
      presentProduct(entry, options.sellingBrandId ?? entry.product.brandId, options.now),
    ),
    totalCount: await db.$count(products, where),
  }
}

/** `isPublished` as a condition on rows. */
function publishedAt(now: Date): SQL | undefined {
  const openOr = (column: AnyColumn, edge: SQL) => or(isNull(column), edge)
  return and(
    eq(products.publishStatus, 'published'),
    openOr(products.publishAt, lte(products.publishAt, now)),
    openOr(products.publishUntil, gt(products.publishUntil, now)),
  )
}
