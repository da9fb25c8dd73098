import { type Product } from '#contract/catalogue.ts'
import { type Db } from '../../db/client.ts'
import { isPublished } from '../../domain/time/published.ts'
import { productResource } from '../resources/flight-resources.ts'
import { presentRow } from '../resources/present-row.ts'
import { isAsked, type ListPage, type SortKeys, takePage } from '../platform/list-page.ts'
import { type CatalogueEntry } from './load-catalogue.ts'
import { presentProduct } from './present-product.ts'
import { readRulesOnSale } from './rules-on-sale.ts'

const keys = {
  id: ({ product }) => product.id,
  name: ({ product }) => product.name,
  position: ({ product }) => product.position,
  publish_at: ({ product }) => product.publishAt,
  publish_until: ({ product }) => product.publishUntil,
} satisfies SortKeys<CatalogueEntry>
export const productSorts = ['id', 'name', 'position', 'publish_at', 'publish_until'] as const satisfies (keyof typeof keys)[] // prettier-ignore

export interface ProductFilter {
  ids?: number[] | undefined
  brandIds?: number[] | undefined
  slug?: string | undefined
  /** Only what is published now; otherwise drafts and archived products too. */
  publishedOnly: boolean
}

/**
 * Products with their prices, sights and extras, as their own brand sells them or, when given, `sellingBrandId`. One
 * query.
 */
export async function listProducts(
  db: Db,
  filter: ProductFilter,
  page: ListPage,
  options: { now: Date; sellingBrandId?: number | undefined },
): Promise<{ rows: Product[]; totalCount: number }> {
  const sale = await readRulesOnSale(db, options.now)
  const asked = sale.catalogue.entries.filter(
    ({ product }) =>
      isAsked(filter.ids, product.id) &&
      isAsked(filter.brandIds, product.brandId) &&
      (filter.slug === undefined || product.slug === filter.slug) &&
      (!filter.publishedOnly || isPublished(product, options.now)),
  )
  const { rows, totalCount } = takePage(asked, page, keys)
  return {
    rows: rows.map((entry) => ({
      ...presentKept(entry),
      ...presentProduct(entry, sale, options.sellingBrandId ?? entry.product.brandId, options.now),
    })),
    totalCount,
  }
}

/** What else its row says: when sales close, what cancelling costs. */
const presentKept = ({ product, upgrades, categories }: CatalogueEntry) =>
  presentRow(productResource, {
    ...product,
    upgrade_ids: upgrades.map(({ id }) => id),
    category_ids: categories.map(({ id }) => id),
  })
