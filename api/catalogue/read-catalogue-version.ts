import { and, asc, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm'
import { type VersionReply } from '#contract/version.ts'
import { type Db } from '../db/client.ts'
import { products } from '../db/schema/catalogue.ts'
import { slots } from '../db/schema/inventory.ts'
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
 * The version of all public data: catalogue, stock, and the period between two times at which
 * something changes without a write. One query while nothing changes (decision 021).
 */
export async function readVersion(db: Db, now: Date): Promise<VersionReply> {
  const { written, until } = await readStorefrontState(db, now)
  return { version: `${written}.${until.getTime().toString(36)}`, valid_until: until.toISOString() }
}

/** The state of all public data, and until when it stays the same without a write. */
export interface StorefrontState {
  catalogue: Catalogue
  /** One token for catalogue and stock. */
  written: string
  from: Date
  until: Date
}

/** Reads the state with one query while nothing changes. */
export async function readStorefrontState(db: Db, now: Date): Promise<StorefrontState> {
  const [row] = await db
    .select({
      token: catalogueVersion.token,
      changes: sql<string>`(select coalesce(sum(${stockChanges.changes}), 0)::text from ${stockChanges})`,
    })
    .from(catalogueVersion)
  if (!row) throw new Error('The database told no version')
  const written = `${row.token}.${row.changes}`
  if (known?.written === written && now >= known.from && now < known.until) return known
  const catalogue = await getCatalogueAtVersion(db, row.token)
  const state = { catalogue, written, from: now, until: await findUntil(db, catalogue, now) }
  known = state
  return state
}

async function findUntil(db: Db, catalogue: Catalogue, now: Date): Promise<Date> {
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
  const latest = Math.max(0, ...products.map(({ salesCloseMins }) => salesCloseMins))
  const stock = await readStockTimes(db, now, latest)
  const others = [...campaigns, ...(await readCodeTimes(db)), ...stock]
  return findNextChange(products, timezones, others, now)
}

/** When discount codes start and end: a campaign's page shows prices with one. */
async function readCodeTimes(db: Db): Promise<Date[]> {
  const windows = await db
    .select({ from: discounts.publishAt, until: discounts.publishUntil })
    .from(discounts)
    .where(or(isNotNull(discounts.publishAt), isNotNull(discounts.publishUntil)))
  return windows.flatMap(({ from, until }) => [from, until]).filter((edge) => edge !== null)
}

/**
 * When holds expire, and when sales close for departures whose stored time may differ from the
 * rule's.
 *
 * @param latest the largest number of minutes before departure at which a product closes sales
 */
async function readStockTimes(db: Db, now: Date, latest: number): Promise<Date[]> {
  const liveHolds = and(eq(holds.state, 'held'), eq(holds.paymentOpen, false), gt(holds.expiresAt, now))
  const [soonest] = await db
    .select({ at: holds.expiresAt })
    .from(holds)
    .where(liveHolds)
    .orderBy(asc(holds.expiresAt))
    .limit(1)
  const frozen = await db
    .select({ departAt: slots.departAt, salesCloseMins: products.salesCloseMins })
    .from(slots)
    .innerJoin(products, eq(products.id, slots.productId))
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
    ...(soonest ? [soonest.at] : []),
    ...frozen.flatMap(({ departAt, salesCloseMins }) => [departAt, addMinutes(departAt, -salesCloseMins)]),
  ]
}
