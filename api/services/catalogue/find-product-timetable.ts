import { type Db } from '../../db/client.ts'
import { getSalesWindow } from '../../domain/time/availability.ts'
import { type PartySize } from '../../domain/time/departure-room.ts'
import { secondSeatsFor } from '../../domain/seats/party-weight.ts'
import { isPublished } from '../../domain/time/published.ts'
import { loadTimetables, type ProductTimetable } from './load-timetables.ts'
import { findEntry, readCatalogue } from './read-catalogue.ts'

export interface AvailabilityQuestion extends PartySize {
  productId: number
  /** The brand whose fees the prices hold; the product's own unless given. */
  sellingBrandId?: number | undefined
  now: Date
  /** Seats held by this session do not count. */
  ownSessionId?: string | undefined
  /** Seats kept by this waitlist offer do not count. */
  ownOffer?: string | undefined
}

/** One product's timetable over its whole sales window, in two queries; undefined when there is none on show. */
export async function findProductTimetable(
  db: Db,
  question: AvailabilityQuestion,
): Promise<(ProductTimetable & { sellingBrandId: number }) | undefined> {
  const { productId, now, ownSessionId, ownOffer } = question
  const catalogue = await readCatalogue(db)
  const entry = findEntry(catalogue, productId)
  if (!entry || !isPublished(entry.product, now)) return undefined
  const { timezone } = entry.departureTerminal
  const { salesWindowDays, brandId } = entry.product
  const window = getSalesWindow({ timezone, salesWindowDays }, now)
  const [found] = await loadTimetables(db, catalogue, [entry], { ...window, now, ownSessionId, ownOffer })
  return found && { ...found, sellingBrandId: question.sellingBrandId ?? brandId }
}

/** The way of buying a question is about: a product without seat prices is sold whole, whatever was asked. */
export function partyFor({ entry }: ProductTimetable, asked: PartySize): PartySize {
  const bySeat = asked.quantityType === 'seat' && entry.product.seatPriceCents !== null
  const whole = entry.product.flightPriceCents !== null
  const { quantity, weights } = asked
  const party: PartySize = { quantity, quantityType: bySeat || !whole ? 'seat' : 'flight' }
  if (!weights?.some((weight) => weight !== null)) return party
  const secondSeats = secondSeatsFor(quantity, weights, entry.aircraftType.seatLimitLbs)
  return { ...party, weights, secondSeats }
}
