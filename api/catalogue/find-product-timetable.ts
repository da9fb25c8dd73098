import { type Db } from '../db/client.ts'
import { getSalesWindow } from '../rules/departures/availability.ts'
import { type PartySize } from '../rules/departures/departure-room.ts'
import { secondSeatsFor } from '../rules/seats/party-weight.ts'
import { isPublished } from '../rules/time/published.ts'
import {
  loadTimetables,
  type ProductTimetable,
  type TimetableQuery,
} from '../store/catalogue/load-timetables.ts'
import { findEntry, readCatalogue } from '../store/catalogue/read-catalogue.ts'

export interface AvailabilityQuery extends PartySize {
  productId: number
  /** The brand whose fees the prices hold; the product's own unless given. */
  sellingBrandId?: number | undefined
  now: Date
  /** Seats held by this session do not count. */
  ownSessionId?: string | undefined
  /** Seats kept by this waitlist offer do not count. */
  ownOffer?: string | undefined
}

/**
 * One product's timetable over its whole sales window, in two queries; undefined when there is none
 * on show.
 *
 * @param days what is taken is read for these alone, where they lie in the window
 */
export async function findProductTimetable(
  db: Db,
  question: AvailabilityQuery,
  days?: Days,
): Promise<(ProductTimetable & { sellingBrandId: number }) | undefined> {
  const { productId, now, ownSessionId, ownOffer } = question
  const catalogue = await readCatalogue(db)
  const entry = findEntry(catalogue, productId)
  if (!entry || !isPublished(entry.product, now)) return undefined
  const { timezone } = entry.departureTerminal
  const { salesWindowDays, brandId } = entry.product
  const window = getSalesWindow({ timezone, salesWindowDays }, now)
  const span = days ? within(window, days) : window
  const [found] = await loadTimetables(db, catalogue, [entry], { ...span, now, ownSessionId, ownOffer })
  return found && { ...found, sellingBrandId: question.sellingBrandId ?? brandId }
}

type Days = Pick<TimetableQuery, 'fromDate' | 'untilDate'>

/** Outside of the window nothing is sold: one day of it is as good as any. */
function within(window: Days, days: Days): Days {
  const fromDate = days.fromDate > window.fromDate ? days.fromDate : window.fromDate
  const untilDate = days.untilDate < window.untilDate ? days.untilDate : window.untilDate
  return fromDate <= untilDate ? { fromDate, untilDate } : { ...window, untilDate: window.fromDate }
}

/**
 * The way of buying a question is about: a product without seat prices is sold whole, whatever was
 * asked.
 */
export function normaliseParty({ entry }: ProductTimetable, asked: PartySize): PartySize {
  const bySeat = asked.quantityType === 'seat' && entry.product.seatPriceCents !== null
  const whole = entry.product.flightPriceCents !== null
  const { quantity, weights } = asked
  const party: PartySize = { quantity, quantityType: bySeat || !whole ? 'seat' : 'flight' }
  if (!weights?.some((weight) => weight !== null)) return party
  const secondSeats = secondSeatsFor(quantity, weights, entry.aircraftType.seatLimitLbs)
  return { ...party, weights, secondSeats }
}
