import { type Db } from '../db/client.ts'
import { getSalesWindow, type PartySize, secondSeatsFor } from '../rules/departures/availability.ts'
import { isPublished } from '../rules/time/local-time.ts'
import {
  loadTimetables,
  type ProductTimetable,
  type TimetableQuery,
} from '../store/catalogue/load-timetables.ts'
import { findEntry, readCatalogue } from '../store/catalogue/read-catalogue.ts'

export interface AvailabilityQuery extends PartySize {
  productId: number
  /** The brand whose fees are included; by default the product's own. */
  sellingBrandId?: number | undefined
  now: Date
  /** Staff sell until their own end of sales, and seats that are held back. */
  forStaff?: boolean | undefined
  /** Seats held by this session do not count. */
  ownSessionId?: string | undefined
  /** Seats held by this waitlist offer do not count. */
  ownOffer?: string | undefined
}

/**
 * Reads a product's timetable over its sales window with two queries; undefined when the product is
 * not published.
 *
 * @param days reads occupied seats only for these days of the window
 */
export async function findProductTimetable(
  db: Db,
  question: AvailabilityQuery,
  days?: Days,
): Promise<(ProductTimetable & { sellingBrandId: number }) | undefined> {
  const { productId, now, forStaff, ownSessionId, ownOffer } = question
  const catalogue = await readCatalogue(db)
  const entry = findEntry(catalogue, productId)
  if (!entry || !isPublished(entry.product, now)) return undefined
  const { timezone } = entry.departureTerminal
  const { salesWindowDays, brandId } = entry.product
  const window = getSalesWindow({ timezone, salesWindowDays }, now)
  const span = days ? within(window, days) : window
  const [found] = await loadTimetables(db, catalogue, [entry], {
    ...span,
    now,
    forStaff,
    ownSessionId,
    ownOffer,
  })
  return found && { ...found, sellingBrandId: question.sellingBrandId ?? brandId }
}

type Days = Pick<TimetableQuery, 'fromDate' | 'untilDate'>

/** Days outside the window have no sales, so one day of the window is enough. */
function within(window: Days, days: Days): Days {
  const fromDate = days.fromDate > window.fromDate ? days.fromDate : window.fromDate
  const untilDate = days.untilDate < window.untilDate ? days.untilDate : window.untilDate
  return fromDate <= untilDate ? { fromDate, untilDate } : { ...window, untilDate: window.fromDate }
}

/** Adapts the unit to the product: a product without seat prices is sold as a whole flight. */
export function normaliseParty({ entry }: ProductTimetable, requested: PartySize): PartySize {
  const bySeat = requested.quantityType === 'seat' && entry.product.seatPriceCents !== null
  const whole = entry.product.flightPriceCents !== null
  const { quantity, weights } = requested
  const party: PartySize = { quantity, quantityType: bySeat || !whole ? 'seat' : 'flight' }
  if (!weights?.some((weight) => weight !== null)) return party
  const secondSeats = secondSeatsFor(quantity, weights, entry.aircraftType.seatLimitLbs)
  return { ...party, weights, secondSeats }
}
