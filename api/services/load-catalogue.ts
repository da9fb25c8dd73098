import { asc, eq, inArray } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import {
  aircraftTypes,
  departures,
  fares,
  fees,
  productCategories,
  productCategoryProducts,
  products,
  productUpgrades,
  terminals,
  upgrades,
} from '../db/schema/catalogue.ts'

export type ProductRow = typeof products.$inferSelect
export type TerminalRow = typeof terminals.$inferSelect
export type DepartureRow = typeof departures.$inferSelect
export type FareRow = typeof fares.$inferSelect
export type FeeRow = typeof fees.$inferSelect

/** Everything the catalogue says about one product. */
export interface CatalogueEntry {
  product: ProductRow
  aircraftType: typeof aircraftTypes.$inferSelect
  departureTerminal: TerminalRow
  arrivalTerminal: TerminalRow
  /** Every terminal by id, for departures that use another than the product's. */
  terminals: ReadonlyMap<number, TerminalRow>
  fares: FareRow[]
  departures: DepartureRow[]
  upgrades: (typeof upgrades.$inferSelect)[]
  categories: (typeof productCategories.$inferSelect)[]
  /** Enabled fees of all brands. */
  fees: FeeRow[]
}

/**
 * Reads products with all that belongs to them, in seven queries however many they are, in the order of the ids given.
 * Ids without a product are left out.
 */
export async function loadCatalogue(db: DbOrTx, productIds: readonly number[]): Promise<CatalogueEntry[]> {
  const ids = [...productIds]
  const sold = await db
    .select({ product: products, aircraftType: aircraftTypes })
    .from(products)
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, products.aircraftTypeId))
    .where(inArray(products.id, ids))
  const everyTerminal = await db.select().from(terminals)
  const fareRows = await db.select().from(fares).where(inArray(fares.productId, ids)).orderBy(asc(fares.id))
  const departureRows = await db
    .select()
    .from(departures)
    .where(inArray(departures.productId, ids))
    .orderBy(asc(departures.id))
  const upgradeRows = await db
    .select({ productId: productUpgrades.productId, upgrade: upgrades })
    .from(productUpgrades)
    .innerJoin(upgrades, eq(upgrades.id, productUpgrades.upgradeId))
    .where(inArray(productUpgrades.productId, ids))
    .orderBy(asc(upgrades.position), asc(upgrades.id))
  const categoryRows = await db
    .select({ productId: productCategoryProducts.productId, category: productCategories })
    .from(productCategoryProducts)
    .innerJoin(productCategories, eq(productCategories.id, productCategoryProducts.productCategoryId))
    .where(inArray(productCategoryProducts.productId, ids))
    .orderBy(asc(productCategories.position), asc(productCategories.id))
  const feeRows = await db
    .select()
    .from(fees)
    .where(eq(fees.enabled, true))
    .orderBy(asc(fees.position), asc(fees.id))

  const terminalById = new Map(everyTerminal.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const found = sold.find((row) => row.product.id === id)
    if (!found) return []
    const of = <Row extends { productId: number }>(rows: Row[]) => rows.filter((row) => row.productId === id)
    return {
      ...found,
      departureTerminal: requireTerminal(terminalById, found.product.departureTerminalId),
      arrivalTerminal: requireTerminal(terminalById, found.product.arrivalTerminalId),
      terminals: terminalById,
      fares: of(fareRows),
      departures: of(departureRows),
      upgrades: of(upgradeRows).map((row) => row.upgrade),
      categories: of(categoryRows).map((row) => row.category),
      fees: feeRows,
    }
  })
}

/** @throws Error when there is none; a foreign key keeps that from happening */
export function requireTerminal(terminalById: ReadonlyMap<number, TerminalRow>, id: number): TerminalRow {
  const terminal = terminalById.get(id)
  if (!terminal) throw new Error(`Terminal ${String(id)} is missing`)
  return terminal
}
