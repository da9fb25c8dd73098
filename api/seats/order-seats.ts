import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type Tx } from '../db/client.ts'
import { products } from '../db/schema/catalogue.ts'
import { holds } from '../db/schema/holds.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { rawStatement, statement } from '../db/statement.ts'
import {
  findSaleObstacle,
  type HeldFlight,
  type SaleObstacle,
  salesEnd,
} from '../rules/departures/availability.ts'
import { releaseLapsedHolds } from '../slots/slot-rows.ts'
import { type Party, reserveSeats } from '../slots/slot-store.ts'
import { extendPriceHold } from './extend-price-hold.ts'
import { findInterchangeableAircraft } from './find-similar-aircraft.ts'
import { markNotFlying } from './mark-staying-home.ts'

type SeatsResult = { ok: true } | { ok: false; reason: 'hold_lapsed' | SaleObstacle }
type Hold = typeof holds.$inferSelect & { slotId: number; heldBack: number; flight: HeldFlight }

/**
 * Locks the order's slots, also those of a reschedule, and reads the order's own holds. Every
 * function here starts with it; callers lock the order's row before, if they lock it at all.
 */
export async function lockOrderSeats(tx: Tx, orderId: number): Promise<Hold[]> {
  return (await lockAllSeats(tx, orderId)).filter(({ forMove }) => !forMove)
}

/** Locks the slots and also reads the holds of a reschedule and what earlier reschedules left. */
export async function lockAllSeats(tx: Tx, orderId: number): Promise<Hold[]> {
  // The holds are a statement of their own: they are read once the slots are locked.
  const [, rows] = await Promise.all([lockSlotsOf(tx, { orderId }), selectHolds(tx, { orderId })])
  return rows.map(({ hold, ...of }) => ({ ...hold, ...of }))
}

const ofOrder = eq(holds.orderId, sql.placeholder('orderId'))

const lockSlotsOf = statement((db) =>
  db
    .select({ id: slots.id })
    .from(slots)
    .where(
      inArray(
        slots.id,
        db
          .select({ slotId: flights.slotId })
          .from(holds)
          .innerJoin(flights, eq(flights.id, holds.flightId))
          .where(ofOrder),
      ),
    )
    .orderBy(asc(slots.id))
    .for('update'),
)

const selectHolds = statement((db) =>
  db
    .select({
      hold: holds,
      slotId: flights.slotId,
      heldBack: sql<number>`case when ${holds.byStaff} then 0 else ${products.seatsHeldBack} end`,
      flight: {
        status: flights.status,
        departAt: slots.departAt,
        isOnWeatherHold: sql<boolean>`${slots.weatherHoldId} is not null`,
        salesCloseMins: sql<number>`case when ${orders.channel} = 'web'
          then ${products.salesCloseMins} else ${products.staffSalesCloseMins} end`,
        maxWeightLbs: flights.maxWeightLbs,
        soldLbs: sql<number>`(select coalesce(sum(s.weight_lbs), 0)::int from holds s
          where s.flight_id = ${flights.id} and s.state = 'sold')`,
      },
    })
    .from(holds)
    .innerJoin(orders, eq(orders.id, holds.orderId))
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .where(ofOrder)
    .orderBy(asc(holds.id)),
)

/** The refusal reason for a buyer who wants to pay. */
export function toPaymentObstacle(
  reason: (SeatsResult & { ok: false })['reason'],
): 'order_expired' | 'flight_closed' | 'too_heavy' {
  if (reason === 'flight_closed') return 'flight_closed'
  return reason === 'out_of_limits' ? 'too_heavy' : 'order_expired'
}

const timestampOf = (instant: Date) => sql`${instant.toISOString()}::timestamptz`
const laterOf = (end: PgColumn, until: Date) => sql`greatest(${end}, ${timestampOf(until)})`

/** When a hold, or the price of a gift order, ends after a payment was closed. */
const endAfter = (end: PgColumn, until: Date, promised?: Date): SQL =>
  promised
    ? sql`case when ${end} > ${timestampOf(promised)} then ${end} else ${timestampOf(until)} end`
    : timestampOf(until)

