import { type Product } from '#contract/catalogue.ts'
import { toDollars, toDollarsOrNull } from '../../domain/money/money.ts'
import { type PricingFacts } from '../../domain/pricing/pricing-facts.ts'
import { isPublished } from '../../domain/time/published.ts'
import { getCampaignBps } from '../../domain/pricing/active-campaign.ts'
import { getAllInCents, getPricingFacts } from '../pricing/get-pricing-facts.ts'
import { type CatalogueEntry } from './load-catalogue.ts'
import { createPriceList } from '../availability/present-departure.ts'

const isoOrNull = (instant: Date | null) => instant?.toISOString() ?? null

/** A product on the wire, with all-in prices as `sellingBrandId` sells it. */
export function presentProduct(entry: CatalogueEntry, sellingBrandId: number, now: Date): Product {
  const { product, aircraftType: type, categories } = entry
  const campaignBps = getCampaignBps(entry.campaigns, sellingBrandId, now)
  const own = getPricingFacts(entry, null, sellingBrandId, campaignBps)
  const usual = getPricingFacts(entry, null, sellingBrandId, 0)
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
    from_price_total: toDollars(getFromCents(entry, own, sellingBrandId, now)),
    from_price_before_total:
      campaignBps > 0 ? toDollars(getFromCents(entry, usual, sellingBrandId, now, 0)) : null,
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
    availability: product.availability,
    publish_at: isoOrNull(product.publishAt),
    publish_until: isoOrNull(product.publishUntil),
    publish_status: product.publishStatus,
    place: product.place,
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

/** The lowest all-in price over the departures now published: of a seat, or of an aircraft where no seats are sold. */
function getFromCents(
  entry: CatalogueEntry,
  own: PricingFacts,
  sellingBrandId: number,
  now: Date,
  campaignBps?: number,
): number {
  const bySeat = entry.product.seatPriceCents !== null
  const rules = entry.departures.filter((departure) => isPublished(departure, now))
  const priceOf = createPriceList(entry, sellingBrandId, now, campaignBps)
  const prices = rules.flatMap((rule) => {
    const { seatTotalCents, flightTotalCents } = priceOf(rule)
    return (bySeat ? seatTotalCents : flightTotalCents) ?? []
  })
  return rules.length > 0 ? Math.min(...prices) : (getAllInCents(own, bySeat ? 'seat' : 'flight') ?? 0)
}
