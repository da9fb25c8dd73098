import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { type QuantityType } from '../rules/pricing/pricing-facts.ts'
import { type ReservedSeats } from '../slots/slot-store.ts'

/** What seats are held for other than an order. */
export type SeatHoldPurpose = { waitlistOfferId: number } | { claimAlternativeId: number }

export interface SeatHoldTerms {
  kind: QuantityType
  expiresAt: Date
  now: Date
}

/** Holds reserved seats of a locked slot for somebody without an order. */
export async function holdSeats(
  tx: Tx,
  purpose: SeatHoldPurpose,
  taken: readonly ReservedSeats[],
  { kind, expiresAt, now }: SeatHoldTerms,
): Promise<void> {
  await tx.insert(holds).values(
    taken.map(({ flightId, seats, weightLbs }) => ({
      ...purpose,
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

/** Releases the held seats that match. Their slots must be locked; repeating it changes nothing. */
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
