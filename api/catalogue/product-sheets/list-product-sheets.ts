import { type ProductSummary } from '#contract/product-sheet.ts'
import { type Db } from '../../db/client.ts'
import { readRulesOnSale } from '../read-rules-on-sale.ts'
import { readSummaries } from './read-summaries.ts'

/**
 * Lists all products, or those of a brand, with state, next departure, load and price. One query
 * beside those of the "from" prices.
 */
export async function listProductSheets(
  db: Db,
  { brandId, now }: { brandId: number | null; now: Date },
): Promise<ProductSummary[]> {
  const sale = await readRulesOnSale(db, now)
  const entries = sale.catalogue.entries.filter(
    ({ product }) => brandId === null || product.brandId === brandId,
  )
  return readSummaries(db, sale, entries, now)
}
