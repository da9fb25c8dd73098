import { type Product } from '#contract/catalogue.ts'
import { type Db } from '../db/client.ts'
import { isPublished } from '../rules/time/local-time.ts'
import { productResource } from './product-resources.ts'
import { presentRow } from '../resources/present-row.ts'
import { sortedFields } from '../resources/resource.ts'
import { isIdRequested, type ListPage, paginateRows } from '../http/list-page.ts'
import { sortPresentedRows } from '../http/sort-rows.ts'
import { type CatalogueEntry } from '../store/catalogue/read-catalogue.ts'
import { presentProduct } from './present-product.ts'
import { readRulesOnSale } from './read-rules-on-sale.ts'

/** The computed fields of a product that lists can be sorted by. */
const COMPUTED_SORTS = [
  'seat_price_total',
  'flight_price_total',
  'from_price_total',
  'from_price_before_total',
  'on_sale',
  'departure_terminal_name',
  'arrival_terminal_name',
  'fare_id',
  'show_on_homepage',
] as const satisfies (keyof Product)[]
export const productSorts = [...sortedFields(productResource), ...COMPUTED_SORTS]

export interface ProductFilter {
  ids?: number[] | undefined
  brandIds?: number[] | undefined
  slug?: string | undefined
  /** Only what is published now; otherwise drafts and archived products too. */
  publishedOnly: boolean
}

/**
 * Lists products with prices, sights and extras, as their own brand or `sellingBrandId` sells them.
 * One query.
 */
export async function listProducts(
  db: Db,
  filter: ProductFilter,
  page: ListPage,
  options: { now: Date; sellingBrandId?: number | undefined },
): Promise<{ rows: Product[]; totalCount: number }> {
  const sale = await readRulesOnSale(db, options.now)
  const requested = sale.catalogue.entries.filter(
    ({ product }) =>
      isIdRequested(filter.ids, product.id) &&
      isIdRequested(filter.brandIds, product.brandId) &&
      (filter.slug === undefined || product.slug === filter.slug) &&
      (!filter.publishedOnly || isPublished(product, options.now)),
  )
  const present = (entry: CatalogueEntry) => ({
    ...presentStoredFields(entry),
    ...presentProduct(entry, sale, options.sellingBrandId ?? entry.product.brandId, options.now),
  })
  if (page.sort) return sortPresentedRows(requested.map(present), page)
  const { rows, totalCount } = paginateRows(requested, page, {})
  return { rows: rows.map(present), totalCount }
}

/** The other fields of its row, for example when sales close and what a cancellation costs. */
const presentStoredFields = ({ product, upgrades, categories }: CatalogueEntry) =>
  presentRow(productResource, {
    ...product,
    upgrade_ids: upgrades.map(({ id }) => id),
    category_ids: categories.map(({ id }) => id),
  })
