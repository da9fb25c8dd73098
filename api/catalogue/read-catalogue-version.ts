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
import { type Catalogue } from '../store/catalogue/load-catalogue.ts'
import { placeRules } from '../store/catalogue/load-timetables.ts'
import { getCatalogueAtVersion } from '../store/catalogue/read-catalogue.ts'

/** The next midnight in UTC is nearer, in minutes. */
const TWO_DAYS = 2 * 24 * 60

/** Until when the last answer holds, if nobody writes. */
let known: StorefrontState | undefined

/**
 * The version of all that is shown to everybody: catalogue, stock, and the stretch of time between
 * two moments at which something changes by itself. One query as long as nothing changes (decision
 * 021).
 */
export async function readVersion(db: Db, now: Date): Promise<VersionReply> {
  const { written, until } = await readStorefrontState(db, now)
  return { version: `${written}.${until.getTime().toString(36)}`, valid_until: until.toISOString() }
}

/**
 * What is shown to everybody, as far as it was written, and until when nothing of it changes by
 * itself.
 */
export interface StorefrontState {
  catalogue: Catalogue
  /** One word for catalogue and stock. */
  written: string
  from: Date
  until: Date
}

/** One query as long as nothing changes. */
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
  const stock = await readStockEdges(db, now, latest)
  const others = [...campaigns, ...(await readCodeEdges(db)), ...stock]
  return findNextChange(products, timezones, others, now)
}

/** When codes begin and end to hold: a campaign's page shows prices with one. */
async function readCodeEdges(db: Db): Promise<Date[]> {
  const windows = await db
    .select({ from: discounts.publishAt, until: discounts.publishUntil })
    .from(discounts)
    .where(or(isNotNull(discounts.publishAt), isNotNull(discounts.publishUntil)))
  return windows.flatMap(({ from, until }) => [from, until]).filter((edge) => edge !== null)
}

/**
 * When holds run out, and when sales close for departures whose instant is frozen and may be
 * another than the rule's.
 *
 * @param latest the most minutes before its departure that a product stops selling
 */
async function readStockEdges(db: Db, now: Date, latest: number): Promise<Date[]> {
  const counting = and(eq(holds.state, 'held'), eq(holds.paymentOpen, false), gt(holds.expiresAt, now))
  const [soonest] = await db
    .select({ at: holds.expiresAt })
    .from(holds)
    .where(counting)
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
