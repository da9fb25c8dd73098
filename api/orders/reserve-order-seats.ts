import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { type PricedOrder } from '../pricing/price-order.ts'
import { lockTwoSlots } from '../slots/lock-two-slots.ts'
import {
  type LockedSlot,
  lockingSlotStore,
  reserveSeats,
  type ReservedSeats,
  type ReserveSeatsResult,
} from '../slots/slot-store.ts'
import { type ToLock } from '../store/orders/order-kind.ts'
import { findHeldSlots } from './supersede-order.ts'

/** The slots of an order: one, or the two of a party on two aircraft, the earlier first. */
export type OrderSlots = readonly [LockedSlot, ...LockedSlot[]]

/** Locks the slots of an order, together with those of the replaced one. */
export async function lockOrderSlots(
  tx: Tx,
  deps: ApiDeps,
  { fields, order, replacedId, now }: ToLock<PricedOrder>,
): Promise<OrderSlots> {
  const alongside = replacedId === undefined ? [] : await findHeldSlots(tx, replacedId)
  if (order.parts) {
    const [first, second] = order.parts
    return lockTwoSlots(tx, [first.facts.slot, second.facts.slot], { alongside, now })
  }
  const store = deps.slotStore ?? lockingSlotStore
  const releasesSeats = replacedId !== undefined || Boolean(fields.waitlist_offer)
  const countFor = releasesSeats ? undefined : order.facts.aircraft
  return [await store.lockSlot(tx, order.facts.slot, { alongside, now, countFor })]
}

/** Seats of an order on one flight. */
export interface SoldSeats extends ReservedSeats {
  departureId: number
  departAt: Date
  /** The places of its people in the booking; undefined where they are divided at check-in. */
  places?: readonly number[] | undefined
  /** The types of these people; undefined where the flight has the whole party. */
  typeIds?: readonly (number | null)[] | undefined
}

type ReservedOrder = { ok: true; reserved: SoldSeats[] } | (ReserveSeatsResult & { ok: false })

/**
 * Holds the seats of an order on its locked slots: on both of two or on none, because a refusal rolls the
 * transaction back. Two aircraft are taken in the order of the slots' ids.
 */
export async function reserveOrderSeats(
  tx: Tx,
  slots: OrderSlots,
  { facts, party, parts }: PricedOrder,
  now: Date,
): Promise<ReservedOrder> {
  const [slot] = slots
  if (!parts) {
    const { aircraft: candidates, heldBack } = facts
    const { departureId, departAt } = facts.slot
    const result = await reserveSeats(tx, slot, party, { candidates, heldBack, now })
    if (!result.ok) return result
    return { ok: true, reserved: result.reserved.map((one) => ({ ...one, departureId, departAt })) }
  }
  const wanted = parts.flatMap((part, at) => {
    const own = slots[at]
    return own ? [{ ...part, own, at }] : []
  })
  const reserved: SoldSeats[] = []
  for (const { own, at, ...part } of wanted.toSorted((a, b) => a.own.id - b.own.id)) {
    const { aircraft: candidates, heldBack, slot: place } = part.facts
    const result = await reserveSeats(tx, own, part.party, { candidates, heldBack, now })
    if (!result.ok) return result
    const [seats] = result.reserved
    if (!seats) throw new Error('No seats were reserved')
    const { departureId, departAt } = place
    reserved[at] = { ...seats, departureId, departAt, places: part.places, typeIds: part.typeIds }
  }
  return { ok: true, reserved }
}
