import { asc, eq } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { brandHosts, brands } from '../../db/schema/brands.ts'
import {
  aircraft,
  aircraftTypes,
  departureExceptions,
  departures,
  fares,
  fees,
  productCategories,
  productCategoryProducts,
  products,
  productUpgrades,
  terminals,
  upgrades,
} from '../../db/schema/catalogue.ts'
import { campaigns } from '../../db/schema/promotions.ts'

export type ProductRow = typeof products.$inferSelect
export type TerminalRow = typeof terminals.$inferSelect
export type DepartureRow = typeof departures.$inferSelect
export type FareRow = typeof fares.$inferSelect
export type FeeRow = typeof fees.$inferSelect
export type BrandRow = typeof brands.$inferSelect & { hosts: string[] }
export type CampaignRow = typeof campaigns.$inferSelect
export type UpgradeRow = typeof upgrades.$inferSelect
export type CategoryRow = typeof productCategories.$inferSelect & { productIds: number[] }
export type AircraftOnBase = Awaited<ReturnType<typeof loadAircraft>>[number]

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
  exceptions: (typeof departureExceptions.$inferSelect)[]
  upgrades: UpgradeRow[]
  categories: CategoryRow[]
  /** Enabled fees of all brands. */
  fees: FeeRow[]
  /** The campaigns of all brands, by start. */
  campaigns: CampaignRow[]
}

/**
 * Everything that is sold and how, each list in its own order. All readers share it, so nobody may
 * change it.
 */
export interface Catalogue {
  brands: BrandRow[]
  entries: CatalogueEntry[]
  categories: CategoryRow[]
  fares: FareRow[]
  /** Includes disabled fees. */
  fees: FeeRow[]
  upgrades: UpgradeRow[]
  terminals: TerminalRow[]
  /** By start; includes disabled and past campaigns. */
  campaigns: CampaignRow[]
  /** Aircraft in service. */
  aircraft: AircraftOnBase[]
}

/**
 * Reads the whole catalogue in a fixed number of queries. Use `readCatalogue`, which reads only
 * when something was written.
 */
export async function loadCatalogue(db: DbOrTx): Promise<Catalogue> {
  const common = {
    brands: await loadBrands(db),
    categories: await loadCategories(db),
    fares: await db.select().from(fares).orderBy(asc(fares.id)),
    fees: await db.select().from(fees).orderBy(asc(fees.position), asc(fees.id)),
    upgrades: await db.select().from(upgrades).orderBy(asc(upgrades.position), asc(upgrades.id)),
    terminals: await db.select().from(terminals).orderBy(asc(terminals.id)),
    campaigns: await db.select().from(campaigns).orderBy(asc(campaigns.startAt), asc(campaigns.id)),
    aircraft: await loadAircraft(db),
  }
  return { ...common, entries: await loadEntries(db, common) }
}

async function loadBrands(db: DbOrTx): Promise<BrandRow[]> {
  const rows = await db.select().from(brands).orderBy(asc(brands.id))
  const hosts = await db.select().from(brandHosts).orderBy(asc(brandHosts.host))
  return rows.map((row) => ({
    ...row,
    hosts: hosts.filter(({ brandId }) => brandId === row.id).map(({ host }) => host),
  }))
}

async function loadCategories(db: DbOrTx): Promise<CategoryRow[]> {
  const rows = await db
    .select()
    .from(productCategories)
    .orderBy(asc(productCategories.position), asc(productCategories.id))
  const members = await db
    .select()
    .from(productCategoryProducts)
    .orderBy(asc(productCategoryProducts.productId))
  return rows.map((row) => ({
    ...row,
    productIds: members.filter((one) => one.productCategoryId === row.id).map((one) => one.productId),
  }))
}

/** Aircraft in service, with their limits. */
async function loadAircraft(db: DbOrTx) {
  return db
    .select({
      id: aircraft.id,
      aircraftTypeId: aircraft.aircraftTypeId,
      terminalId: aircraft.terminalId,
      capacity: aircraftTypes.maxPassengers,
      maxWeightLbs: aircraftTypes.maxWeightLbs,
      turnaroundMins: aircraft.turnaroundMins,
    })
    .from(aircraft)
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .where(eq(aircraft.inService, true))
    .orderBy(asc(aircraft.id))
}

/** Products by position, each with all that belongs to it. */
async function loadEntries(
  db: DbOrTx,
  common: Pick<Catalogue, 'categories' | 'fares' | 'fees' | 'upgrades' | 'terminals' | 'campaigns'>,
): Promise<CatalogueEntry[]> {
  const sold = await db
    .select({ product: products, aircraftType: aircraftTypes })
    .from(products)
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, products.aircraftTypeId))
    .orderBy(asc(products.position), asc(products.id))
  const rules = await db.select().from(departures).orderBy(asc(departures.id))
  const exceptions = await db.select().from(departureExceptions).orderBy(asc(departureExceptions.id))
  const offers = await db.select().from(productUpgrades)
  const terminalById = new Map(common.terminals.map((row) => [row.id, row]))
  const enabled = common.fees.filter((fee) => fee.enabled)
  return sold.map(({ product, aircraftType }) => {
    const { id } = product
    const of = <Row extends { productId: number }>(rows: Row[]) => rows.filter((row) => row.productId === id)
    const offered = new Set(of(offers).map(({ upgradeId }) => upgradeId))
    return {
      product,
      aircraftType,
      departureTerminal: requireTerminal(terminalById, product.departureTerminalId),
      arrivalTerminal: requireTerminal(terminalById, product.arrivalTerminalId),
      terminals: terminalById,
      fares: of(common.fares),
      departures: of(rules),
      exceptions: of(exceptions),
      upgrades: common.upgrades.filter((upgrade) => offered.has(upgrade.id)),
      categories: common.categories.filter(({ productIds }) => productIds.includes(id)),
      fees: enabled,
      campaigns: common.campaigns,
    }
  })
}

/** @throws Error when there is none; a foreign key keeps that from happening */
export function requireTerminal(terminalById: ReadonlyMap<number, TerminalRow>, id: number): TerminalRow {
  const terminal = terminalById.get(id)
  if (!terminal) throw new Error(`Terminal ${String(id)} is missing`)
  return terminal
}
