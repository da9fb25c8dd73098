import { and, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { type SeatHoldTerms, holdSeats, releaseHeldSeats } from './save-seats.ts'
import { type ReservedSeats } from '../slots/slot-store.ts'

/** Holds reserved seats of a locked slot as an alternative to a cancelled departure. */
export const holdAlternativeSeats = (
  tx: Tx,
  claimAlternativeId: number,
  taken: readonly ReservedSeats[],
  keeping: SeatHoldTerms,
): Promise<void> => holdSeats(tx, { claimAlternativeId }, taken, keeping)

/** Releases the seats of alternatives. Their slots must be locked; repeating it changes nothing. */
export async function releaseAlternativeSeats(tx: Tx, alternativeIds: readonly number[]): Promise<void> {
  if (alternativeIds.length === 0) return
  await releaseHeldSeats(tx, inArray(holds.claimAlternativeId, [...alternativeIds]))
}

/**
 * Expires alternatives without locking their slots: the next transaction that locks a slot releases
 * them like any expired hold.
 */
export async function lapseAlternativeSeats(
  tx: Tx,
  alternativeIds: readonly number[],
  now: Date,
): Promise<void> {
  if (alternativeIds.length === 0) return
  await tx
    .update(holds)
    .set({ expiresAt: now })
    .where(and(inArray(holds.claimAlternativeId, [...alternativeIds]), eq(holds.state, 'held')))
}
