import { type NextDeparture } from '#contract/availability.ts'
import { type Db } from '../db/client.ts'
import {
  getDepartureStatus,
  getSalesWindow,
  listDepartures,
  type OfferedDeparture,
} from '../rules/departures/availability.ts'
import { type PartySize } from '../rules/departures/departure-room.ts'
import { addDays, toLocalDate } from '../rules/time/local-time.ts'
import { toDollars } from '../rules/money/money.ts'
import { type PricingFacts } from '../rules/pricing/pricing-facts.ts'
import { priceCart } from '../rules/pricing/pricing.ts'
import { isPublished } from '../rules/time/published.ts'
import { getCampaignBps } from '../rules/pricing/active-campaign.ts'
import { normaliseParty } from './find-product-timetable.ts'
import { getPricingFacts } from './get-pricing-facts.ts'
import { loadTimetables, type ProductTimetable, type RuleOnSale } from '../store/catalogue/load-timetables.ts'
import { createPriceList, presentDeparture } from './present-departure.ts'
import { presentPriceLine } from './present-price-line.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'

export interface NextDeparturesQuery extends PartySize {
  /** Only these products. */
  productIds?: number[] | undefined
  /** Only what this brand sells, with its fees. */
  brandId?: number | undefined
  limit: number
  /** Each departure comes with the breakdown of the party's price. */
  withQuotes?: boolean | undefined
  now: Date
}

/** How far ahead "next" looks, in days. */
const HORIZON_DAYS = 45

/** The soonest departures a party can book, over several products, soonest first. Two queries. */
export async function findNextDepartures(db: Db, question: NextDeparturesQuery): Promise<NextDeparture[]> {
  const { now, limit, brandId } = question
  const catalogue = await readCatalogue(db)
  const brand = catalogue.brands.find(({ id }) => id === brandId)
  if (brandId !== undefined && !brand) return []
  const entries = catalogue.entries.filter(
    ({ product }) =>
      (!question.productIds || question.productIds.includes(product.id)) &&
      (!brand || brand.productBrandIds.includes(product.brandId)) &&
      isPublished(product, now),
  )
  const today = toLocalDate(now, 'UTC')
  const range = { fromDate: addDays(today, -1), untilDate: addDays(today, HORIZON_DAYS) }
  const found = await loadTimetables(db, catalogue, entries, { ...range, now })
  return found
    .flatMap((one) => soonest(one, question).map((offered) => ({ one, offered })))
    .toSorted((a, b) => a.offered.departAt.getTime() - b.offered.departAt.getTime())
    .slice(0, limit)
    .map(({ one, offered }) => {
      const sellingBrandId = brandId ?? one.entry.product.brandId
      const prices = createPriceList(one.entry, sellingBrandId, now)(offered.rule.row)
      const party = normaliseParty(one, question)
      const departure = presentDeparture(one.entry, offered, prices, party)
      if (!question.withQuotes) return departure
      const campaignBps = getCampaignBps(one.entry.campaigns, sellingBrandId, now)
      const facts = getPricingFacts(one.entry, offered.rule.row, sellingBrandId, campaignBps)
      return { ...departure, quote: quoteParty(facts, party) }
    })
}

/** What `POST /v1/quotes` would say of the party without extras. */
function quoteParty(facts: PricingFacts, party: PartySize) {
  const { lines, totalCents } = priceCart(facts, { ...party, upgrades: [] })
  return { lines: lines.map(presentPriceLine), total: toDollars(totalCents) }
}

/** The first `limit` departures of one product that the party can book. */
function soonest(found: ProductTimetable, question: NextDeparturesQuery): OfferedDeparture<RuleOnSale>[] {
  const { timetable } = found
  const party = normaliseParty(found, question)
  const { fromDate, untilDate } = getSalesWindow(timetable, question.now)
  const last = [addDays(fromDate, HORIZON_DAYS), untilDate].toSorted()[0] ?? untilDate
  const open: OfferedDeparture<RuleOnSale>[] = []
  for (let date = fromDate; date <= last && open.length < question.limit; date = addDays(date, 1)) {
    const departures = listDepartures(timetable, date, question.now)
    open.push(...departures.filter((one) => getDepartureStatus(one, party) === 'open'))
  }
  return open.slice(0, question.limit)
}
