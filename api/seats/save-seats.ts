import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { type QuantityType } from '../rules/pricing/pricing-facts.ts'
import { type ReservedSeats } from '../slots/slot-store.ts'

/** What seats are kept for, where that is no order. */
export type SeatHoldPurpose = { waitlistOfferId: number } | { claimAlternativeId: number }

export interface SeatHoldTerms {
  kind: QuantityType
  expiresAt: Date
  now: Date
}

/** Keeps seats that were taken on a locked slot for somebody who has no order for them. */
export async function holdSeats(
  tx: Tx,
  keptFor: SeatHoldPurpose,
  taken: readonly ReservedSeats[],
  { kind, expiresAt, now }: SeatHoldTerms,
): Promise<void> {
  await tx.insert(holds).values(
    taken.map(({ flightId, seats, weightLbs }) => ({
      ...keptFor,
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

/** Gives kept seats back. Their slots must be locked; the same again changes nothing. */
export async function releaseHeldSeats(tx: Tx, which: SQL): Promise<void> {
  const released = await tx
    .update(holds)
    .set({ state: 'released' })
    .where(and(which, eq(holds.state, 'held')))
    .returning({ flightId: holds.flightId, seats: holds.seats })
  for (const { flightId, seats } of released) {
    await tx
      .update(flights)
      .set({ seatsHeld: sql`${flights.seatsHeld} - ${seats}` })
      .where(eq(flights.id, flightId))
  }
}
