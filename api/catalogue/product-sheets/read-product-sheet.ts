import { ProductSheet } from '#contract/product-sheet.ts'
import { type Db } from '../../db/client.ts'
import { findUnitPrice } from '../../rules/pricing/price-lines.ts'
import { toDollars } from '../../rules/money/money.ts'
import {
  type CatalogueEntry,
  type DepartureRow,
  findEntry,
  getPricingFacts,
} from '../../store/catalogue/read-catalogue.ts'
import { readRulesOnSale } from '../read-rules-on-sale.ts'
import { groupByTime, isInTimetable, isLimited } from '../rules/weekly-timetable.ts'
import { findLastChange } from './find-last-change.ts'
import { previewSheet } from './preview-sheet.ts'
import { presentSheetFields, sheetTag } from './sheet-fields.ts'
import { readSummaries } from './read-summaries.ts'

/** A product with its timetable and its `ETag`; undefined if there is none within the caller's reach. */
export async function readProductSheet(
  db: Db,
  id: number,
  { brandId, now }: { brandId: number | null; now: Date },
): Promise<ProductSheet | undefined> {
  const sale = await readRulesOnSale(db, now)
  const entry = findEntry(sale.catalogue, id)
  if (!entry || (brandId !== null && entry.product.brandId !== brandId)) return undefined
  const [summary] = await readSummaries(db, sale, [entry], now)
  const shown = await previewSheet(db, sale.catalogue, { entry, sent: {}, timetable: undefined, now })
  if (!summary || !shown.ok) return undefined
  const tag = sheetTag(entry.product, entry.departures)
  const sheet = ProductSheet.parse({
    ...summary,
    product: presentSheetFields(entry.product),
    tag,
    timetable: groupByTime(entry.departures.filter(isInTimetable)).map(({ rules, ...time }) => ({
      ...time,
      seat_prices: listOwnPrices(entry, rules),
    })),
    limited_departures: entry.departures.filter((rule) => isLimited(rule, now)).length,
    fares: entry.fares.length,
    last_change: await findLastChange(
      db,
      id,
      entry.departures.map((rule) => rule.id),
    ),
    preview: shown.preview,
  })
  return sheet
}

/** Prices of a seat that differ from the product's, the lowest first. */
function listOwnPrices(entry: CatalogueEntry, rules: readonly DepartureRow[]): number[] {
  const { brandId } = entry.product
  const priceOf = (rule: DepartureRow | null) =>
    findUnitPrice(getPricingFacts(entry, rule, brandId, 0), 'seat')?.cents
  const own = priceOf(null)
  const others = rules.flatMap((rule) => priceOf(rule) ?? []).filter((cents) => cents !== own)
  return others.length === 0
    ? []
    : [...new Set(rules.flatMap((rule) => priceOf(rule) ?? []))].toSorted((a, b) => a - b).map(toDollars)
}
