import { type Departure, type Schedule } from '#contract/catalogue.ts'
import { type Db } from '../db/client.ts'
import {
  addDays,
  dayOfWeek,
  findSunset,
  getDepartureTags,
  isPublished,
  toLocalDate,
  toLocalTime,
} from '../rules/time/local-time.ts'
import { toDollarsOrNull } from '../rules/money/money.ts'
import { isIdRequested } from '../http/list-page.ts'
import {
  type CatalogueEntry,
  type DepartureRow,
  readCatalogue,
  requireTerminal,
  type TerminalRow,
} from '../store/catalogue/read-catalogue.ts'
import { findNextDeparture } from './find-next-departure.ts'

export interface ScheduleFilter {
  productIds?: number[] | undefined
  terminalIds?: number[] | undefined
}

/**
 * Lists the published weekly rules by day of the week, Sunday first, with the sunset of the next
 * such day at each of their terminals. `sunset_time` is that of the first terminal.
 */
export async function listSchedules(db: Db, filter: ScheduleFilter, now: Date): Promise<Schedule[]> {
  const { entries } = await readCatalogue(db)
  const flown = entries
    .filter(({ product }) => isIdRequested(filter.productIds, product.id) && isPublished(product, now))
    .flatMap((entry) => entry.departures.map((rule) => ({ entry, rule, terminal: terminalOf(entry, rule) })))
    .filter(({ rule }) => isPublished(rule, now))
    .filter(({ terminal }) => !filter.terminalIds || filter.terminalIds.includes(terminal.id))
  const terminals = [...new Map(flown.map(({ terminal }) => [terminal.id, terminal])).values()]
  return [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    day_of_week: day,
    sunset_time: flown[0] ? sunsetOfNext(day, flown[0].terminal, now) : null,
    sunset_times: terminals.map((terminal) => ({
      terminal_id: terminal.id,
      sunset_time: sunsetOfNext(day, terminal, now),
    })),
    departures: flown
      .filter(({ rule }) => rule.dayOfWeek === day)
      .map(({ entry, rule }) => present(entry, rule, now)),
  }))
}

const terminalOf = (entry: CatalogueEntry, rule: DepartureRow) =>
  requireTerminal(entry.terminals, rule.departureTerminalId ?? entry.product.departureTerminalId)

function sunsetOfNext(day: number, terminal: TerminalRow, now: Date): string | null {
  const today = toLocalDate(now, terminal.timezone)
  const date = addDays(today, (day - dayOfWeek(today) + 7) % 7)
  const sunset = findSunset(date, terminal)
  return sunset ? toLocalTime(sunset, terminal.timezone) : null
}

function present(entry: CatalogueEntry, rule: DepartureRow, now: Date): Departure {
  return {
    id: rule.id,
    product_id: rule.productId,
    day_of_week: rule.dayOfWeek,
    departure_type: rule.departureType,
    time: rule.time,
    offset_in_mins: rule.offsetInMins,
    fare_id: rule.fareId,
    seat_price: toDollarsOrNull(rule.seatPriceCents),
    flight_price: toDollarsOrNull(rule.flightPriceCents),
    departure_terminal_id: terminalOf(entry, rule).id,
    arrival_terminal_id: rule.arrivalTerminalId ?? entry.product.arrivalTerminalId,
    publish_at: rule.publishAt?.toISOString() ?? null,
    publish_until: rule.publishUntil?.toISOString() ?? null,
    publish_status: rule.publishStatus,
    tag_list: getDepartureTags(rule),
    depart_at: findNextDeparture(entry, rule, now)?.toISOString() ?? null,
  }
}
