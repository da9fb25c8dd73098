import { type Db } from '../../db/client.ts'
import { type slots } from '../../db/schema/inventory.ts'
import { type RebookingParty } from '../../seats/find-slot-party.ts'
import { findOpenDepartures, type OpenDepartures } from '../find-alternatives.ts'

/** What a party looks for. */
interface Sought {
  /** The cancelled departure. */
  slot: typeof slots.$inferSelect
  party: Pick<RebookingParty, 'kind' | 'size'>
}

/**
 * Searches departures for the parties of a weather day. Parties of one size on one product share a
 * list, from which the caller takes what is full; whether there is room is decided under the slot's
 * lock.
 */
export function createAlternativeSearch(db: Db, now: Date) {
  const lists = new Map<string, Promise<OpenDepartures>>()
  return ({ slot, party }: Sought): Promise<OpenDepartures> => {
    const { productId, localDate } = slot
    const key = [productId, localDate, party.kind, party.size].join()
    const known = lists.get(key)
    if (known) return known
    const found = findOpenDepartures(db, {
      productId,
      cancelled: { slotId: slot.id, departAt: slot.departAt, localDate, reason: 'weather' },
      party: { quantityType: party.kind, quantity: party.size },
      now,
    })
    lists.set(key, found)
    return found
  }
}
