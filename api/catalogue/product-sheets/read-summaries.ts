import { type ProductSummary } from '#contract/product-sheet.ts'
import { type Db } from '../../db/client.ts'
import { loadTimetables } from '../../store/catalogue/load-timetables.ts'
import { type CatalogueEntry } from '../../store/catalogue/read-catalogue.ts'
import { type RulesOnSale } from '../read-rules-on-sale.ts'
import { loadDays, summariseProduct } from './summarise-product.ts'

/**
 * The summaries of products for a state of catalogue and stock. A state ends with every write to
 * them and whenever a sale closes, a hold ends or a flight leaves, so they are never out of date.
 * One that is being read is kept too: parallel callers share the read.
 */
const known = new WeakMap<RulesOnSale, Map<number, Promise<ProductSummary | undefined>>>()

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
  const kept = known.get(sale) ?? new Map<number, Promise<ProductSummary | undefined>>()
  known.set(sale, kept)
  const unknown = entries.filter(({ product }) => !kept.has(product.id))
  if (unknown.length > 0) {
    const read = summarise(db, sale, unknown, now)
    for (const { product } of unknown)
      kept.set(
        product.id,
        read.then((found) => found.get(product.id)),
      )
    // What failed is read anew by the next caller.
    read.catch(() => {
      for (const { product } of unknown) kept.delete(product.id)
    })
  }
  const found = await Promise.all(entries.map(({ product }) => kept.get(product.id)))
  return found.filter((one) => one !== undefined)
}

async function summarise(
  db: Db,
  sale: RulesOnSale,
  entries: readonly CatalogueEntry[],
  now: Date,
): Promise<Map<number, ProductSummary>> {
  const found = await loadTimetables(db, sale.catalogue, entries, { ...loadDays(now), now })
  return new Map(found.map((one) => [one.entry.product.id, summariseProduct(one, sale, now)]))
}
