import { eq, inArray, max, sql } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orderChanges, orderItemSeats, orders } from '../../db/schema/orders.ts'
import { passengerLinks, passengers } from '../../db/schema/passengers.ts'
import { type ApiDeps } from '../../deps.ts'
import { makePassengerToken } from '../../passengers/make-passenger-links.ts'
import { sumOf } from '../../rules/pricing/price-lines.ts'
import { type GuestChangeDetails } from '../../rules/reschedules/order-change-request.ts'
import { countParties, countPartyWeight } from '../../seats/count-party.ts'
import { lockAllSeats } from '../../seats/order-seats.ts'
import { isGuestChange } from '../../store/orders/change-request.ts'
import { type OrderChange } from '../../store/orders/find-change.ts'
import { forgetGuestDetails } from '../../store/orders/forget-guest-details.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { sellHeldSeats } from '../sell-held-seats.ts'

type GuestChange = OrderChange & { wish: GuestChangeDetails }

interface GuestsToSeat {
  /** Locked. */
  order: OrderRow
  change: OrderChange
  /** The seats that are held for them; none on whole aircraft. */
  holdIds: readonly number[]
  now: Date
}

/**
 * Makes guests a part of the party: seats, item, passengers with their links, and the weight of the
 * aircraft, under the slots' locks. The caller writes lines and money.
 * @returns why they cannot fly; then the caller must roll back
 */
export async function seatGuests(
  tx: Tx,
  { settings }: Pick<ApiDeps, 'settings'>,
  { order, change, holdIds, now }: GuestsToSeat,
): Promise<'seated' | 'guests_full' | 'guests_too_heavy'> {
  if (!isGuestChange(change)) throw new Error(`Order change ${String(change.id)} adds no guests`)
  const all = await lockAllSeats(tx, order.id)
  const kept = all.filter(({ id }) => holdIds.includes(id))
  if (kept.length < holdIds.length || kept.some(({ state }) => state !== 'held')) return 'guests_full'
  await sellHeldSeats(tx, kept)
  if (kept.length > 0) await writeItem(tx, change, kept[0]?.flightId ?? 0)
  const { guests, secondSeats } = change.wish
  await tx
    .update(orders)
    .set({
      quantity: sql`${orders.quantity} + ${guests.length}`,
      secondSeats: sql`${orders.secondSeats} + ${secondSeats}`,
    })
    .where(eq(orders.id, order.id))
  const aircraft = [...new Set(all.flatMap((one) => (one.state === 'sold' ? one.flightId : [])))]
  // A party on several aircraft is divided by its plan.
  const flightId = change.wish.guestFlightId ?? (aircraft.length === 1 ? (aircraft[0] ?? null) : null)
  await writeGuests(tx, change, { settings, flightId, now })
  await forgetGuestDetails(tx, eq(orderChanges.id, change.id))
  await countPartyWeight(tx, order.id)
  return order.quantityType === 'flight' ? weighAircraft(tx, order.id) : 'seated'
}

/** Their seats are an item of their own, because they have a price of their own. */
async function writeItem(tx: Tx, change: GuestChange, flightId: number): Promise<void> {
  const { guests, secondSeats, unitPriceCents, listCents } = change.wish
  const [place] = await tx
    .select({ departureId: slots.departureId, departAt: slots.departAt })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(eq(flights.id, flightId))
  if (!place) throw new Error(`Flight ${String(flightId)} is gone`)
  const quantity = guests.length + secondSeats
  await tx.insert(orderItemSeats).values({
    ...place,
    orderId: change.orderId,
    orderChangeId: change.id,
    flightId,
    quantity,
    unitPriceCents,
    typesOffCents: unitPriceCents * quantity - sumOf(change.lines, 'seat'),
    paidListCents: listCents,
    giftCardIds: [],
  })
}

async function writeGuests(
  tx: Tx,
  { id: orderChangeId, orderId, wish: { guests } }: GuestChange,
  { settings, flightId, now }: { settings: ApiDeps['settings']; flightId: number | null; now: Date },
): Promise<void> {
  const [last] = await tx
    .select({ position: max(passengers.position) })
    .from(passengers)
    .where(eq(passengers.orderId, orderId))
  const from = (last?.position ?? -1) + 1
  const made = await tx
    .insert(passengers)
    .values(guests.map((guest, at) => ({ ...guest, orderId, orderChangeId, flightId, position: from + at })))
    .returning({ passengerId: passengers.id })
  await tx
    .insert(passengerLinks)
    .values(made.map((one) => ({ ...one, ...makePassengerToken(settings.secrets.code), madeAt: now })))
}

/** Whether the aircraft of a party that flies whole carry it with everybody. */
async function weighAircraft(
  tx: Tx,
  orderId: number,
): Promise<'seated' | 'guests_full' | 'guests_too_heavy'> {
  const [party] = await countParties(tx, [orderId])
  if (!party) return 'guests_full'
  const limits = await tx
    .select({ id: flights.id, capacity: flights.capacity, maxWeightLbs: flights.maxWeightLbs })
    .from(flights)
    .where(
      inArray(
        flights.id,
        party.seated.map(({ flightId }) => flightId),
      ),
    )
  for (const { flightId, people, weightLbs } of party.seated) {
    const limit = limits.find(({ id }) => id === flightId)
    if (!limit || people.length > limit.capacity) return 'guests_full'
    if (weightLbs > limit.maxWeightLbs) return 'guests_too_heavy'
  }
  return 'seated'
}
