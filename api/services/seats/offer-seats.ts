import { and, eq, sql } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { flights, holds } from '../../db/schema/inventory.ts'
import { type QuantityType } from '../../domain/pricing/pricing-facts.ts'
import { type TakenSeats } from './slot-store.ts'

/** Keeps seats that were taken on a locked slot for an offer to somebody on the waitlist. */
export async function holdForOffer(
  tx: Tx,
  waitlistOfferId: number,
  taken: readonly TakenSeats[],
  { kind, expiresAt, now }: { kind: QuantityType; expiresAt: Date; now: Date },
): Promise<void> {
  await tx.insert(holds).values(
    taken.map(({ flightId, seats, weightLbs }) => ({
      waitlistOfferId,
      flightId,
      seats,
      weightLbs,
      wholeFlight: kind === 'flight',
      state: 'held' as const,
      expiresAt,
      createdAt: now,
    })),
  )
}

/** Gives an offer's seats back. The slot must be locked; the same offer again changes nothing. */
export async function releaseOfferSeats(tx: Tx, waitlistOfferId: number): Promise<void> {
  const released = await tx
    .update(holds)
    .set({ state: 'released' })
    .where(and(eq(holds.waitlistOfferId, waitlistOfferId), eq(holds.state, 'held')))
    .returning({ flightId: holds.flightId, seats: holds.seats })
  for (const { flightId, seats } of released) {
    await tx
      .update(flights)
      .set({ seatsHeld: sql`${flights.seatsHeld} - ${seats}` })
      .where(eq(flights.id, flightId))
  }
}
