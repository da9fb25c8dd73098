import { type ProductSummary } from '#contract/product-sheet.ts'
import {
  listDepartures,
  type OfferedDeparture,
  slotKey,
  type Timetable,
} from '../../rules/departures/availability.ts'
import {
  addDays,
  datesBetween,
  isPublished,
  timezoneLabel,
  toLocalDate,
  toLocalTime,
} from '../../rules/time/local-time.ts'
import { type ProductTimetable, type RuleOnSale } from '../../store/catalogue/load-timetables.ts'
import { type BrandRow, type CatalogueEntry } from '../../store/catalogue/read-catalogue.ts'
import { fromUnit } from '../find-from-price.ts'
import { presentProduct } from '../present-product.ts'
import { type RulesOnSale } from '../read-rules-on-sale.ts'
import { describeState } from './describe-state.ts'

/** The load counts the departures of these days, today included. */
export const LOAD_DAYS = 28

/** The brands that sell the products of a brand; those with a shop of their own come first. */
export const sellersOf = (brands: readonly BrandRow[], brandId: number): BrandRow[] =>
  brands
    .filter(({ productBrandIds }) => productBrandIds.includes(brandId))
    .toSorted((a, b) => Number(b.hosts.length > 0) - Number(a.hosts.length > 0) || a.id - b.id)

/** The brand whose prices a product is shown with: one that has a shop. */
export const shownSeller = (brands: readonly BrandRow[], brandId: number): number =>
  sellersOf(brands, brandId)[0]?.id ?? brandId

/** The days that the load of all products counts, in every time zone. */
export function loadDays(now: Date): { fromDate: string; untilDate: string } {
  const today = now.toISOString().slice(0, 10)
  return { fromDate: addDays(today, -1), untilDate: addDays(today, LOAD_DAYS + 1) }
}

/** A product as the list of products shows it. */
export function summariseProduct(
  { entry, timetable }: ProductTimetable,
  sale: RulesOnSale,
  now: Date,
): ProductSummary {
  const { product } = entry
  const { brands } = sale.catalogue
  const today = toLocalDate(now, timetable.timezone)
  const days = datesBetween(today, addDays(today, LOAD_DAYS - 1))
  const offered = days
    .flatMap((date) => listDepartures(timetable, date, now))
    .filter(({ departAt }) => departAt > now)
  const { from_price_total } = presentProduct(entry, sale, shownSeller(brands, product.brandId), now)
  return {
    id: product.id,
    name: product.name,
    brand_id: product.brandId,
    sold_by: nameSellers(brands, product.brandId),
    place: product.place,
    photo: product.photo,
    photo_focal: product.photoFocal,
    tag_list: product.tagList,
    state: describeState(entry, sale, now),
    timezone: timetable.timezone,
    today,
    next: findNext(entry, offered, now),
    load: { days: LOAD_DAYS, ...countLoad(timetable, offered, { now, days }) },
    from_price_total,
    whole_aircraft: fromUnit(entry) === 'flight',
  }
}

/** Brands with a shop, or all if none of them has one. */
function nameSellers(brands: readonly BrandRow[], brandId: number): { id: number; name: string }[] {
  const sellers = sellersOf(brands, brandId)
  const open = sellers.filter(({ hosts }) => hosts.length > 0)
  return (open.length > 0 ? open : sellers).map(({ id, name }) => ({ id, name }))
}

function findNext(
  entry: CatalogueEntry,
  offered: readonly OfferedDeparture<RuleOnSale>[],
  now: Date,
): ProductSummary['next'] {
  const [next] = offered
  if (!next || !isPublished(entry.product, now)) return null
  const { timezone } = next.rule.place
  return {
    depart_at: next.departAt.toISOString(),
    local_date: toLocalDate(next.departAt, timezone),
    local_time: toLocalTime(next.departAt, timezone),
    timezone_label: timezoneLabel(next.departAt, timezone),
    closed: next.closed,
    seats_left: next.room.seatsLeft,
  }
}

/**
 * Counts departures to come with their seats. One with passengers has the seats of its own aircraft,
 * even if its sale has ended; one without has those of the aircraft that would fly it.
 */
function countLoad(
  timetable: Timetable<RuleOnSale>,
  offered: readonly OfferedDeparture<RuleOnSale>[],
  { now, days }: { now: Date; days: readonly string[] },
) {
  const load = { departures: 0, seats: 0, seats_taken: 0 }
  const booked = new Set<string>()
  const counted = new Set(days)
  for (const [key, slot] of timetable.slots) {
    if (slot.isCancelled || slot.departAt <= now || !counted.has(key.split('/')[1] ?? '')) continue
    const flying = slot.flights.filter(({ isCancelled, seatsTaken }) => !isCancelled && seatsTaken > 0)
    if (flying.length === 0) continue
    booked.add(key)
    load.departures += 1
    for (const { capacity, seatsTaken } of flying) {
      load.seats += capacity
      load.seats_taken += seatsTaken
    }
  }
  for (const { rule, localDate, room } of offered) {
    if (booked.has(slotKey(rule.id, localDate))) continue
    load.departures += 1
    load.seats += room.capacity
  }
  return load
}
