import { type DbOrTx } from '../db/client.ts'
import {
  type BaseAircraft,
  type DepartureRoom,
  listDepartures,
  type OfferedDeparture,
  type Timetable,
  withoutRoom,
} from '../rules/departures/availability.ts'
import {
  addDays,
  getDepartureTags,
  isPublished,
  listCandidateDates,
  toLocalDate,
} from '../rules/time/local-time.ts'
import { type PricingFacts } from '../rules/pricing/pricing-facts.ts'
import { getCampaignBps } from '../rules/pricing/price-lines.ts'
import {
  type Catalogue,
  type CatalogueEntry,
  type DepartureRow,
  getPricingFacts,
  type ProductRow,
  readCatalogue,
} from '../store/catalogue/read-catalogue.ts'
import { loadDepartureTimetable, type RuleOnSale } from '../store/catalogue/load-timetables.ts'
import { type SlotIdentity } from '../slots/slot-store.ts'

/** Everything that says which slot a cart is for. */
export interface CartSlot extends SlotIdentity {
  timezone: string
  /** From here on it is no longer sold. */
  salesCloseAt: Date
}

/** What an order or a quote needs to know of the catalogue. */
export interface CartFacts {
  /** The brand that sells. */
  brandId: number
  product: ProductRow
  departure: DepartureRow & { tags: string[] }
  fare: CatalogueEntry['fares'][number] | null
  upgrades: CatalogueEntry['upgrades']
  /** The engine's input. */
  pricing: PricingFacts
  /** What one aircraft may carry, in pounds. */
  maxWeightLbs: number
  /** Who weighs more needs a second seat. */
  seatLimitLbs: number
  slot: CartSlot
  /**
   * Aircraft in service that may fly the slot; whether they are free is decided under the slot's
   * lock.
   */
  aircraft: BaseAircraft[]
  /** Seats of the departure that the buyer may not take. */
  heldBack: number
  /** Staff sell it. */
  byStaff: boolean
  /** What was left when this was read; the lock has the last word. */
  room: DepartureRoom
}

export type CartFactsRefusal =
  | 'brand_unknown'
  | 'departure_unknown'
  | 'not_sold_by_brand'
  | 'not_flying_then'
  | 'sold_out'
  | 'flight_closed'

export type CartFactsResult = { ok: true; facts: CartFacts } | { ok: false; reason: CartFactsRefusal }

export interface CartFactsQuery {
  brandId: number
  departureId: number
  departAt: Date
  now: Date
  /** Staff sell until their own end of sales, and seats that are held back. */
  forStaff?: boolean | undefined
  /** Whose holds do not count for `room`. */
  ownSessionId?: string | undefined
  /** The waitlist offer whose seats do not count for `room`. */
  ownOffer?: string | undefined
}

/**
 * Finds the slot behind (departure, instant) and all that is needed to price it. Only an instant at
 * which the departure really leaves on a day it really flies is accepted; a slot made before keeps
 * its frozen one. Two queries, or one with a catalogue that is given.
 */
export async function loadCartFacts(
  db: DbOrTx,
  question: CartFactsQuery,
  given?: Catalogue,
): Promise<CartFactsResult> {
  const { brandId, departureId, departAt, now } = question
  const catalogue = given ?? (await readCatalogue(db))
  const brand = catalogue.brands.find(({ id }) => id === brandId)
  if (!brand) return { ok: false, reason: 'brand_unknown' }
  const entry = catalogue.entries.find((one) => one.departures.some(({ id }) => id === departureId))
  if (!entry || !isPublished(entry.product, now)) return { ok: false, reason: 'departure_unknown' }
  if (!brand.productBrandIds.includes(entry.product.brandId)) {
    return { ok: false, reason: 'not_sold_by_brand' }
  }

  const day = toLocalDate(departAt, 'UTC')
  const around = { ...question, fromDate: addDays(day, -1), untilDate: addDays(day, 1) }
  const offered = findOffered(await loadDepartureTimetable(db, catalogue, entry, around), question)
  if (!offered.ok) return offered
  return { ok: true, facts: cartFacts(entry, offered.departure, question) }
}

type Offered =
  | { ok: true; departure: OfferedDeparture<RuleOnSale> }
  | { ok: false; reason: 'not_flying_then' | 'sold_out' | 'flight_closed' }

function findOffered(timetable: Timetable<RuleOnSale>, question: CartFactsQuery): Offered {
  const { departAt, now } = question
  if (departAt <= now) return { ok: false, reason: 'flight_closed' }
  if (timetable.availability === 'paused' || timetable.availability === 'coming_soon') {
    return { ok: false, reason: 'flight_closed' }
  }
  const localDate = toLocalDate(departAt, timetable.rules[0]?.place.timezone ?? timetable.timezone)
  const find = (from: Timetable<RuleOnSale>) =>
    listCandidateDates(localDate)
      .flatMap((date) => listDepartures(from, date, now))
      .find((one) => one.departAt.getTime() === departAt.getTime())
  // Whether its aircraft are busy elsewhere does not change that it flies, only what is left of it.
  const departure = find({ ...timetable, busy: [] })
  if (!departure) return { ok: false, reason: 'not_flying_then' }
  if (departure.closed) return { ok: false, reason: 'flight_closed' }
  if (timetable.availability === 'sold_out') return { ok: false, reason: 'sold_out' }
  const room = find(timetable)?.room ?? withoutRoom(departure.room)
  return { ok: true, departure: { ...departure, room } }
}

function cartFacts(
  entry: CatalogueEntry,
  offered: OfferedDeparture<RuleOnSale>,
  { brandId, now, forStaff = false }: CartFactsQuery,
): CartFacts {
  const { rule, localDate, departAt, arriveAt, salesCloseAt, room } = offered
  return {
    brandId,
    pricing: getPricingFacts(entry, rule.row, brandId, getCampaignBps(entry.campaigns, brandId, now)),
    product: entry.product,
    departure: { ...rule.row, tags: getDepartureTags(rule) },
    fare: entry.fares.find((fare) => fare.id === rule.row.fareId) ?? null,
    upgrades: entry.upgrades,
    maxWeightLbs: entry.aircraftType.maxWeightLbs,
    seatLimitLbs: entry.aircraftType.seatLimitLbs,
    slot: {
      productId: entry.product.id,
      departureId: rule.id,
      terminalId: rule.place.id,
      localDate,
      departAt,
      arriveAt,
      timezone: rule.place.timezone,
      salesCloseAt,
    },
    aircraft: rule.aircraft.map(({ id, capacity, maxWeightLbs, turnaroundMins }) => ({
      id,
      capacity,
      maxWeightLbs,
      turnaroundMins,
    })),
    heldBack: forStaff ? 0 : entry.product.seatsHeldBack,
    byStaff: forStaff,
    room,
  }
}
