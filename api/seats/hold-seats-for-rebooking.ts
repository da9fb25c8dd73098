import { and, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { type SeatHoldTerms, holdSeats, releaseHeldSeats } from './save-seats.ts'
import { type ReservedSeats } from '../slots/slot-store.ts'

/**
 * Keeps seats that were taken on a locked slot as an alternative to a flight that was called off.
 */
export const holdAlternativeSeats = (
  tx: Tx,
  claimAlternativeId: number,
  taken: readonly ReservedSeats[],
  keeping: SeatHoldTerms,
): Promise<void> => holdSeats(tx, { claimAlternativeId }, taken, keeping)

/**
 * Gives the seats of alternatives back. Their slots must be locked; the same again changes nothing.
 */
export async function releaseAlternativeSeats(tx: Tx, alternativeIds: readonly number[]): Promise<void> {
  if (alternativeIds.length === 0) return
  await releaseHeldSeats(tx, inArray(holds.claimAlternativeId, [...alternativeIds]))
}

/**
 * Ends alternatives by the clock, without their slots' locks: whoever locks one next clears them
 * like any lapsed hold.
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
