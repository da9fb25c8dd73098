import { and, count, eq } from 'drizzle-orm'
import { type GridDeparture, type GridRow, type SaleGrid } from '#contract/sale-grid.ts'
import { type Db } from '../db/client.ts'
import { slots } from '../db/schema/inventory.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type PartySize, listDepartures, partyWeight } from '../rules/departures/availability.ts'
import { findTwoAircraft } from '../rules/departures/two-aircraft.ts'
import { getCampaignBps } from '../rules/pricing/price-lines.ts'
import { isPublished } from '../rules/time/local-time.ts'
import { loadTimetables, type ProductTimetable } from '../store/catalogue/load-timetables.ts'
import {
  type Catalogue,
  getPricingFacts,
  readCatalogue,
  requireTerminal,
} from '../store/catalogue/read-catalogue.ts'
import { normaliseParty } from './find-product-timetable.ts'
import { createPriceList, presentDeparture, presentTwoAircraft } from './present-departure.ts'
import { quoteParty } from './quote-party.ts'
import { weighParty } from './weigh-party.ts'

export interface SaleGridQuery extends PartySize {
  /** The day by the calendar of each terminal. */
  date: string
  /** The brand whose fees are included where it sells a product. */
  sellingBrandId?: number | undefined
  now: Date
  /** Seats held by this session do not count. */
  ownSessionId?: string | undefined
}

/**
 * Reads what staff can sell to a party on one day: every departure of every product, with what the
 * party pays and how many people wait. Three queries for any number of products.
 */
export async function readSaleGrid(db: Db, query: SaleGridQuery): Promise<SaleGrid> {
  const { date, now, ownSessionId, quantity, weights } = query
  const catalogue = await readCatalogue(db)
  const entries = catalogue.entries.filter(({ product }) => isPublished(product, now))
  const [found, waiting] = await Promise.all([
    loadTimetables(db, catalogue, entries, {
      fromDate: date,
      untilDate: date,
      now,
      forStaff: true,
      ownSessionId,
    }),
    countWaiting(db, date),
  ])
  const rows = found.flatMap((one) => readRows(catalogue, one, query, waiting))
  return { date, party_lbs: partyWeight(quantity, weights ?? []), rows: rows.toSorted(byPlace) }
}

const byPlace = (one: GridRow, other: GridRow): number =>
  one.terminal_id - other.terminal_id || one.product_name.localeCompare(other.product_name)

type Waiting = ReadonlyMap<string, number>
const departureKey = (departureId: number, departAt: Date): string =>
  `${String(departureId)} ${departAt.toISOString()}`

/** How many entries wait for each departure of a day. */
async function countWaiting(db: Db, date: string): Promise<Waiting> {
  const rows = await db
    .select({ departureId: slots.departureId, departAt: slots.departAt, waiting: count() })
    .from(slots)
    .innerJoin(
      waitlistEntries,
      and(eq(waitlistEntries.slotId, slots.id), eq(waitlistEntries.status, 'waiting')),
    )
    .where(eq(slots.localDate, date))
    .groupBy(slots.departureId, slots.departAt)
  return new Map(rows.map((row) => [departureKey(row.departureId, row.departAt), row.waiting]))
}

/** One row for each terminal from which the product flies on the day. */
function readRows(
  catalogue: Catalogue,
  found: ProductTimetable,
  query: SaleGridQuery,
  waiting: Waiting,
): GridRow[] {
  const { entry, timetable } = found
  const { product } = entry
  const { now, date } = query
  const brandIds = catalogue.brands
    .filter(({ productBrandIds }) => productBrandIds.includes(product.brandId))
    .map(({ id }) => id)
  const sellingBrandId = brandIds.find((id) => id === query.sellingBrandId) ?? brandIds[0]
  if (sellingBrandId === undefined) return []
  const party = normaliseParty(found, query)
  const partyLbs = partyWeight(query.quantity, query.weights ?? [])
  const campaignBps = getCampaignBps(entry.campaigns, sellingBrandId, now)
  const priceOf = createPriceList(entry, sellingBrandId, now, campaignBps)
  const rows = new Map<number, GridRow>()
  const departures = listDepartures(timetable, date, now)
  const together = findTwoAircraft(departures, party)
  for (const offered of departures) {
    const { rule, departAt } = offered
    const prices = priceOf(rule.row)
    const shown = presentDeparture(entry, offered, prices, party)
    // A party that no aircraft takes alone would be priced as two, which are sold as two sales.
    const isSold =
      party.quantityType === 'seat'
        ? prices.seatCents !== null
        : prices.flightCents !== null && party.quantity <= shown.capacity
    const departure: GridDeparture = {
      ...shown,
      two_aircraft: presentTwoAircraft(together.get(offered)),
      ...weighParty(entry, offered, party, partyLbs),
      party_price_total: isSold
        ? quoteParty(getPricingFacts(entry, rule.row, sellingBrandId, campaignBps), party).total
        : null,
      waiting: waiting.get(departureKey(rule.id, departAt)) ?? 0,
    }
    const row: GridRow = rows.get(rule.place.id) ?? {
      product_id: product.id,
      product_name: product.name,
      flight_duration_mins: product.flightDurationMins,
      terminal_id: rule.place.id,
      terminal_name: requireTerminal(entry.terminals, rule.place.id).name,
      brand_ids: brandIds,
      selling_brand_id: sellingBrandId,
      sold_as: party.quantityType,
      departures: [],
    }
    row.departures.push(departure)
    rows.set(rule.place.id, row)
  }
  return [...rows.values()]
}
