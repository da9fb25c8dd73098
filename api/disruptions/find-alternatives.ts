import { type DepartureCancellationFields } from '#contract/call-off.ts'
import { type Db } from '../db/client.ts'
import { type OpenDeparture, pickAlternatives } from './rules/pick-alternatives.ts'
import { type QuantityType } from '../rules/pricing/pricing-facts.ts'
import {
  type BaseAircraft,
  type DepartureRoom,
  getDepartureStatus,
  listDepartures,
} from '../rules/departures/availability.ts'
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

/** The same with its day and time at the terminal, and what is left of it. */
export interface OpenAlternative extends AlternativeSlot, OpenDeparture {
  room: DepartureRoom
}

export interface AlternativesQuery {
  productId: number
  cancelled: {
    slotId: number
    departAt: Date
    localDate: string
    reason: DepartureCancellationFields['reason']
  }
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
  const { open, timezone } = await findOpenDepartures(db, question)
  return pickAlternatives(open, toLocalTime(question.cancelled.departAt, timezone))
}

export interface OpenDepartures {
  open: OpenAlternative[]
  /** The zone in which the time of the cancelled departure is compared with theirs. */
  timezone: string
}

/** Every departure that could be an alternative for a party. */
export async function findOpenDepartures(db: Db, question: AlternativesQuery): Promise<OpenDepartures> {
  const { productId, cancelled, party, after, now } = question
  const found = await findProductTimetable(db, { productId, ...party, now })
  if (!found) return { open: [], timezone: 'UTC' }
  const { timetable } = found
  const today = toLocalDate(now, timetable.timezone)
  // Bad weather lasts, so alternatives begin on the next day.
  const first = cancelled.reason === 'weather' ? addDays(cancelled.localDate, 1) : cancelled.localDate
  const from = [today, first, ...(after === undefined ? [] : [addDays(after, 1)])].toSorted().at(-1) ?? today
  const open = Array.from({ length: DAYS }, (_, day) => addDays(from, day))
    .flatMap((date) => listDepartures(timetable, date, now))
    .filter((one) => one.salesCloseAt >= addMinutes(now, LEAST_MINUTES))
    .filter((one) => getDepartureStatus(one, party) === 'open')
    .map((one): OpenAlternative => ({
      localDate: one.localDate,
      localTime: toLocalTime(one.departAt, one.rule.place.timezone),
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
      room: one.room,
    }))
  const zones = new Map(timetable.rules.map(({ place }) => [place.id, place.timezone]))
  const [soonest] = open
  return { open, timezone: (soonest && zones.get(soonest.slot.terminalId)) ?? timetable.timezone }
}
