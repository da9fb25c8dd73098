import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { holds } from '../db/schema/holds.ts'
import { type SeatHoldTerms, holdSeats, releaseHeldSeats } from './save-seats.ts'
import { type ReservedSeats } from '../slots/slot-store.ts'

/** Keeps seats that were taken on a locked slot for an offer to somebody on the waitlist. */
export const holdOfferSeats = (
  tx: Tx,
  waitlistOfferId: number,
  taken: readonly ReservedSeats[],
  keeping: SeatHoldTerms,
): Promise<void> => holdSeats(tx, { waitlistOfferId }, taken, keeping)

/** Gives an offer's seats back. The slot must be locked; the same offer again changes nothing. */
export const releaseOfferSeats = (tx: Tx, waitlistOfferId: number): Promise<void> =>
  releaseHeldSeats(tx, eq(holds.waitlistOfferId, waitlistOfferId))
