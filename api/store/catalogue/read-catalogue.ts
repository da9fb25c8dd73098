import { asc, eq, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { brandHosts, brands } from '../../db/schema/brands.ts'
import {
  aircraft,
  aircraftOutages,
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
import { catalogueVersion } from '../../db/schema/versions.ts'
import { jsonRows, statement } from '../../db/statement.ts'
import { findUnitPrice } from '../../rules/pricing/price-lines.ts'
import {
  type FeeRule,
  type ListPrices,
  type PricingFacts,
  type QuantityType,
  type UpgradeRule,
} from '../../rules/pricing/pricing-facts.ts'
import { priceCart } from '../../rules/pricing/pricing.ts'
import { getDepartureTags } from '../../rules/time/local-time.ts'

/** The current version and the one before it, for readers that began with that. */
const KEPT = 2
/** How often a catalogue under constant change is read again before the reader gives up. */
const TRIES = 20

const kept = new Map<string, Catalogue>()
let last: { version: string; catalogue: Catalogue } | undefined

/**
 * The catalogue as it is committed now: one query for its version, and the rest only when something
 * was written since this process read it last (decision 020).
 */
export async function readCatalogue(db: DbOrTx): Promise<Catalogue> {
  return getCatalogueAtVersion(db, await readCatalogueVersion(db))
}

/**
 * The catalogue of a version that another query has just read.
 * @param version reloaded when it is not the current one
 */
export async function getCatalogueAtVersion(db: DbOrTx, version: string): Promise<Catalogue> {
  let wanted = version
  for (let tried = 1; tried <= TRIES; tried++) {
    const known = kept.get(wanted)
    if (known) {
      last = { version: wanted, catalogue: known }
      return known
    }
    const loaded = await loadCatalogue(db)
    // Loading takes many queries; equal versions before and after prove that nobody wrote in
    // between.
    const after = await readCatalogueVersion(db)
    if (after === wanted) return keep(wanted, loaded)
    wanted = after
  }
  throw new Error('The catalogue is written too often to be read')
}

/** The catalogue that this process read last, which may be old, with its version. */
export const findKeptCatalogue = (): { version: string; catalogue: Catalogue } | undefined => last

const selectVersion = statement((db) => db.select({ token: catalogueVersion.token }).from(catalogueVersion))

export async function readCatalogueVersion(db: DbOrTx): Promise<string> {
  const [row] = await selectVersion(db, {})
  if (!row) throw new Error('The catalogue has no version')
  return row.token
}

function keep(version: string, catalogue: Catalogue): Catalogue {
  freeze(catalogue)
  kept.set(version, catalogue)
  last = { version, catalogue }
  for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old)
  return catalogue
}

/**
 * All readers share the objects, so they are frozen: an attempt to change one fails where it is
 * made.
 */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || value instanceof Map) return
  Object.freeze(value)
  for (const part of Object.values(value)) freeze(part)
}

/** Looks a product up. */
export const findEntry = (catalogue: Catalogue, productId: number): CatalogueEntry | undefined =>
  catalogue.entries.find(({ product }) => product.id === productId)

