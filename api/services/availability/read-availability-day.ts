import { type AvailabilityDay } from '#contract/availability.ts'
import { type Db } from '../../db/client.ts'
import { findOpenDate, getDayStatus, listDepartures } from '../../domain/time/availability.ts'
import { addDays, instantOf, localTimeOf, timezoneLabel } from '../../domain/time/local-time.ts'
import { findSunset } from '../../domain/time/sunset.ts'
import {
  type AvailabilityQuestion,
  findProductTimetable,
  partyFor,
} from '../catalogue/find-product-timetable.ts'
import { explainWeights } from './explain-weights.ts'
import { createPriceList, presentDeparture } from './present-departure.ts'

/** The departures of one day for one party; undefined when there is no such product on show. */
export async function readAvailabilityDay(
  db: Db,
  date: string,
  question: AvailabilityQuestion,
): Promise<AvailabilityDay | undefined> {
  const found = await findProductTimetable(db, question)
  if (!found) return undefined
  const { timetable, entry } = found
  const { now } = question
  const { timezone } = timetable
  const party = partyFor(found, question)
  const priceOf = createPriceList(entry, found.sellingBrandId, now)
  const departures = listDepartures(timetable, date, now)
  const sunset = findSunset(date, entry.departureTerminal)
  const isOpen = getDayStatus(departures, party, false) === 'open'
  return {
    product_id: entry.product.id,
    date,
    timezone,
    timezone_label: timezoneLabel(instantOf(date, '12:00', timezone), timezone),
    sunset_time: sunset ? localTimeOf(sunset, timezone) : null,
    departures: explainWeights(
      departures.map((one) => presentDeparture(entry, one, priceOf(one.rule.row), party)),
      entry.aircraftType,
    ),
    next_available_date: isOpen ? null : (findOpenDate(timetable, party, addDays(date, 1), now) ?? null),
  }
}
