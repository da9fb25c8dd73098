import { type WeekState } from '#contract/staff-week.ts'
import { type OfferedDeparture, type SlotState } from '../../rules/departures/availability.ts'
import { addDays, isPublished, toLocalDate } from '../../rules/time/local-time.ts'
import { type ProductTimetable, type RuleOnSale } from '../../store/catalogue/load-timetables.ts'

/** A rule on a date, among what is or would be on sale on that date. */
interface DateFacts {
  found: ProductTimetable
  rule: RuleOnSale
  date: string
  offered: ReadonlyMap<number, OfferedDeparture<RuleOnSale>>
  now: Date
}

export const findException = ({ entry }: ProductTimetable, departureId: number, date: string) =>
  entry.exceptions.find(
    (one) => one.kind === 'priced' && one.departureId === departureId && one.date === date,
  )

/** What closes a departure on a date: the product's day off or its own. */
export function findClosing({ entry }: ProductTimetable, departureId: number, date: string) {
  const todays = entry.exceptions.filter((one) => one.kind === 'closed' && one.date === date)
  const day = todays.find((one) => one.departureId === null)
  if (day) return { state: 'day_closed' as const, reason: day.reason }
  const own = todays.find((one) => one.departureId === departureId)
  return own && { state: 'closed' as const, reason: own.reason }
}

export function findState(
  { found, rule, date, offered, now }: DateFacts,
  { departAt, slot, sold }: { departAt: Date; slot: SlotState | undefined; sold: number },
): { state: WeekState; reason: string } {
  const as = (state: WeekState) => ({ state, reason: '' })
  if (slot?.isCancelled === true) return as('cancelled')
  const hasLeft = slot?.flights.some(({ left }) => left) === true
  if (hasLeft || departAt <= now) return as(sold > 0 ? 'flown' : 'past')
  const closing = findClosing(found, rule.id, date)
  if (closing) return closing
  const one = offered.get(rule.id)
  const isOnSale = isPublished(rule, now) && found.timetable.availability !== 'paused'
  if (!one) return as(isOnSale && isInWindow(found, date, now) ? 'no_aircraft' : 'not_on_sale')
  if (one.closed) return as('ended')
  return as(one.room.seatsLeft <= 0 && one.room.wholeFlights <= 0 ? 'full' : 'open')
}

const isInWindow = ({ timetable }: ProductTimetable, date: string, now: Date): boolean =>
  timetable.availability !== 'coming_soon' &&
  date <= addDays(toLocalDate(now, timetable.timezone), timetable.salesWindowDays)

/** What can be or could be sold: seats of closed departures count only beside passengers. */
export function countSeats(
  { found, rule, offered }: DateFacts,
  { state, slot }: { state: WeekState; slot: SlotState | undefined },
): number {
  const used = slot?.flights.filter((flight) => !flight.isCancelled && flight.seatsTaken > 0) ?? []
  if (used.length > 0) return used.reduce((sum, { capacity }) => sum + capacity, 0)
  if (state === 'past') return rule.aircraft.length > 0 ? found.entry.aircraftType.maxPassengers : 0
  const isSold = state === 'open' || state === 'full' || state === 'ended'
  return isSold ? (offered.get(rule.id)?.room.capacity ?? 0) : 0
}