export type ProductRow = typeof products.$inferSelect
export type TerminalRow = typeof terminals.$inferSelect
export type DepartureRow = typeof departures.$inferSelect
export type FareRow = typeof fares.$inferSelect
type FeeRow = typeof fees.$inferSelect
export type BrandRow = typeof brands.$inferSelect & { hosts: string[] }
type CampaignRow = typeof campaigns.$inferSelect
type UpgradeRow = typeof upgrades.$inferSelect
type CategoryRow = typeof productCategories.$inferSelect & { productIds: number[] }
type AircraftOnBase = Awaited<ReturnType<typeof loadAircraft>>[number]

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
async function loadCatalogue(db: DbOrTx): Promise<Catalogue> {
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

/** Aircraft in service, with their limits and the spans in which they do not fly all the same. */
async function loadAircraft(db: DbOrTx) {
  return db
    .select({
      id: aircraft.id,
      aircraftTypeId: aircraft.aircraftTypeId,
      terminalId: aircraft.terminalId,
      capacity: aircraftTypes.maxPassengers,
      maxWeightLbs: aircraftTypes.maxWeightLbs,
      turnaroundMins: aircraft.turnaroundMins,
      outages: jsonRows(
        { from: aircraftOutages.fromAt, until: aircraftOutages.untilAt },
        {
          from: aircraftOutages,
          where: sql`${aircraftOutages.aircraftId} = ${aircraft.id}`,
          orderBy: sql`${aircraftOutages.fromAt}`,
        },
      ),
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

/** What the prices of a product are made of; the product may be one that is not saved yet. */
export interface PricedEntry extends Pick<
  CatalogueEntry,
  'aircraftType' | 'terminals' | 'fares' | 'upgrades' | 'fees'
> {
  product: ListPrices &
    Pick<ProductRow, 'name' | 'departureTerminalId' | 'feePriceCents' | 'creditHidden' | 'passengerTypes'>
}

/**
 * The facts for pricing one departure, or the product alone. They are plain values, because an
 * order stores them.
 *
 * @param brandId the selling brand: its own fees apply in addition to those of every brand
 * @param campaignBps the discount of the brand's running campaign
 */
export function getPricingFacts(
  entry: PricedEntry,
  departure: DepartureRow | null,
  brandId: number,
  campaignBps: number,
): PricingFacts {
  const terminalId = departure?.departureTerminalId ?? entry.product.departureTerminalId
  const { name, feePriceCents, creditHidden } = entry.product
  const fare = entry.fares.find((one) => one.id === departure?.fareId)
  return {
    product: { name, ...listPricesOf(entry.product), feePriceCents, creditHidden },
    campaignBps,
    fare: fare ? listPricesOf(fare) : null,
    departure: {
      seatPriceCents: departure?.seatPriceCents ?? null,
      flightPriceCents: departure?.flightPriceCents ?? null,
      tags: departure ? getDepartureTags(departure) : [],
    },
    fees: entry.fees.filter((fee) => fee.brandId === null || fee.brandId === brandId).map(feeRuleOf),
    upgrades: entry.upgrades.map(upgradeRuleOf),
    ...passengerTypesOf(entry.product),
    taxBps: requireTerminal(entry.terminals, terminalId).taxBps,
    capacity: entry.aircraftType.maxPassengers,
  }
}

const listPricesOf = ({ seatPriceCents, flightPriceCents }: ListPrices): ListPrices => ({
  seatPriceCents,
  flightPriceCents,
})

/** The types that can be bought; nothing where everybody pays an adult's price. */
function passengerTypesOf({
  passengerTypes: types,
}: Pick<ProductRow, 'passengerTypes'>): Pick<PricingFacts, 'passengerTypes'> {
  const sold = types.filter(({ active }) => active)
  if (sold.length === 0) return {}
  return {
    passengerTypes: sold.map(({ id, name, percent_off, max_age, needs_adult }) => ({
      ...{ id, name, percentOff: percent_off },
      ...{ maxAge: max_age, needsAdult: needs_adult },
    })),
  }
}

const feeRuleOf = (fee: FeeRow): FeeRule => ({
  id: fee.id,
  name: fee.name,
  priceCents: fee.priceCents,
  percentBps: fee.percentBps,
  perSeat: fee.perSeat,
  postponed: fee.postponeUntilGiftCardRedemption,
})

const upgradeRuleOf = ({ id, name, priceCents, percentBps, goodForXPax }: UpgradeRow): UpgradeRule => ({
  id,
  name,
  priceCents,
  percentBps,
  goodForXPax,
})

/**
 * The all-in price of one seat or one whole aircraft, without extras; null when it is not sold by
 * that unit.
 * @param typeId the passenger type whose seat it is; by default an adult's
 */
export function getAllInCents(
  facts: PricingFacts,
  quantityType: QuantityType,
  typeId?: number,
): number | null {
  if (!findUnitPrice(facts, quantityType)) return null
  const quantity = quantityType === 'seat' ? 1 : facts.capacity
  const passengerTypes = typeId === undefined ? undefined : [{ typeId, quantity }]
  return priceCart(facts, { quantityType, quantity, passengerTypes, upgrades: [] }).totalCents
}
