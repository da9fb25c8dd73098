import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type Tx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { products } from '../db/schema/catalogue.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import {
  findSaleObstacle,
  type HeldFlight,
  type SaleObstacle,
  salesEnd,
} from '../rules/seats/sale-obstacle.ts'
import { findInterchangeableAircraft } from './find-similar-aircraft.ts'
import { extendPriceHold } from './extend-price-hold.ts'
import { lockSlotRows, releaseLapsedHolds } from '../slots/slot-rows.ts'
import { markNotFlying } from './mark-staying-home.ts'
import { type Party, reserveSeats } from '../slots/slot-store.ts'

export type SeatsResult = { ok: true } | { ok: false; reason: 'hold_lapsed' | SaleObstacle }
type Hold = typeof holds.$inferSelect & { slotId: number; flight: HeldFlight }

/**
 * Locks the order's slots, those it may move to among them, and reads its own holds. Every function
 * here does so first, and each of them is called after the order's own row was locked, if it is
 * locked at all.
 */
export async function lockOrderSeats(tx: Tx, orderId: number): Promise<Hold[]> {
  return (await lockAllSeats(tx, orderId)).filter(({ forMove }) => !forMove)
}

/** The same with what is kept beside them for a move, and what a move left. */
export async function lockAllSeats(tx: Tx, orderId: number): Promise<Hold[]> {
  const where = eq(holds.orderId, orderId)
  await lockSlotRows(
    tx,
    tx
      .select({ slotId: flights.slotId })
      .from(holds)
      .innerJoin(flights, eq(flights.id, holds.flightId))
      .where(where),
  )
  const rows = await tx
    .select({
      hold: holds,
      slotId: flights.slotId,
      flight: {
        status: flights.status,
        departAt: slots.departAt,
        salesCloseMins: products.salesCloseMins,
        maxWeightLbs: flights.maxWeightLbs,
        soldLbs: sql<number>`(select coalesce(sum(s.weight_lbs), 0)::int from holds s
          where s.flight_id = ${flights.id} and s.state = 'sold')`,
      },
    })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .where(where)
    .orderBy(asc(holds.id))
  return rows.map(({ hold, slotId, flight }) => ({ ...hold, slotId, flight }))
}

/** What somebody who wants to pay is told. */
export function toPaymentObstacle(
  reason: (SeatsResult & { ok: false })['reason'],
): 'order_expired' | 'flight_closed' | 'too_heavy' {
  if (reason === 'flight_closed') return 'flight_closed'
  return reason === 'out_of_limits' ? 'too_heavy' : 'order_expired'
}

