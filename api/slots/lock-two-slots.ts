import { type Tx } from '../db/client.ts'
import { lockSlotRows, releaseLapsedHolds } from './slot-rows.ts'
import { findOrMakeSlot, type LockedSlot, type SlotIdentity } from './slot-store.ts'

/**
 * Finds or creates the two slots of a party on two aircraft and locks them together with the caller's
 * other slots in id order. Slots are created in the order of their departures, because whoever creates
 * one keeps it locked: two transactions that need the same two never wait for each other.
 */
export async function lockTwoSlots(
  tx: Tx,
  [first, second]: readonly [SlotIdentity, SlotIdentity],
  { alongside, now }: { alongside: readonly number[]; now: Date },
): Promise<[LockedSlot, LockedSlot]> {
  const isInOrder = first.departureId <= second.departureId
  const one = await findOrMakeSlot(tx, isInOrder ? first : second)
  const other = await findOrMakeSlot(tx, isInOrder ? second : first)
  const ids = [...new Set([one.id, other.id, ...alongside])]
  const locked = await lockSlotRows(tx, ids)
  await releaseLapsedHolds(tx, ids, now)
  // A departure may have been cancelled while this transaction waited for the lock.
  const fresh = [one, other].map((slot) => ({ ...slot, ...locked.find(({ id }) => id === slot.id) }))
  const [a, b] = fresh
  if (!a || !b) throw new Error('The slots were neither found nor made')
  return isInOrder ? [a, b] : [b, a]
}
