import {
  type AvailabilityDay,
  type AvailabilityMonth,
  type AvailableDeparture,
} from '#contract/availability.ts'
import { type Product } from '#contract/catalogue.ts'
import { LARGEST_PARTY } from '../../checkout-query.ts'
import { toLocalDate, formatZone } from '../../../format/local-time.ts'
import { type SpecOnlyAnswer, type SpecOnlyCall, found, missing } from './call.server.ts'
import { readProducts, sellingBrand } from './catalogue.server.ts'
import {
  addDays,
  addMonths,
  daysOf,
  toDepartureInstant,
  readTimetable,
  type Timetable,
  getWeekday,
  type WeeklyRule,
} from './timetable.server.ts'
import { readId, readNumber, readText } from '../loose-values.server.ts'
import { type ApiResult } from '../../api-result.ts'

/** Sales close two hours before departure, as with our own service. */
const SALES_CLOSE = 120 * 60_000
const SOLD_AHEAD_DAYS = 180
const LOOK_AHEAD_DAYS = 14

interface Offer {
  product: Product
  timetable: Timetable
  now: Date
}

/**
 * The departures of a day by the weekly rules. The number of free seats is unknown: the value here
 * is the largest party, and no page shows it.
 */
export function departuresOn({ product, timetable, now }: Offer, date: string): AvailableDeparture[] {
  const { zone, rules } = timetable
  const weekday = getWeekday(date)
  return rules
    .filter((rule) => rule.dayOfWeek === weekday)
    .map((rule) => ({ rule, at: toDepartureInstant(date, rule.time, zone) }))
    .filter(({ rule, at }) => isPublished(rule, at))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ rule, at }) => ({
      ...{ product_id: product.id, departure_id: rule.id, depart_at: at.toISOString() },
      ...{ local_date: date, local_time: rule.time, tags: rule.tags },
      ...{ timezone: zone, timezone_label: formatZone(at.toISOString(), zone) },
      status: at.getTime() - now.getTime() > SALES_CLOSE ? ('open' as const) : ('closed' as const),
      capacity: product.aircraft_type.max_passengers,
      seats_left: LARGEST_PARTY,
      ...{ seat_price: rule.seatPrice, seat_price_total: rule.seatPrice },
      surge_price: Math.round(((rule.seatPrice ?? 0) - (product.seat_price ?? 0)) * 100) / 100,
      ...{ flight_price: rule.flightPrice, flight_price_total: rule.flightPrice },
      whole_flight_available: rule.flightPrice !== null,
    }))
}

const isPublished = ({ publishAt, publishUntil }: WeeklyRule, at: Date) =>
  (!publishAt || new Date(publishAt) <= at) && (!publishUntil || at < new Date(publishUntil))

/** The first and the last day on sale. */
function sellingWindow({ product, timetable, now }: Offer): { from: string; until: string } {
  const from = toLocalDate(now.toISOString(), timetable.zone)
  const ahead = addDays(from, SOLD_AHEAD_DAYS)
  const end = product.publish_until && toLocalDate(product.publish_until, timetable.zone)
  return { from, until: end && end < ahead ? end : ahead }
}

/**
 * The first day from a given one with an open departure; null if there is none within the selling
 * window.
 */
function firstOpen(offer: Offer, from: string, until: string): string | null {
  for (let date = from; date <= until; date = addDays(date, 1)) {
    if (departuresOn(offer, date).some((one) => one.status === 'open')) return date
  }
  return null
}

function dayOf(offer: Offer, date: string, { from, until }: { from: string; until: string }) {
  const departures = date < from || date > until ? [] : departuresOn(offer, date)
  const open = departures.filter((one) => one.status === 'open')
  const prices = open.map((one) => one.seat_price ?? one.flight_price).filter((price) => price !== null)
  return {
    date,
    status:
      open.length > 0
        ? ('open' as const)
        : date < from || departures.length > 0
          ? ('past' as const)
          : ('none' as const),
    departures: open.length,
    from_price_total: prices.length > 0 ? Math.min(...prices) : null,
    best_price: false,
  }
}

export function buildMonth(offer: Offer, month: string): AvailabilityMonth {
  const window = sellingWindow(offer)
  const days = daysOf(month).map((date) => dayOf(offer, date, window))
  const prices = days.map((day) => day.from_price_total).filter((price) => price !== null)
  const best = Math.min(...prices)
  const several = new Set(prices).size > 1
  return {
    ...{ product_id: offer.product.id, month, timezone: offer.timetable.zone },
    days: days.map((day) => ({ ...day, best_price: several && day.from_price_total === best })),
    previous_month: month > window.from.slice(0, 7) ? addMonths(month, -1) : null,
    next_month: month < window.until.slice(0, 7) ? addMonths(month, 1) : null,
    first_available_date: firstOpen(offer, window.from, window.until),
    ...{ from_date: window.from, until_date: window.until },
  }
}

export function buildDay(offer: Offer, date: string): AvailabilityDay {
  const { from, until } = sellingWindow(offer)
  const departures = date < from || date > until ? [] : departuresOn(offer, date)
  const noon = toDepartureInstant(date, '12:00', offer.timetable.zone).toISOString()
  return {
    ...{ product_id: offer.product.id, date, departures },
    timezone: offer.timetable.zone,
    timezone_label: formatZone(noon, offer.timetable.zone),
    sunset_time: offer.timetable.sunsets.get(getWeekday(date)) ?? null,
    next_available_date: departures.some((one) => one.status === 'open')
      ? null
      : firstOpen(offer, date < from ? from : addDays(date, 1), until),
  }
}

async function readOffer(call: SpecOnlyCall): Promise<ApiResult<Offer>> {
  const products = await readProducts(call, sellingBrand(call))
  if (!products.ok) return products
  const product = products.data.find(({ id }) => id === readId(call.query['product_id']))
  if (!product) return missing()
  const timetable = await readTimetable(call, product)
  if (!timetable.ok) return timetable
  return { ...timetable, data: { product, timetable: timetable.data, now: call.now } }
}

export async function getMonth(call: SpecOnlyCall): SpecOnlyAnswer {
  const offer = await readOffer(call)
  return offer.ok ? found({ availability: buildMonth(offer.data, readText(call.query['month'])) }) : offer
}

export async function getDay(call: SpecOnlyCall): SpecOnlyAnswer {
  const offer = await readOffer(call)
  return offer.ok ? found({ availability: buildDay(offer.data, readText(call.query['date'])) }) : offer
}

/** The soonest departures of a product, or of all the brand sells. */
export async function listNext(call: SpecOnlyCall): SpecOnlyAnswer {
  const products = await readProducts(call, sellingBrand(call))
  if (!products.ok) return products
  const productId = readId(call.query['product_id'])
  const offered = products.data.filter(({ id, availability }) =>
    productId ? id === productId : availability === 'available',
  )
  const offers = await Promise.all(
    offered.map((product) =>
      readTimetable(call, product).then((result) =>
        result.ok ? [{ product, timetable: result.data, now: call.now }] : [],
      ),
    ),
  )
  const limit = readNumber(call.query['limit']) ?? 4
  const departures = offers
    .flat()
    .flatMap((offer) => {
      const { from } = sellingWindow(offer)
      const days = Array.from({ length: LOOK_AHEAD_DAYS }, (_, index) => addDays(from, index))
      return days.flatMap((date) => departuresOn(offer, date)).filter((one) => one.status === 'open')
    })
    .sort((a, b) => a.depart_at.localeCompare(b.depart_at))
    .slice(0, limit)
  return found({ departures })
}
