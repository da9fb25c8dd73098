import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { type Db } from '../../db/client.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { holds } from '../../db/schema/holds.ts'
import { slotKey } from '../../rules/departures/availability.ts'
import { type RebookingParty } from '../../seats/find-slot-party.ts'
import { findOpenDepartures, type OpenDepartures } from '../find-alternatives.ts'
import { leavesHalf } from '../rules/share-alternatives.ts'

/** What a party looks for. */
interface Sought {
  /** The cancelled departure. */
  slot: typeof slots.$inferSelect
  party: Pick<RebookingParty, 'kind' | 'size'>
}

/**
 * Searches departures for the parties of a weather day, without those of which half is kept already.
 * Parties of one size on one product share a list, from which the caller takes what is full; whether
 * there is room is decided under the slot's lock.
 */
export function createAlternativeSearch(db: Db, kept: ReadonlyMap<string, number>, now: Date) {
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
    }).then(({ open, timezone }) => ({
      open: open.filter((one) => leavesHalf(one, party, kept)),
      timezone,
    }))
    lists.set(key, found)
    return found
  }
}

/** The seats that are kept as alternatives, by `slotKey`. */
export async function findKeptSeats(db: Db, now: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({
      departureId: slots.departureId,
      localDate: slots.localDate,
      seats: sql<number>`sum(${holds.seats})`.mapWith(Number),
    })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(and(eq(holds.state, 'held'), gt(holds.expiresAt, now), isNotNull(holds.claimAlternativeId)))
    .groupBy(slots.departureId, slots.localDate)
  return new Map(rows.map(({ departureId, localDate, seats }) => [slotKey(departureId, localDate), seats]))
}
