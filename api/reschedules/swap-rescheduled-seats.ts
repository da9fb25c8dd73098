import { and, asc, eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { passengers } from '../db/schema/passengers.ts'
import { partyFits, partyWeight } from '../rules/departures/availability.ts'
import { countPartyWeight, isFlying } from '../seats/count-party.ts'
import { lockAllSeats } from '../seats/order-seats.ts'
import { loadFlights } from '../slots/slot-rows.ts'
import { rescheduleItems } from './reschedule-items.ts'
import { rescheduleTravellers } from './reschedule-travellers.ts'
import { type OrderHold, type SeatSwap } from './reschedule-seats.ts'
import { sellHeldSeats } from './sell-held-seats.ts'

export type SeatSwapResult = { ok: true } | { ok: false; reason: 'hold_lapsed' | 'seats_gone' | 'too_heavy' }

/**
 * Moves a party from its present seats to the held ones: holds, counters, items and passengers at
 * once, under both slots' locks, taken in id order. Upgrades, links and waivers stay with the
 * passengers and the order. A refusal has changed nothing.
 */
export async function swapSeats(tx: Tx, swap: SeatSwap): Promise<SeatSwapResult> {
  const all = await lockAllSeats(tx, swap.order.id)
  const kept = all.filter(({ id }) => swap.newHoldIds.includes(id))
  if (kept.length === 0 || kept.some(({ state }) => state !== 'held')) {
    return { ok: false, reason: 'hold_lapsed' }
  }
  const own = all.filter(
    ({ state, forMove, flightId }) => state === 'sold' && !forMove && swap.fromFlightIds.includes(flightId),
  )
  const there = own.reduce((sum, one) => sum + unitsOf(one), 0)
  if (there < swap.units || (swap.whole && there > swap.units)) return { ok: false, reason: 'seats_gone' }
  const staying = await weighAnew(tx, swap, kept)
  if (staying === undefined) return { ok: false, reason: 'too_heavy' }
  await leaveSeats(tx, own, swap, staying)
  await sellHeldSeats(tx, kept)
  await rescheduleItems(tx, swap, kept)
  await rescheduleTravellers(tx, swap, kept)
  await countPartyWeight(tx, swap.order.id)
  return { ok: true }
}

const unitsOf = ({ wholeFlight, seats }: OrderHold) => (wholeFlight ? 1 : seats)

/**
 * Weights may have been entered since the seats were held, so they are counted now.
 * @returns the weight of those who stay, in pounds; undefined when the party has become too heavy
 * for its new seats
 */
async function weighAnew(tx: Tx, swap: SeatSwap, kept: readonly OrderHold[]): Promise<number | undefined> {
  const { order, passengerIds, units, fromFlightIds } = swap
  const people = await tx
    .select({ id: passengers.id, weightLbs: passengers.weightLbs, flightId: passengers.flightId })
    .from(passengers)
    .where(and(eq(passengers.orderId, order.id), isFlying))
    .orderBy(asc(passengers.position))
  const weightsOf = (rows: typeof people) => rows.map(({ weightLbs }) => weightLbs)
  const moving = people.filter(({ id }) => passengerIds.includes(id))
  const left = people.filter(
    ({ id, flightId }) =>
      !passengerIds.includes(id) && (flightId === null || fromFlightIds.includes(flightId)),
  )
  const stay = partyWeight(left.length, weightsOf(left))
  const [hold] = kept
  if (!hold || order.quantityType === 'flight') return stay
  const now = partyWeight(moving.length || units, weightsOf(moving))
  if (now > hold.weightLbs) {
    const load = (await loadFlights(tx, hold.slotId)).find(({ id }) => id === hold.flightId)
    if (!load) return undefined
    const seatsTaken = load.seatsTaken - hold.seats
    const weightTakenLbs = load.weightTakenLbs - hold.weightLbs
    if (!partyFits({ ...load, seatsTaken, weightTakenLbs }, hold.seats, now)) return undefined
  }
  await tx.update(holds).set({ weightLbs: now }).where(eq(holds.id, hold.id))
  return stay
}

/** The rest of a hold belongs to those who stay; an empty hold no longer belongs to the order. */
async function leaveSeats(
  tx: Tx,
  own: readonly OrderHold[],
  { units }: SeatSwap,
  stayingLbs: number,
): Promise<void> {
  let left = units
  const stay: { id: number; seats: number }[] = []
  for (const hold of own.toReversed()) {
    const freed = hold.wholeFlight && left > 0 ? hold.seats : Math.min(hold.seats, left)
    left -= hold.wholeFlight && left > 0 ? 1 : freed
    const seats = hold.seats - freed
    if (seats > 0) stay.push({ id: hold.id, seats })
    if (freed === 0) continue
    await tx
      .update(flights)
      .set({ seatsSold: sql`${flights.seatsSold} - ${freed}` })
      .where(eq(flights.id, hold.flightId))
    if (seats > 0) continue
    await tx.update(holds).set({ state: 'released', forMove: true }).where(eq(holds.id, hold.id))
  }
  await weighStaying(tx, stay, stayingLbs)
}

/** Each remaining hold counts the weight of its own seats. */
async function weighStaying(
  tx: Tx,
  stay: readonly { id: number; seats: number }[],
  stayingLbs: number,
): Promise<void> {
  let seatsLeft = stay.reduce((sum, { seats }) => sum + seats, 0)
  let lbsLeft = stayingLbs
  for (const { id, seats } of stay) {
    const weightLbs = Math.ceil((lbsLeft * seats) / seatsLeft)
    await tx.update(holds).set({ seats, weightLbs }).where(eq(holds.id, id))
    seatsLeft -= seats
    lbsLeft -= weightLbs
  }
}
