import { type AvailabilityMonth } from '#contract/availability.ts'
import { type Db } from '../db/client.ts'
import {
  findOpenDate,
  getDayStatus,
  getDepartureStatus,
  getSalesWindow,
  listDepartures,
} from '../rules/departures/availability.ts'
import { addMonths, datesOfMonth, monthOf } from '../rules/time/local-time.ts'
import { toDollarsOrNull } from '../rules/money/money.ts'
import { type AvailabilityQuery, findProductTimetable, normaliseParty } from './find-product-timetable.ts'
import { findFromCents } from './find-from-price.ts'
import { createPriceList } from './present-departure.ts'

/**
 * A month of one product for one party, day by day; undefined when there is no such product on
 * show.
 */
export async function readAvailabilityMonth(
  db: Db,
  month: string,
  question: AvailabilityQuery,
): Promise<AvailabilityMonth | undefined> {
  const found = await findProductTimetable(db, question)
  if (!found) return undefined
  const { timetable, entry } = found
  const { now } = question
  const party = normaliseParty(found, question)
  const { fromDate, untilDate } = getSalesWindow(timetable, now)
  const priceOf = createPriceList(entry, found.sellingBrandId, now)
  const days = datesOfMonth(month).map((date) => {
    const departures = listDepartures(timetable, date, now)
    const open = departures.filter((one) => getDepartureStatus(one, party) === 'open')
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
  // Where every day costs the same, none is the best.
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

/** The months before and after with sales: from outside the window the nearest one inside it. */
function monthsAround(month: string, first: string, last: string) {
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)]
  return {
    previous_month: month <= first ? null : before > last ? last : before,
    next_month: month >= last ? null : after < first ? first : after,
  }
}
