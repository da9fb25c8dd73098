import { type ProductSummary } from '#contract/product-sheet.ts'
import { type Db } from '../../db/client.ts'
import { loadTimetables } from '../../store/catalogue/load-timetables.ts'
import { type CatalogueEntry } from '../../store/catalogue/read-catalogue.ts'
import { type RulesOnSale } from '../read-rules-on-sale.ts'
import { loadDays, summariseProduct } from './summarise-product.ts'

/**
 * The summaries of products for a state of catalogue and stock. A state ends with every write to
 * them and whenever a sale closes, a hold ends or a flight leaves, so they are never out of date.
 */
const known = new WeakMap<RulesOnSale, Map<number, ProductSummary>>()

/**
 * Reads the summaries of products in the order of `entries`. No query for those that are known;
 * one for all others, of four weeks of departures.
 */
export async function readSummaries(
  db: Db,
  sale: RulesOnSale,
  entries: readonly CatalogueEntry[],
  now: Date,
): Promise<ProductSummary[]> {
  const kept = known.get(sale) ?? new Map<number, ProductSummary>()
  known.set(sale, kept)
  const unknown = entries.filter(({ product }) => !kept.has(product.id))
  if (unknown.length > 0) {
    const found = await loadTimetables(db, sale.catalogue, unknown, { ...loadDays(now), now })
    for (const one of found) kept.set(one.entry.product.id, summariseProduct(one, sale, now))
  }
  return entries.flatMap(({ product }) => kept.get(product.id) ?? [])
}
