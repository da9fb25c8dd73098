import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { type SeatHoldTerms, holdSeats, releaseHeldSeats } from './save-seats.ts'
import { type ReservedSeats } from '../slots/slot-store.ts'

/** Holds reserved seats of a locked slot for a waitlist offer. */
export const holdOfferSeats = (
  tx: Tx,
  waitlistOfferId: number,
  taken: readonly ReservedSeats[],
  keeping: SeatHoldTerms,
): Promise<void> => holdSeats(tx, { waitlistOfferId }, taken, keeping)

/**
 * Releases the seats of a waitlist offer. The slot must be locked; repeating it changes nothing.
 */
export const releaseOfferSeats = (tx: Tx, waitlistOfferId: number): Promise<void> =>
  releaseHeldSeats(tx, eq(holds.waitlistOfferId, waitlistOfferId))
