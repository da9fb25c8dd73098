import { asc, eq, inArray } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { products } from '../../db/schema/catalogue.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { type CartFacts, type CartFactsRefusal, loadCartFacts } from '../../pricing/load-cart-facts.ts'
import { type ChangeObstacle, findChangeObstacle } from '../../rules/orders/change-obstacle.ts'
import { findUnitPrice } from '../../rules/pricing/price-lines.ts'
import { isAdult } from '../../rules/pricing/seat-groups.ts'
import { addMinutes } from '../../rules/time/local-time.ts'
import { type CountedParty, countParties } from '../../seats/count-party.ts'
import { isPaidInPart, type OrderRow } from '../../store/orders/order.ts'

/** Why nobody can be added to an order. */
export type GuestObstacle =
  ChangeObstacle | 'guests_still_due' | 'guests_flight_unknown' | 'guests_not_sold' | 'guests_full'

/** Whom an order can take along, and the terms of today. */
export interface GuestSale {
  obstacle: GuestObstacle | undefined
  /** The flight that they join; null for a party that flies whole aircraft, or where it must be named. */
  flightId: number | null
  /** All slots of the party. */
  slotIds: number[]
  closesAt: Date | null
  /** Everybody of the order who flies, with their seats; undefined where nobody does. */
  party: CountedParty | undefined
  /** How many of them fly there. */
  size: number
  /** Somebody of them is an adult by the product's types. */
  hasAdult: boolean
  /** Today's terms of the departure; undefined for whole aircraft. */
  facts: CartFacts | undefined
}

interface SaleRequest {
  flightId: number | undefined
  /** Staff sell until their own end of sales, seats that are held back, and to parties that still owe. */
  forStaff: boolean
  now: Date
}

/** Compares an order with its departure today; the order's row must be locked before acting on it. */
export async function loadGuestSale(db: DbOrTx, order: OrderRow, request: SaleRequest): Promise<GuestSale> {
  const [party] = await countParties(db, [order.id])
  const place = await findPlace(db, order, party, request)
  const obstacle = findObstacle(order, place, request)
  const sale: GuestSale = { ...place, party, obstacle, hasAdult: false, facts: undefined }
  if (obstacle || order.quantityType === 'flight') return sale
  const [flight] = place.flights
  if (!flight) return { ...sale, obstacle: 'guests_flight_unknown' }
  const { forStaff, now } = request
  const { departureId, departAt } = flight
  const wanted = { brandId: order.brandId, departureId, departAt, now, forStaff }
  const loaded = await loadCartFacts(db, wanted)
  if (!loaded.ok) return { ...sale, obstacle: toObstacle(loaded.reason) }
  const facts = ofOrder(order, loaded.facts)
  if (!findUnitPrice(facts.pricing, 'seat')) return { ...sale, obstacle: 'guests_not_sold' }
  return { ...sale, facts, hasAdult: hasAdult(party, place.flightId, facts) }
}

/**
 * Types are numbered within a product, and those of an order are of the product that it was sold as: who
 * joins it on a flight of another one is an adult.
 */
const ofOrder = ({ productId }: OrderRow, facts: CartFacts): CartFacts =>
  facts.product.id === productId
    ? facts
    : { ...facts, pricing: { ...facts.pricing, passengerTypes: undefined } }

interface Place extends Pick<GuestSale, 'flightId' | 'slotIds' | 'closesAt' | 'size'> {
  flights: Awaited<ReturnType<typeof readFlights>>
}

async function findPlace(
  db: DbOrTx,
  order: OrderRow,
  party: CountedParty | undefined,
  { flightId: asked, forStaff }: SaleRequest,
): Promise<Place> {
  const ids = [...new Set(party?.holds.map(({ flightId }) => flightId))]
  const all = await readFlights(db, ids)
  const whole = order.quantityType === 'flight'
  const only = ids.length === 1 ? ids[0] : undefined
  const flightId = whole
    ? null
    : (ids.find((id) => id === asked) ?? (asked === undefined ? only : null) ?? null)
  const here = whole ? all : all.filter(({ id }) => id === flightId)
  const seated = party?.seated.filter((one) => whole || one.flightId === flightId) ?? []
  const closes = here.map(({ departAt, salesCloseMins, staffSalesCloseMins }) =>
    addMinutes(departAt, -(forStaff ? staffSalesCloseMins : salesCloseMins)).getTime(),
  )
  return {
    flightId,
    slotIds: [...new Set(all.map(({ slotId }) => slotId))],
    closesAt: closes.length > 0 ? new Date(Math.min(...closes)) : null,
    size: seated.reduce((sum, { people }) => sum + people.length, 0),
    flights: here,
  }
}

function readFlights(db: DbOrTx, ids: readonly number[]) {
  return db
    .select({
      id: flights.id,
      slotId: slots.id,
      departureId: slots.departureId,
      departAt: slots.departAt,
      expectedAt: flights.departAt,
      status: flights.status,
      salesCloseMins: products.salesCloseMins,
      staffSalesCloseMins: products.staffSalesCloseMins,
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .where(inArray(flights.id, [...ids]))
    .orderBy(asc(flights.id))
}

function findObstacle(
  order: OrderRow,
  { flights: here, flightId, closesAt, slotIds }: Place,
  { forStaff, now }: SaleRequest,
): GuestObstacle | undefined {
  const isOwing = isPaidInPart(order)
  if (isOwing && !forStaff) return 'guests_still_due'
  // Of a party that was split, the part that is meant may still fly.
  const isUnknown = order.quantityType === 'seat' && flightId === null && slotIds.length > 0
  if (isUnknown) return 'guests_flight_unknown'
  const state = isOwing
    ? ({ kind: order.kind, status: 'completed', paid: true } as const)
    : { kind: order.kind, status: order.status, paid: order.completedAt !== null }
  const known = here.map(({ expectedAt: departAt, status }) => ({ departAt, status }))
  const obstacle = findChangeObstacle(state, known, { now, closesAt })
  if (obstacle) return obstacle
  // The crew has its list.
  return here.some(({ status }) => status === 'boarding') ? 'change_closed' : undefined
}

function toObstacle(reason: CartFactsRefusal): GuestObstacle {
  if (reason === 'flight_closed') return 'change_closed'
  return reason === 'sold_out' ? 'guests_full' : 'guests_not_sold'
}

/** Of a type that the product offers no more nothing is known, so it is no adult whom others need. */
function hasAdult(party: CountedParty | undefined, flightId: number | null, { pricing }: CartFacts): boolean {
  const { passengerTypes = [] } = pricing
  const here = party?.seated.find((one) => one.flightId === flightId)?.people ?? []
  return here.some(({ id }) => {
    const typeId = party?.people.find((one) => one.id === id)?.passengerTypeId ?? null
    const type = passengerTypes.find((one) => one.id === typeId)
    return typeId === null || (type !== undefined && isAdult(type))
  })
}