const refuseReleased = (held: readonly Hold[]) =>
  held.some(({ state }) => state === 'released') ? { reason: 'hold_lapsed' as const } : undefined

/** Seats that are no longer sold cannot be paid. Paid seats stay with their owner. */
function refuseUnsellable(held: readonly Hold[], now: Date): { reason: SaleObstacle } | undefined {
  const reason = findSaleObstacle(
    held.filter(({ state }) => state === 'held'),
    now,
  )
  return reason && { reason }
}

/**
 * Extends the hold of an order's seats to `until` at least. A lapsed hold is renewed while its
 * seats are free, until sales end; released seats cannot be extended.
 */
export async function extendHold(tx: Tx, orderId: number, until: Date, now: Date): Promise<SeatsResult> {
  const held = await lockOrderSeats(tx, orderId)
  if (held.length === 0) return extendPriceHold(tx, orderId, laterOf(orders.heldUntil, until))
  const refused = refuseReleased(held) ?? refuseUnsellable(held, now)
  if (refused) return { ok: false, ...refused }
  await tx
    .update(holds)
    .set({ expiresAt: laterOf(holds.expiresAt, until) })
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'held')))
  return { ok: true }
}

/**
 * Marks whether a payment is open at the provider. While one is open, the seats stay held after the
 * hold expires.
 * @param open the start of the open payment; only seats still on sale may be paid
 * @param until the new end of the hold: never earlier while a payment is open, exactly this when it
 *   closes
 * @param promised a hold that ends later than this was renewed meanwhile, as the shopper was told,
 *   and keeps its end
 */
export async function markPaymentOpen(
  tx: Tx,
  orderId: number,
  open: { now: Date } | false,
  until: Date,
  promised?: Date,
): Promise<SeatsResult> {
  if (open) {
    const kept = await lockSeatsToPay(tx, orderId, { now: open.now, until })
    if (!kept.ok) return kept
    if (kept.hasHolds) await keepHoldsForPayment(tx, { orderId, until })
    return { ok: true }
  }
  const held = await lockOrderSeats(tx, orderId)
  const endOf = (end: PgColumn) => endAfter(end, until, promised)
  if (held.length === 0) return extendPriceHold(tx, orderId, endOf(orders.heldUntil))
  const refused = refuseReleased(held)
  if (refused) return { ok: false, ...refused }
  await tx
    .update(holds)
    .set({ paymentOpen: false, expiresAt: endOf(holds.expiresAt) })
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'held')))
  return { ok: true }
}

type LockedSeats<Found> = ({ ok: true } & Found) | (SeatsResult & { ok: false })

/**
 * Locks the seats that a payment is about to begin for. The holds must then be marked by
 * `keepHoldsForPayment`; a gift order has none, and its price is kept until `until` at once.
 */
export async function lockSeatsToPay(
  tx: Tx,
  orderId: number,
  { now, until }: { now: Date; until: Date },
): Promise<LockedSeats<{ hasHolds: boolean }>> {
  const held = await lockOrderSeats(tx, orderId)
  if (held.length === 0) {
    const kept = await extendPriceHold(tx, orderId, laterOf(orders.heldUntil, until))
    return kept.ok ? { ok: true, hasHolds: false } : kept
  }
  const refused = refuseReleased(held) ?? refuseUnsellable(held, now)
  return refused ? { ok: false, ...refused } : { ok: true, hasHolds: true }
}

/** Marks that a payment is open, and extends the holds to `until` at least; they must be locked. */
export const keepHoldsForPayment = statement((db) =>
  db
    .update(holds)
    .set({ paymentOpen: true, expiresAt: sql`greatest(${holds.expiresAt}, ${sql.placeholder('until')})` })
    .where(and(ofOrder, eq(holds.state, 'held'))),
)

