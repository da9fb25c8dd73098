import { and, eq, gt, isNotNull, lt, min, or, type SQL, sql } from 'drizzle-orm'
import { CODES, type VersionReply, writeVersion } from '#contract/version.ts'
import { type Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { products } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { discounts } from '../db/schema/promotions.ts'
import { catalogueVersion, stockChanges } from '../db/schema/versions.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { findNextChange } from '../rules/departures/next-change.ts'
import { type Catalogue, getCatalogueAtVersion } from '../store/catalogue/read-catalogue.ts'
import { placeRules } from '../store/catalogue/load-timetables.ts'

/** Two days in minutes. The next midnight in UTC, at which versions change anyway, is earlier. */
const TWO_DAYS = 2 * 24 * 60

/** The last result, valid while nothing is written and its time has not ended. */
let known: StorefrontState | undefined

/**
 * The version of all public data, in parts: the catalogue, the stock of each product, and the uses
 * of codes. Each part also names the period between two times at which it changes without a write.
 * One query while nothing changes (decisions 021 and 114).
 */
export async function readVersion(db: Db, now: Date): Promise<VersionReply> {
  const { version, until } = await readStorefrontState(db, now)
  return { version, valid_until: until.toISOString() }
}

/** The state of all public data, and until when it stays the same without a write. */
export interface StorefrontState {
  catalogue: Catalogue
  /** The catalogue's token and the counts of stock, as read. */
  written: string
  version: string
  from: Date
  until: Date
  /** Until when the catalogue stays the same without a write. */
  catalogueUntil: Date
}

/** Changes of the stock of a product and an aircraft; null stands for all of them. */
type StockCount = readonly [productId: number | null, aircraftId: number | null, changes: string]

const { productId: productOfStock, aircraftId: aircraftOfStock, changes: changesOfStock } = stockChanges
const counted = sql`select ${productOfStock} as product, ${aircraftOfStock} as craft,
    sum(${changesOfStock})::text as changes
  from ${stockChanges} group by 1, 2 order by 1, 2`
/** Each call of `/v1` for everybody sends it, so its text is made once. */
const readWritten = statement((db) =>
  db
    .select({
      token: catalogueVersion.token,
      counts: sql<string>`(select coalesce(json_agg(json_build_array(product, craft, changes)), '[]')::text
        from (${counted}) as counted)`,
    })
    .from(catalogueVersion),
)

/** Reads the state with one query while nothing changes. */
export async function readStorefrontState(db: Db, now: Date): Promise<StorefrontState> {
  const [row] = await readWritten(db, {})
  if (!row) throw new Error('The database told no version')
  const written = `${row.token} ${row.counts}`
  if (known?.written === written && now >= known.from && now < known.until) return known
  const catalogue = await getCatalogueAtVersion(db, row.token)
  const same = known?.catalogue === catalogue && now >= known.from && now < known.catalogueUntil
  const catalogueUntil = same && known ? known.catalogueUntil : await findCatalogueUntil(db, catalogue, now)
  const stockTimes = await readStockTimes(db, catalogue, now)
  const until = earliest([catalogueUntil, ...stockTimes.map(({ at }) => at)], now)
  const parts = writeParts(catalogue, JSON.parse(row.counts) as StockCount[], stockTimes, now)
  const version = writeVersion(`${row.token}.${catalogueUntil.getTime().toString(36)}`, parts)
  const state = { catalogue, written, version, from: now, until, catalogueUntil }
  known = state
  return state
}

const earliest = (times: readonly Date[], now: Date): Date =>
  new Date(Math.min(...times.map((time) => time.getTime()).filter((time) => time > now.getTime())))

/** The stock of each product: of its departures, and of all flights of its aircraft. */
function writeParts(
  catalogue: Catalogue,
  counts: readonly StockCount[],
  times: readonly StockTime[],
  now: Date,
): Map<string, string> {
  const parts = new Map<string, string>()
  for (const entry of catalogue.entries) {
    const { id } = entry.product
    const aircraftIds = new Set(
      placeRules(catalogue, entry).flatMap((rule) => rule.aircraft.map((one) => one.id)),
    )
    const shows = (productId: number | null, aircraftId: number | null) =>
      productId === id || (aircraftId !== null && aircraftIds.has(aircraftId))
    const own = counts.filter(([productId, aircraftId]) => shows(productId, aircraftId))
    const next = times.filter((time) => shows(time.productId, time.aircraftId)).map(({ at }) => at)
    const until = earliest([...next, FAR], now)
      .getTime()
      .toString(36)
    parts.set(String(id), `${String(sum(own))}.${until}`)
  }
  const others = counts.filter(([productId, aircraftId]) => productId === null && aircraftId === null)
  return parts.set(CODES, String(sum(others)))
}

/** Later than everything that is stored. */
const FAR = new Date(8.64e15)

const sum = (counts: readonly StockCount[]) => counts.reduce((all, [, , changes]) => all + Number(changes), 0)

async function findCatalogueUntil(db: Db, catalogue: Catalogue, now: Date): Promise<Date> {
  const products = catalogue.entries.map((entry) => ({
    ...entry.product,
    exceptions: entry.exceptions,
    rules: placeRules(catalogue, entry),
  }))
  const timezones = [
    ...catalogue.brands.map(({ timeZone }) => timeZone),
    ...catalogue.terminals.map(({ timezone }) => timezone),
  ]
  const campaigns = catalogue.campaigns.flatMap(({ startAt, endAt }) => [startAt, endAt])
  return findNextChange(products, timezones, [...campaigns, ...(await readCodeTimes(db))], now)
}

/** When discount codes start and end: a campaign's page shows prices with one. */
async function readCodeTimes(db: Db): Promise<Date[]> {
  const windows = await db
    .select({ from: discounts.publishAt, until: discounts.publishUntil })
    .from(discounts)
    .where(or(isNotNull(discounts.publishAt), isNotNull(discounts.publishUntil)))
  return windows.flatMap(({ from, until }) => [from, until]).filter((edge) => edge !== null)
}

/** A time at which the stock of a product, or of an aircraft's flights, changes without a write. */
interface StockTime {
  productId: number
  aircraftId: number | null
  at: Date
}

/**
 * When holds expire, and when sales close for departures whose stored time may differ from the
 * rule's.
 */
async function readStockTimes(db: Db, catalogue: Catalogue, now: Date): Promise<StockTime[]> {
  /** The largest number of minutes before departure at which a product closes sales. */
  const latest = Math.max(0, ...catalogue.entries.map(({ product }) => product.salesCloseMins))
  const { productId } = slots
  // Looked up by key for each hold: where many were held, a join scans all flights.
  const ofFlight = (value: SQL) =>
    sql<number>`(select ${value} from ${flights} where ${flights.id} = ${holds.flightId})`
  const productOfSlot = sql`(select ${productId} from ${slots} where ${slots.id} = ${flights.slotId})`
  const holdProduct = ofFlight(productOfSlot).as('product_id')
  const holdAircraft = ofFlight(sql`${flights.aircraftId}`).as('aircraft_id')
  const expiring = await db
    .select({ productId: holdProduct, aircraftId: holdAircraft, at: min(holds.expiresAt) })
    .from(holds)
    .where(and(eq(holds.state, 'held'), eq(holds.paymentOpen, false), gt(holds.expiresAt, now)))
    .groupBy(holdProduct, holdAircraft)
  const frozen = await db
    .select({ productId, departAt: slots.departAt, salesCloseMins: products.salesCloseMins })
    .from(slots)
    .innerJoin(products, eq(products.id, productId))
    .where(
      and(
        gt(slots.departAt, now),
        lt(slots.departAt, addMinutes(now, TWO_DAYS + latest)),
        lt(
          slots.departAt,
          sql`${addMinutes(now, TWO_DAYS).toISOString()}::timestamptz + ${products.salesCloseMins} *
            interval '1 minute'`,
        ),
      ),
    )
  return [
    ...expiring.flatMap(({ at, ...whose }) => (at ? { ...whose, at } : [])),
    ...frozen.flatMap(({ productId, departAt, salesCloseMins }) =>
      [departAt, addMinutes(departAt, -salesCloseMins)].map((at) => ({ productId, aircraftId: null, at })),
    ),
  ]
}
