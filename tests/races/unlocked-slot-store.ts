import { findOrMakeSlot, type SlotStore } from '#api/slots/slot-store.ts'

/**
 * Counts without locking: what the shop would be without its lock. Shows that the races here are
 * real ones.
 */
export const unlockedSlotStore: SlotStore = {
  lockSlot: (tx, slot) => findOrMakeSlot(tx, slot),
}
