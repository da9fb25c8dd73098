import { type SaleDay } from '#contract/sale-day.ts'
import { type Db } from '../db/client.ts'
import {
  getSalesWindow,
  listDepartures,
  type OfferedDeparture,
  type PartySize,
  partyWeight,
  type PlacedRule,
} from '../rules/departures/availability.ts'
import { getDayStatus } from '../rules/departures/day-status.ts'
import { findTwoAircraft } from '../rules/departures/two-aircraft.ts'
import { addDays, instantOf, timezoneLabel } from '../rules/time/local-time.ts'
import { type AvailabilityQuery, findProductTimetable, normaliseParty } from './find-product-timetable.ts'
import { createPriceList, presentDeparture, presentTwoAircraft } from './present-departure.ts'
import { weighParty } from './weigh-party.ts'

interface SaleDays {
  date: string
  fromDate: string
  days: number
  /** Takes the first of the days from `date` on that is still sold to the party, if one is. */
  firstOpen?: boolean
}

/**
 * Reads what staff can sell to a party: the departures of a day with the weight that each can still
 * take, and the days around it. Two queries; undefined when the product is not published.
 */
export async function readSaleDay(
  db: Db,
  { date, fromDate, days, firstOpen = false }: SaleDays,
  query: AvailabilityQuery,
): Promise<SaleDay | undefined> {
  const untilDate = addDays(fromDate, days - 1)
  const found = await findProductTimetable(db, query, {
    fromDate: date < fromDate ? date : fromDate,
    untilDate: date > untilDate ? date : untilDate,
  })
  if (!found) return undefined
  const { timetable, entry } = found
  const { now } = query
  const party = normaliseParty(found, query)
  const priceOf = createPriceList(entry, found.sellingBrandId, now)
  const firstDay = getSalesWindow(timetable, now).fromDate
  const partyLbs = partyWeight(query.quantity, query.weights ?? [])
  const strip = Array.from({ length: days }, (_, at) => {
    const day = addDays(fromDate, at)
    const departures = listDepartures(timetable, day, now)
    return { day, departures, status: getDayStatus(departures, party, day < firstDay) }
  })
  const open = firstOpen ? strip.find((one) => one.day >= date && one.status === 'open') : undefined
  const listed = open ?? strip.find(({ day }) => day === date)
  const chosen = listed?.day ?? date
  const departures = listed?.departures ?? listDepartures(timetable, date, now)
  const together = findTwoAircraft(departures, party)
  return {
    product_id: entry.product.id,
    date: chosen,
    timezone_label: timezoneLabel(instantOf(chosen, '12:00', timetable.timezone), timetable.timezone),
    party_lbs: partyLbs,
    days: strip.map((one) => ({
      date: one.day,
      status: one.status,
      left: one.departures.reduce((sum, departure) => sum + countLeft(departure, party), 0),
    })),
    departures: departures.map((one) => ({
      ...presentDeparture(entry, one, priceOf(one.rule.row), party),
      two_aircraft: presentTwoAircraft(together.get(one)),
      ...weighParty(entry, one, party, partyLbs),
    })),
  }
}

const countLeft = ({ closed, room }: OfferedDeparture<PlacedRule>, { quantityType }: PartySize): number =>
  closed ? 0 : quantityType === 'seat' ? room.seatsLeft : room.wholeFlights
