import { type Product } from '#contract/catalogue.ts'
import { type OfferedPassengerType } from '#contract/passenger-type.ts'
import { toDollars, toDollarsOrNull } from '../rules/money/money.ts'
import { isPublished } from '../rules/time/local-time.ts'
import { getCampaignBps } from '../rules/pricing/price-lines.ts'
import {
  type CatalogueEntry,
  type DepartureRow,
  getAllInCents,
  getPricingFacts,
} from '../store/catalogue/read-catalogue.ts'
import { createPriceList, type RulePrices } from './present-departure.ts'
import { findFromCents, fromUnit } from './find-from-price.ts'
import { type RulesOnSale } from './read-rules-on-sale.ts'

const isoOrNull = (instant: Date | null) => instant?.toISOString() ?? null

/** A product on the wire, with all-in prices as `sellingBrandId` sells it. */
export function presentProduct(
  entry: CatalogueEntry,
  sale: RulesOnSale,
  sellingBrandId: number,
  now: Date,
): Product {
  const { product, aircraftType: type, categories } = entry
  const campaignBps = getCampaignBps(entry.campaigns, sellingBrandId, now)
  const own = getPricingFacts(entry, null, sellingBrandId, campaignBps)
  const selling = { brandId: sellingBrandId, now, campaignBps }
  const unit = fromUnit(entry)
  return {
    id: product.id,
    brand_id: product.brandId,
    name: product.name,
    subtitle: product.subtitle,
    slug: product.slug,
    description: product.description,
    enable_bnsl: product.enableBnsl,
    seat_price: toDollarsOrNull(product.seatPriceCents),
    flight_price: toDollarsOrNull(product.flightPriceCents),
    seat_price_total: toDollarsOrNull(getAllInCents(own, 'seat')),
    flight_price_total: toDollarsOrNull(getAllInCents(own, 'flight')),
    from_price_total: toDollars(getFromCents(entry, sale, selling)),
    from_price_before_total:
      campaignBps > 0 ? toDollars(getFromCents(entry, sale, { ...selling, campaignBps: 0 })) : null,
    on_sale: sale.rulesOf(entry).some((rule) => sale.isOnSale(rule, unit)),
    aircraft_type_id: type.id,
    aircraft_type: {
      id: type.id,
      name: type.name,
      max_passengers: type.maxPassengers,
      max_weight_lbs: type.maxWeightLbs,
      seat_limit_lbs: type.seatLimitLbs,
      category: type.category,
    },
    departure_terminal_id: entry.departureTerminal.id,
    departure_terminal_name: entry.departureTerminal.name,
    arrival_terminal_id: entry.arrivalTerminal.id,
    arrival_terminal_name: entry.arrivalTerminal.name,
    flight_duration_mins: product.flightDurationMins,
    duration_label: product.durationLabel,
    check_in_mins: product.checkInMins,
    eligibility: {
      min_age_years: product.minAgeYears,
      lap_child_under_years: product.lapChildUnderYears,
      wheelchair_boarding: product.wheelchairBoarding,
      what_to_wear: product.whatToWear,
    },
    minimum:
      product.minPassengers > 1
        ? {
            passengers: product.minPassengers,
            decided_mins: product.minDecidedMins,
            missed: product.minMissed,
          }
        : null,
    ...presentPassengerTypes(entry, sale, selling),
    availability: product.availability,
    publish_at: isoOrNull(product.publishAt),
    publish_until: isoOrNull(product.publishUntil),
    publish_status: product.publishStatus,
    place: product.place,
    photo: product.photo,
    photo_focal: product.photoFocal,
    photo_alt: product.photoAlt,
    route_map: product.routeMap,
    route_stops: product.routeStops,
    included: product.included,
    images: product.images,
    tag_list: product.tagList,
    upgrade_ids: entry.upgrades.map((upgrade) => upgrade.id),
    fare_id: (entry.fares.find((fare) => fare.giftable) ?? entry.fares[0])?.id ?? null,
    categories: categories.map(({ id, name, showOnHomepage }) => ({
      id,
      name,
      show_on_homepage: showOnHomepage,
    })),
    show_on_homepage: categories.some((category) => category.showOnHomepage),
  }
}

/** Who pays less than an adult; nothing where everybody pays the same, or no seats are sold. */
function presentPassengerTypes(
  entry: CatalogueEntry,
  sale: RulesOnSale,
  selling: Selling,
): { offered_passenger_types?: OfferedPassengerType[] } {
  const types = entry.product.passengerTypes.filter(({ active }) => active)
  if (types.length === 0 || entry.product.seatPriceCents === null) return {}
  return {
    offered_passenger_types: types.map(({ id, name, note, percent_off, min_age, max_age, needs_adult }) => ({
      ...{ id, name, note, percent_off, min_age, max_age, needs_adult },
      from_price_total: toDollars(getFromCents(entry, sale, selling, id)),
    })),
  }
}

/**
 * The lowest all-in price that can be booked now, of a seat or of an aircraft for products without
 * seat prices. When nothing can be booked it is the price of the published departures, or else of
 * the product alone.
 * @param typeId the passenger type whose seat it is; by default an adult's
 */
function getFromCents(entry: CatalogueEntry, sale: RulesOnSale, selling: Selling, typeId?: number): number {
  const { brandId, now, campaignBps } = selling
  const unit = fromUnit(entry)
  const adultPriceOf = createPriceList(entry, brandId, now, campaignBps)
  const factsOf = (row: DepartureRow | null) => getPricingFacts(entry, row, brandId, campaignBps)
  const priceOf = (row: DepartureRow): RulePrices =>
    typeId === undefined
      ? adultPriceOf(row)
      : { ...adultPriceOf(row), seatTotalCents: getAllInCents(factsOf(row), 'seat', typeId) }
  const rules = sale.rulesOf(entry)
  const open = findFromCents(rules, priceOf, unit, (rule) => sale.isOnSale(rule, unit))
  if (open !== null) return open
  const published = rules.filter(({ row, onlyDate }) => onlyDate === undefined && isPublished(row, now))
  return findFromCents(published, priceOf, unit) ?? getAllInCents(factsOf(null), unit, typeId) ?? 0
}

interface Selling {
  brandId: number
  now: Date
  /** The discount of the brand's campaign. */
  campaignBps: number
}
