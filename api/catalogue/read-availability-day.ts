import { type AvailabilityDay } from '#contract/availability.ts'
import { type Db } from '../db/client.ts'
import { listDepartures, type PartySize } from '../rules/departures/availability.ts'
import { findOpenDate, getDayStatus } from '../rules/departures/day-status.ts'
import { findTwoAircraft } from '../rules/departures/two-aircraft.ts'
import {
  addDays,
  findSunset,
  instantOf,
  timezoneLabel,
  toLocalDate,
  toLocalTime,
} from '../rules/time/local-time.ts'
import { type AvailabilityQuery, findProductTimetable, normaliseParty } from './find-product-timetable.ts'
import { explainWeights } from './explain-weight-limits.ts'
import { createPriceList, presentDeparture, presentTwoAircraft } from './present-departure.ts'

/**
 * Reads the departures of a day for a party, with two queries, or up to eight when the day is full;
 * undefined when the product is not published.
 */
export async function readAvailabilityDay(
  db: Db,
  date: string,
  query: AvailabilityQuery,
): Promise<AvailabilityDay | undefined> {
  const found = await findProductTimetable(db, query, { fromDate: date, untilDate: date })
  if (!found) return undefined
  const { timetable, entry } = found
  const { now } = query
  const { timezone } = timetable
  const party = normaliseParty(found, query)
  const priceOf = createPriceList(entry, found.sellingBrandId, now)
  const departures = listDepartures(timetable, date, now)
  const sunset = findSunset(date, entry.departureTerminal)
  const isOpen = getDayStatus(departures, party, false) === 'open'
  // Seats of a waitlist offer are on one aircraft.
  const together = query.ownOffer ? undefined : findTwoAircraft(departures, party)
  return {
    product_id: entry.product.id,
    date,
    timezone,
    timezone_label: timezoneLabel(instantOf(date, '12:00', timezone), timezone),
    sunset_time: sunset ? toLocalTime(sunset, timezone) : null,
    departures: explainWeights(
      departures.map((one) => ({
        ...presentDeparture(entry, one, priceOf(one.rule.row), party),
        two_aircraft: presentTwoAircraft(together?.get(one)),
      })),
      entry.aircraftType,
    ),
    next_available_date: isOpen ? null : await findNextDate(db, party, query, { date, timezone }),
  }
}

/** Usually one of the next days has room. Otherwise more are read, at last the whole sales window. */
const SOON_DAYS = [2, 14]

async function findNextDate(
  db: Db,
  party: PartySize,
  query: AvailabilityQuery,
  { date, timezone }: { date: string; timezone: string },
): Promise<string | null> {
  const { now } = query
  const [tomorrow, today] = [addDays(date, 1), toLocalDate(now, timezone)]
  const from = tomorrow > today ? tomorrow : today
  for (const days of SOON_DAYS) {
    const until = addDays(from, days)
    const near = await findProductTimetable(db, query, { fromDate: from, untilDate: until })
    const soon = near && findOpenDate(near.timetable, party, from, now)
    if (soon !== undefined && soon <= until) return soon
  }
  const all = await findProductTimetable(db, query)
  return (all && findOpenDate(all.timetable, party, from, now)) ?? null
}
