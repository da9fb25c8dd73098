import { type NextDeparture } from '#contract/availability.ts'
import { type Db } from '../db/client.ts'
import {
  getDepartureStatus,
  getSalesWindow,
  listDepartures,
  type OfferedDeparture,
  type PartySize,
} from '../rules/departures/availability.ts'
import { addDays, isPublished, toLocalDate } from '../rules/time/local-time.ts'
import { getCampaignBps } from '../rules/pricing/price-lines.ts'
import { normaliseParty } from './find-product-timetable.ts'
import { getPricingFacts, readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { loadTimetables, type ProductTimetable, type RuleOnSale } from '../store/catalogue/load-timetables.ts'
import { createPriceList, presentDeparture } from './present-departure.ts'
import { quoteParty } from './quote-party.ts'

export interface NextDeparturesQuery extends PartySize {
  /** Restricts the search to these products. */
  productIds?: number[] | undefined
  /** Restricts the search to what this brand sells, with its fees. */
  brandId?: number | undefined
  limit: number
  /** Adds the breakdown of the party's price to each departure. */
  withQuotes?: boolean | undefined
  now: Date
}

/** How far ahead "next" looks, in days. */
const HORIZON_DAYS = 45

/** Finds the soonest departures of several products that a party can book, with two queries. */
export async function findNextDepartures(db: Db, query: NextDeparturesQuery): Promise<NextDeparture[]> {
  const { now, limit, brandId } = query
  const catalogue = await readCatalogue(db)
  const brand = catalogue.brands.find(({ id }) => id === brandId)
  if (brandId !== undefined && !brand) return []
  const entries = catalogue.entries.filter(
    ({ product }) =>
      (!query.productIds || query.productIds.includes(product.id)) &&
      (!brand || brand.productBrandIds.includes(product.brandId)) &&
      isPublished(product, now),
  )
  const today = toLocalDate(now, 'UTC')
  const range = { fromDate: addDays(today, -1), untilDate: addDays(today, HORIZON_DAYS) }
  const found = await loadTimetables(db, catalogue, entries, { ...range, now })
  return found
    .flatMap((one) => findSoonest(one, query).map((offered) => ({ one, offered })))
    .toSorted((a, b) => a.offered.departAt.getTime() - b.offered.departAt.getTime())
    .slice(0, limit)
    .map(({ one, offered }) => {
      const sellingBrandId = brandId ?? one.entry.product.brandId
      const prices = createPriceList(one.entry, sellingBrandId, now)(offered.rule.row)
      const party = normaliseParty(one, query)
      const departure = presentDeparture(one.entry, offered, prices, party)
      if (!query.withQuotes) return departure
      const campaignBps = getCampaignBps(one.entry.campaigns, sellingBrandId, now)
      const facts = getPricingFacts(one.entry, offered.rule.row, sellingBrandId, campaignBps)
      return { ...departure, quote: quoteParty(facts, party) }
    })
}

/** The first `limit` departures of one product that the party can book. */
function findSoonest(found: ProductTimetable, query: NextDeparturesQuery): OfferedDeparture<RuleOnSale>[] {
  const { timetable } = found
  const party = normaliseParty(found, query)
  const { fromDate, untilDate } = getSalesWindow(timetable, query.now)
  const last = [addDays(fromDate, HORIZON_DAYS), untilDate].toSorted()[0] ?? untilDate
  const open: OfferedDeparture<RuleOnSale>[] = []
  for (let date = fromDate; date <= last && open.length < query.limit; date = addDays(date, 1)) {
    const departures = listDepartures(timetable, date, query.now)
    open.push(...departures.filter((one) => getDepartureStatus(one, party) === 'open'))
  }
  return open.slice(0, query.limit)
}
