import { type Db } from '../db/client.ts'
import { pickAlternatives } from './rules/pick-alternatives.ts'
import { type QuantityType } from '../rules/pricing/pricing-facts.ts'
import { type BaseAircraft, getDepartureStatus, listDepartures } from '../rules/departures/availability.ts'
import { addDays, addMinutes, toLocalDate, toLocalTime } from '../rules/time/local-time.ts'
import { findProductTimetable } from '../catalogue/find-product-timetable.ts'
import { type SlotIdentity } from '../slots/slot-store.ts'

/** The number of days to search. */
const DAYS = 45
/** An alternative must stay open for at least this long. */
const LEAST_MINUTES = 60

/**
 * A departure that could be an alternative; whether it has room is decided under its slot's lock.
 */
export interface AlternativeSlot {
  slot: SlotIdentity
  salesCloseAt: Date
  aircraft: readonly BaseAircraft[]
  heldBack: number
}

export interface AlternativesQuery {
  productId: number
  cancelled: { slotId: number; departAt: Date; localDate: string; reason: 'weather' | 'technical' | 'other' }
  party: { quantityType: QuantityType; quantity: number }
  /** Only days after this one. */
  after?: string | undefined
  now: Date
}

/**
 * Finds departures of the same product with room for a party, best first, in two queries; none when
 * the product is no longer sold.
 */
export async function findAlternatives(db: Db, question: AlternativesQuery): Promise<AlternativeSlot[]> {
  const { productId, cancelled, party, after, now } = question
  const found = await findProductTimetable(db, { productId, ...party, now })
  if (!found) return []
  const { timetable } = found
  const today = toLocalDate(now, timetable.timezone)
  // Bad weather lasts, so alternatives begin on the next day.
  const first = cancelled.reason === 'weather' ? addDays(cancelled.localDate, 1) : cancelled.localDate
  const from = [today, first, ...(after === undefined ? [] : [addDays(after, 1)])].toSorted().at(-1) ?? today
  const open = Array.from({ length: DAYS }, (_, day) => addDays(from, day))
    .flatMap((date) => listDepartures(timetable, date, now))
    .filter((one) => one.salesCloseAt >= addMinutes(now, LEAST_MINUTES))
    .filter((one) => getDepartureStatus(one, party) === 'open')
    .map((one) => ({ ...one, localTime: toLocalTime(one.departAt, one.rule.place.timezone) }))
  const zone = open[0]?.rule.place.timezone ?? timetable.timezone
  return pickAlternatives(open, toLocalTime(cancelled.departAt, zone)).map((one) => ({
    slot: {
      productId,
      departureId: one.rule.id,
      terminalId: one.rule.place.id,
      localDate: one.localDate,
      departAt: one.departAt,
      arriveAt: one.arriveAt,
    },
    salesCloseAt: one.salesCloseAt,
    aircraft: one.rule.aircraft,
    heldBack: timetable.seatsHeldBack,
  }))
}
