import { type AvailableDeparture } from '#contract/availability.ts'
import {
  getDepartureStatus,
  type OfferedDeparture,
  type PartySize,
} from '../rules/departures/availability.ts'
import { type TwoAircraft } from '../rules/departures/two-aircraft.ts'
import { getDepartureTags, timezoneLabel, toLocalTime } from '../rules/time/local-time.ts'
import { toDollars, toDollarsOrNull } from '../rules/money/money.ts'
import { findUnitPrice, getCampaignBps, getSurgeCents } from '../rules/pricing/price-lines.ts'
import { type PricingFacts, type QuantityType } from '../rules/pricing/pricing-facts.ts'
import {
  type CatalogueEntry,
  type DepartureRow,
  getAllInCents,
  getPricingFacts,
} from '../store/catalogue/read-catalogue.ts'
import { type RuleOnSale } from '../store/catalogue/load-timetables.ts'

/**
 * The prices of a rule in cents; null when it is not sold by that unit. They only change with the
 * running campaign: a date with its own price has a row of its own.
 */
export interface RulePrices {
  seatCents: number | null
  seatTotalCents: number | null
  flightCents: number | null
  flightTotalCents: number | null
  surgeCents: number
}

type PriceOf = (rule: DepartureRow) => RulePrices
/** Price lists by entry, brand and campaign. A changed catalogue has new entries. */
const priceLists = new WeakMap<CatalogueEntry, Map<string, PriceOf>>()

/** The prices of a product's rules as a brand sells them now, each computed once. */
export function createPriceList(
  entry: CatalogueEntry,
  sellingBrandId: number,
  now: Date,
  campaignBps = getCampaignBps(entry.campaigns, sellingBrandId, now),
): PriceOf {
  const key = `${String(sellingBrandId)}/${String(campaignBps)}`
  const lists = priceLists.get(entry) ?? new Map<string, PriceOf>()
  priceLists.set(entry, lists)
  const found = lists.get(key)
  if (found) return found
  const known = new WeakMap<DepartureRow, RulePrices>()
  const priceOf = (rule: DepartureRow) => {
    const prices = known.get(rule) ?? priceRule(getPricingFacts(entry, rule, sellingBrandId, campaignBps))
    known.set(rule, prices)
    return prices
  }
  // Callers can send any brand id, so only lists of brands with fees are cached.
  if (entry.fees.some((fee) => fee.brandId === sellingBrandId) || sellingBrandId === entry.product.brandId) {
    lists.set(key, priceOf)
  }
  return priceOf
}

export function priceRule(facts: PricingFacts): RulePrices {
  const list = (type: QuantityType) => findUnitPrice(facts, type)?.cents ?? null
  return {
    seatCents: list('seat'),
    seatTotalCents: getAllInCents(facts, 'seat'),
    flightCents: list('flight'),
    flightTotalCents: getAllInCents(facts, 'flight'),
    surgeCents: getSurgeCents(facts),
  }
}

/** The second flight of a party that is divided over two departures, on the wire. */
export function presentTwoAircraft(
  pair: TwoAircraft<OfferedDeparture<RuleOnSale>> | undefined,
): AvailableDeparture['two_aircraft'] {
  if (!pair) return null
  const { second, quantities } = pair
  return {
    quantity: quantities[0],
    second: {
      departure_id: second.rule.id,
      depart_at: second.departAt.toISOString(),
      local_time: toLocalTime(second.departAt, second.rule.place.timezone),
      quantity: quantities[1],
    },
  }
}

/** A light party may get seats that are not offered to parties without known weights. */
function seatsLeft(offered: OfferedDeparture<RuleOnSale>, party: PartySize): number {
  const { room } = offered
  const bySeat = party.quantityType === 'seat' && getDepartureStatus(offered, party) === 'open'
  return bySeat ? Math.max(room.seatsLeft, party.quantity + (party.secondSeats ?? 0)) : room.seatsLeft
}

/** A departure on the wire, with its status for this party. */
export function presentDeparture(
  entry: CatalogueEntry,
  offered: OfferedDeparture<RuleOnSale>,
  prices: RulePrices,
  party: PartySize,
): AvailableDeparture {
  const { rule, departAt, room } = offered
  const { timezone } = rule.place
  return {
    product_id: entry.product.id,
    departure_id: rule.id,
    depart_at: departAt.toISOString(),
    fare_id: rule.row.fareId,
    local_date: offered.localDate,
    local_time: toLocalTime(departAt, timezone),
    timezone,
    timezone_label: timezoneLabel(departAt, timezone),
    tags: getDepartureTags(rule),
    status: getDepartureStatus(offered, party),
    note: null,
    capacity: room.capacity,
    seats_left: seatsLeft(offered, party),
    seat_price: toDollarsOrNull(prices.seatCents),
    seat_price_total: toDollarsOrNull(prices.seatTotalCents),
    surge_price: toDollars(prices.surgeCents),
    flight_price: toDollarsOrNull(prices.flightCents),
    flight_price_total: toDollarsOrNull(prices.flightTotalCents),
    whole_flight_available: prices.flightCents !== null && room.wholeFlights > 0,
  }
}