/** Turns held seats into sold ones; gift cards have none. Repeating it changes nothing. */
export async function settleSeats(tx: Tx, orderId: number, now: Date): Promise<SeatsResult> {
  const locked = await lockSeatsToSell(tx, orderId, now)
  if (!locked.ok) return locked
  await sellSeats(tx, locked.holdIds)
  return { ok: true }
}

/** Locks what `sellSeats` is about to sell: the order's holds, none of gift cards and of sold seats. */
export async function lockSeatsToSell(
  tx: Tx,
  orderId: number,
  now: Date,
): Promise<LockedSeats<{ holdIds: number[] }>> {
  const held = await lockOrderSeats(tx, orderId)
  if (held.length === 0) {
    const kept = await extendPriceHold(tx, orderId)
    return kept.ok ? { ok: true, holdIds: [] } : kept
  }
  const refused = refuseReleased(held) ?? refuseUnsellable(held, now)
  if (refused) return { ok: false, ...refused }
  return { ok: true, holdIds: held.filter(({ state }) => state === 'held').map(({ id }) => id) }
}

/** Turns the held seats of locked holds into sold ones. */
export async function sellSeats(tx: Tx, holdIds: number[]): Promise<void> {
  if (holdIds.length > 0) await sellHolds(tx, { holdIds })
}

const sellHolds = rawStatement<{ holdIds: number[] }>(sql`with settled as (
    update "holds" set "state" = 'sold', "payment_open" = false
    where "id" = any(${sql.placeholder('holdIds')}::int[]) returning "flight_id", "seats"
  ), summed as (
    select "flight_id", sum("seats")::int as "seats" from settled group by "flight_id"
  )
  update "flights" set "seats_sold" = "seats_sold" + summed."seats",
    "seats_held" = "seats_held" - summed."seats"
  from summed where "flights"."id" = summed."flight_id"`)

/**
 * Releases the order's seats, held or sold, also those of a reschedule. Repeating it changes
 * nothing.
 */
export async function releaseSeats(tx: Tx, orderId: number): Promise<void> {
  await releaseHolds(tx, await lockAllSeats(tx, orderId))
}

/**
 * Releases the order's seats on one departure. Passengers named for it stay home when others of the
 * party fly elsewhere.
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

/** Releases only held seats there: a paid order keeps its sold seats. */
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
 * Reserves released seats again after a late payment: all or none, on their old flights. They are
 * held afterwards; the same transaction must settle them.
 */
export async function reReserveSeats(
  tx: Tx,
  orderId: number,
  now: Date,
): Promise<{ ok: true } | { ok: false; reason: 'sold_out' | 'flight_closed' }> {
  const lost = (await lockOrderSeats(tx, orderId)).filter(({ state }) => state === 'released')
  if (lost.length === 0) return { ok: true }
  if (lost.some(({ flight }) => salesEnd(flight) <= now)) return { ok: false, reason: 'flight_closed' }
  const slotIds = [...new Set(lost.map(({ slotId }) => slotId))].toSorted((a, b) => a - b)
  await releaseLapsedHolds(tx, slotIds, now)
  try {
    await tx.transaction(async (point) => {
      for (const slotId of slotIds) {
        const here = lost.filter((hold) => hold.slotId === slotId)
        const [first] = here
        if (first) await reReserveHold(point, here, first, now)
      }
    })
    return { ok: true }
  } catch (error) {
    if (error instanceof NoRoom) return { ok: false, reason: 'sold_out' }
    throw error
  }
}

/** Rolls back a partial reservation of a party that does not fit together, also on two aircraft. */
class NoRoom extends Error {}

async function reReserveHold(point: Tx, lost: readonly Hold[], first: Hold, now: Date): Promise<void> {
  const [slot] = await point
    .select({
      id: slots.id,
      departAt: slots.departAt,
      arriveAt: slots.arriveAt,
      calledOffAt: slots.calledOffAt,
      weatherHoldId: slots.weatherHoldId,
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
  const { heldBack } = first
  const result = await reserveSeats(point, slot, party, { candidates, heldBack, now })
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