const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`
const laterOf = (end: PgColumn, until: Date) => sql`greatest(${end}, ${at(until)})`

/** Where a hold, or the price of gift cards, ends once a payment was closed. */
const endAfter = (end: PgColumn, until: Date, promised?: Date): SQL =>
  promised ? sql`case when ${end} > ${at(promised)} then ${end} else ${at(until)} end` : at(until)

const gone = (held: readonly Hold[]) =>
  held.some(({ state }) => state === 'released') ? { reason: 'hold_lapsed' as const } : undefined

/** Nobody pays for seats that are no longer sold. Who has paid already keeps what is theirs. */
function unsellable(held: readonly Hold[], now: Date): { reason: SaleObstacle } | undefined {
  const reason = findSaleObstacle(
    held.filter(({ state }) => state === 'held'),
    now,
  )
  return reason && { reason }
}

/**
 * Keeps the order's seats until `until` at least. A hold whose time is over but whose seats nobody
 * has asked for since comes back to life, until sales end. Refused once they were given back.
 */
export async function extendHold(tx: Tx, orderId: number, until: Date, now: Date): Promise<SeatsResult> {
  const held = await lockOrderSeats(tx, orderId)
  if (held.length === 0) return extendPriceHold(tx, orderId, laterOf(orders.heldUntil, until))
  const refused = gone(held) ?? unsellable(held, now)
  if (refused) return { ok: false, ...refused }
  await tx
    .update(holds)
    .set({ expiresAt: laterOf(holds.expiresAt, until) })
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'held')))
  return { ok: true }
}

/**
 * Says whether a payment is open at the provider. While one is, the seats stay taken whatever the
 * clock says.
 *
 * @param open since when one is; only what is still sold may be paid
 * @param until the hold's new end: never an earlier one while a payment is open, exactly this
 *   when it closes
 * @param promised a hold that ends later than this was renewed since, and the shopper was told
 *   so: it keeps its end
 */
export async function markPaymentOpen(
  tx: Tx,
  orderId: number,
  open: { now: Date } | false,
  until: Date,
  promised?: Date,
): Promise<SeatsResult> {
  const held = await lockOrderSeats(tx, orderId)
  const endOf = (end: PgColumn) => (open ? laterOf(end, until) : endAfter(end, until, promised))
  if (held.length === 0) return extendPriceHold(tx, orderId, endOf(orders.heldUntil))
  const refused = gone(held) ?? (open ? unsellable(held, open.now) : undefined)
  if (refused) return { ok: false, ...refused }
  await tx
    .update(holds)
    .set({ paymentOpen: open !== false, expiresAt: endOf(holds.expiresAt) })
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'held')))
  return { ok: true }
}

/** Turns held seats into sold ones; gift cards have none. The same order again changes nothing. */
export async function settleSeats(tx: Tx, orderId: number, now: Date): Promise<SeatsResult> {
  const held = await lockOrderSeats(tx, orderId)
  if (held.length === 0) return extendPriceHold(tx, orderId)
  const refused = gone(held) ?? unsellable(held, now)
  if (refused) return { ok: false, ...refused }
  for (const { id, flightId, seats, state } of held) {
    if (state !== 'held') continue
    await tx
      .update(flights)
      .set({
        seatsHeld: sql`${flights.seatsHeld} - ${seats}`,
        seatsSold: sql`${flights.seatsSold} + ${seats}`,
      })
      .where(eq(flights.id, flightId))
    await tx.update(holds).set({ state: 'sold', paymentOpen: false }).where(eq(holds.id, id))
  }
  return { ok: true }
}

/**
 * Gives the order's seats back, held or sold, also those kept for a move. The same order again
 * changes nothing.
 */
export async function releaseSeats(tx: Tx, orderId: number): Promise<void> {
  await releaseHolds(tx, await lockAllSeats(tx, orderId))
}

/**
 * The same for its seats on one departure: where others of the party fly on another one, those
 * named for it stay home.
 */
export async function releaseSeatsOn(
  tx: Tx,
  orderId: number,
  slotId: number,
  { orderRefundId, now }: { orderRefundId: number | null; now: Date },
): Promise<void> {
  const own = (await lockOrderSeats(tx, orderId)).filter(({ state }) => state !== 'released')
  const here = own.filter((hold) => hold.slotId === slotId)
  await releaseHolds(tx, here)
  if (here.length === own.length) return
  const flightIds = here.map(({ flightId }) => flightId)
  const there = await tx
    .select({ id: passengers.id })
    .from(passengers)
    .where(and(eq(passengers.orderId, orderId), inArray(passengers.flightId, flightIds)))
  await markNotFlying(tx, { passengerIds: there.map(({ id }) => id), orderRefundId, now })
}

/** Only what is held there and not sold: an order that is paid keeps what it has. */
export async function releaseUnpaidSeatsOn(tx: Tx, orderId: number, slotId: number): Promise<void> {
  const held = await lockAllSeats(tx, orderId)
  await releaseHolds(
    tx,
    held.filter((hold) => hold.slotId === slotId && hold.state === 'held'),
  )
}

async function releaseHolds(tx: Tx, held: readonly Hold[]): Promise<void> {
  for (const { id, flightId, seats, state } of held) {
    if (state === 'released') continue
    await tx
      .update(flights)
      .set(
        state === 'held'
          ? { seatsHeld: sql`${flights.seatsHeld} - ${seats}` }
          : { seatsSold: sql`${flights.seatsSold} - ${seats}` },
      )
      .where(eq(flights.id, flightId))
    await tx.update(holds).set({ state: 'released', paymentOpen: false }).where(eq(holds.id, id))
  }
}

/**
 * Takes released seats again, for money that came late: all of them or none, on the flights they
 * were on. Afterwards they are held; settle them in the same transaction.
 */
export async function reReserveSeats(
  tx: Tx,
  orderId: number,
  now: Date,
): Promise<{ ok: true } | { ok: false; reason: 'sold_out' | 'flight_closed' }> {
  const lost = (await lockOrderSeats(tx, orderId)).filter(({ state }) => state === 'released')
  const [first] = lost
  if (!first) return { ok: true }
  if (salesEnd(first.flight) <= now) return { ok: false, reason: 'flight_closed' }
  await releaseLapsedHolds(tx, [first.slotId], now)
  try {
    await tx.transaction((point) => reReserveHold(point, lost, first, now))
    return { ok: true }
  } catch (error) {
    if (error instanceof NoRoom) return { ok: false, reason: 'sold_out' }
    throw error
  }
}

/** Undoes what was taken of a party that does not fit whole. */
class NoRoom extends Error {}

async function reReserveHold(point: Tx, lost: readonly Hold[], first: Hold, now: Date): Promise<void> {
  const [slot] = await point
    .select({
      id: slots.id,
      departAt: slots.departAt,
      arriveAt: slots.arriveAt,
      calledOffAt: slots.calledOffAt,
    })
    .from(slots)
    .where(eq(slots.id, first.slotId))
  if (!slot) throw new Error('A hold is on no slot')
  const candidates = await findInterchangeableAircraft(point, first.flightId)
  const perAircraft = candidates[0]?.capacity ?? 0
  const party: Party = {
    kind: first.wholeFlight ? 'flight' : 'seat',
    size: first.wholeFlight ? lost.length * perAircraft : first.seats,
    weightLbs: lost.reduce((sum, { weightLbs }) => sum + weightLbs, 0),
  }
  const result = await reserveSeats(point, slot, party, { candidates, now })
  if (!result.ok) throw new NoRoom()
  for (const [index, { flightId, seats }] of result.reserved.entries()) {
    const hold = lost[index]
    if (hold?.flightId !== flightId) throw new Error('Seats were taken again on another flight')
    await point
      .update(holds)
      .set({ state: 'held', seats, paymentOpen: false, expiresAt: now })
      .where(eq(holds.id, hold.id))
  }
}
