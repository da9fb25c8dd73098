import { type AvailabilityMonth } from '#contract/availability.ts'
import { type Db } from '../db/client.ts'
import { getDepartureStatus, getSalesWindow, listDepartures } from '../rules/departures/availability.ts'
import { findOpenDate, getDayStatus } from '../rules/departures/day-status.ts'
import { findTwoAircraft } from '../rules/departures/two-aircraft.ts'
import { addMonths, datesOfMonth, monthOf } from '../rules/time/local-time.ts'
import { toDollarsOrNull } from '../rules/money/money.ts'
import { type AvailabilityQuery, findProductTimetable, normaliseParty } from './find-product-timetable.ts'
import { findFromCents } from './find-from-price.ts'
import { createPriceList } from './present-departure.ts'

/**
 * Reads a month of a product for a party, day by day; undefined when the product is not published.
 */
export async function readAvailabilityMonth(
  db: Db,
  month: string,
  query: AvailabilityQuery,
): Promise<AvailabilityMonth | undefined> {
  const found = await findProductTimetable(db, query)
  if (!found) return undefined
  const { timetable, entry } = found
  const { now } = query
  const party = normaliseParty(found, query)
  const { fromDate, untilDate } = getSalesWindow(timetable, now)
  const priceOf = createPriceList(entry, found.sellingBrandId, now)
  const days = datesOfMonth(month).map((date) => {
    const departures = listDepartures(timetable, date, now)
    const together = findTwoAircraft(departures, party)
    const open = departures.filter((one) => getDepartureStatus(one, party) === 'open' || together.has(one))
    const rules = open.map(({ rule }) => rule)
    return {
      date,
      status: getDayStatus(departures, party, date < fromDate),
      departures: open.length,
      fare_ids: [...new Set(open.map(({ rule }) => rule.row.fareId))],
      fromCents: findFromCents(rules, priceOf, party.quantityType),
    }
  })
  const prices = days.flatMap((day) => day.fromCents ?? [])
  const best = Math.min(...prices)
  // If all days have the same price, no day is the best.
  const several = new Set(prices).size > 1
  return {
    product_id: entry.product.id,
    month,
    timezone: timetable.timezone,
    days: days.map(({ fromCents, ...day }) => ({
      ...day,
      from_price_total: toDollarsOrNull(fromCents),
      best_price: several && fromCents === best,
    })),
    ...monthsAround(month, monthOf(fromDate), monthOf(untilDate)),
    first_available_date: findOpenDate(timetable, party, fromDate, now) ?? null,
    from_date: fromDate,
    until_date: untilDate,
  }
}

/** The adjacent months with sales; outside the window, the nearest month inside it. */
function monthsAround(month: string, first: string, last: string) {
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)]
  return {
    previous_month: month <= first ? null : before > last ? last : before,
    next_month: month >= last ? null : after < first ? first : after,
  }
}
