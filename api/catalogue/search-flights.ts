import { type FlightSearch, type FoundFlight } from '#contract/search.ts'
import { type Place } from '#contract/enums.ts'
import { type Db } from '../db/client.ts'
import {
  getDepartureStatus,
  getSalesWindow,
  listDepartures,
  type PartySize,
} from '../rules/departures/availability.ts'
import { addDays, datesBetween, isPublished, toLocalDate } from '../rules/time/local-time.ts'
import { findTwoAircraft } from '../rules/departures/two-aircraft.ts'
import { createPriceList, presentDeparture, presentTwoAircraft } from './present-departure.ts'
import { type CatalogueEntry, readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { loadTimetables, type ProductTimetable } from '../store/catalogue/load-timetables.ts'
import { normaliseParty } from './find-product-timetable.ts'
import { matchWords } from './match-words.ts'

export interface SearchQuery extends PartySize {
  brandId: number
  words: string
  date?: string | undefined
  place?: Place | undefined
  /** A tag of a product or a departure. */
  tag?: string | undefined
  /**
   * The highest all-in price in cents, of a seat, or of the aircraft for products without seat
   * prices.
   */
  mostCents?: number | undefined
  /** The number of departures per flight. */
  each: number
  now: Date
}

/** How many days ahead departures are searched, and how many around a requested day. */
const AHEAD_DAYS = 45
const AROUND_DAYS = 10
const NEAREST = 3

/**
 * Finds flights by words, place, day, party and price, with three queries, or two without words.
 */
export async function searchFlights(db: Db, input: SearchQuery): Promise<FlightSearch> {
  const { now, words, date } = input
  const catalogue = await readCatalogue(db)
  const brand = catalogue.brands.find(({ id }) => id === input.brandId)
  if (!brand) return { flights: [], read_as: null }
  const sold = catalogue.entries.filter(
    ({ product }) => brand.productBrandIds.includes(product.brandId) && isPublished(product, now),
  )
  const match = words === '' ? undefined : await matchWords(db, sold, words)
  const entries = sold.filter(
    (entry) =>
      (!match || match.ranks.has(entry.product.id)) &&
      (input.place === undefined || entry.product.place === input.place) &&
      (input.tag === undefined || hasTag(entry, input.tag)),
  )
  const today = toLocalDate(now, 'UTC')
  const [from, until] = date
    ? [addDays(date, -AROUND_DAYS), addDays(date, AROUND_DAYS)]
    : [addDays(today, -1), addDays(today, AHEAD_DAYS)]
  const timetables = await loadTimetables(db, catalogue, entries, { fromDate: from, untilDate: until, now })
  const flights = timetables
    .map((one) => findDepartures(one, input, { from, until }))
    .filter(
      (flight) => input.mostCents === undefined || flight.departures.length + flight.nearest_dates.length > 0,
    )
  const rankOf = (flight: FoundFlight) => match?.ranks.get(flight.product_id) ?? 0
  const bookable = (flight: FoundFlight) => Number(flight.departures.length > 0)
  return {
    flights: flights.toSorted((a, b) => bookable(b) - bookable(a) || rankOf(b) - rankOf(a)),
    read_as: match?.correctedQuery ?? null,
  }
}

const tagsOf = ({ product, departures }: CatalogueEntry) => [
  ...product.tagList,
  ...departures.flatMap((rule) =>
    rule.departureType === 'sunset' ? ['sunset', ...rule.tagList] : rule.tagList,
  ),
]
const hasTag = (entry: CatalogueEntry, tag: string) => tagsOf(entry).includes(tag)

/**
 * The departures of a flight that the party can book within its price limit, on the requested day
 * or from now on; for a party that none of them takes whole, two that leave together.
 */
function findDepartures(
  one: ProductTimetable,
  input: SearchQuery,
  { from, until }: { from: string; until: string },
): FoundFlight {
  const { entry, timetable } = one
  const { now, tag, date, each, mostCents = Infinity } = input
  const party = normaliseParty(one, input)
  const priceOf = createPriceList(entry, input.brandId, now)
  const window = getSalesWindow(timetable, now)
  const fits = (day: string) => {
    const offers = listDepartures(timetable, day, now)
    const together = findTwoAircraft(offers, party)
    return offers.flatMap((offered) => {
      const pair = together.get(offered)
      const prices = priceOf(offered.rule.row)
      const cents = party.quantityType === 'flight' ? prices.flightTotalCents : prices.seatTotalCents
      if (cents === null || cents > mostCents) return []
      if (!pair && getDepartureStatus(offered, party) !== 'open') return []
      const departure = {
        ...presentDeparture(entry, offered, prices, party),
        two_aircraft: presentTwoAircraft(pair),
      }
      const tags = [...entry.product.tagList, ...departure.tags]
      return tag === undefined || tags.includes(tag) ? departure : []
    })
  }
  const first = from > window.fromDate ? from : window.fromDate
  const last = until < window.untilDate ? until : window.untilDate
  const days = first <= last ? datesBetween(first, last) : []
  if (date === undefined) {
    const departures: FoundFlight['departures'] = []
    for (const day of days) {
      departures.push(...fits(day))
      if (departures.length >= each) break
    }
    return { product_id: entry.product.id, departures: departures.slice(0, each), nearest_dates: [] }
  }
  const departures = fits(date).slice(0, each)
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(date))
  const others = days
    .filter((day) => day !== date)
    .toSorted((a, b) => distance(a) - distance(b) || a.localeCompare(b))
  const nearest: string[] = []
  for (const day of departures.length > 0 ? [] : others) {
    if (fits(day).length > 0) nearest.push(day)
    if (nearest.length >= NEAREST) break
  }
  return { product_id: entry.product.id, departures, nearest_dates: nearest.toSorted() }
}
