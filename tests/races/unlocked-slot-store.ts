import { findOrMakeSlot, type SlotStore } from '#api/slots/slot-store.ts'

/** Counts seats without locking, to show that the races in these tests are real. */
export const unlockedSlotStore: SlotStore = {
  lockSlot: (tx, slot) => findOrMakeSlot(tx, slot),
}
