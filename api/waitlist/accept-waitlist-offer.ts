import { eq, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { waitlistEntries, waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { releaseOfferSeats } from '../seats/hold-seats-for-offer.ts'
import { hashWaitlistToken } from '../gateways/link-secret.ts'

/** Why a buyer cannot have the seats of an offer; each reason has a sentence. */
export type OfferRefusal = 'offer_too_small' | 'offer_taken' | 'offer_over'

/** An offer that an order uses, read under the slot's lock. */
export interface ClaimedOffer {
  id: number
  /** Null for seats that are held with a gift. */
  entryId: number | null
  /** The offer was open, so its seats were released for this order. */
  open: boolean
  /** The refusal when the party does not fit. */
  refusal: OfferRefusal
}

/**
 * Releases the seats of an open offer on the locked slot, so that only the order that is placed in
 * the same transaction can reserve them. If the order fails, the release is rolled back.
 * @param own the buyer's orders: an offer that one of them accepted counts as none
 * @returns undefined when the link is not one of this departure
 */
export async function useOfferSeats(
  tx: Tx,
  token: string | undefined,
  { slotId, own, now }: { slotId: number; own: readonly number[]; now: Date },
): Promise<ClaimedOffer | undefined> {
  const found = token === undefined ? undefined : await findOffer(tx, token)
  if (!found || found.slotId !== slotId) return undefined
  const { id, entryId, state, expiresAt, orderId } = found
  if (orderId !== null && own.includes(orderId)) return undefined
  const open = state === 'open' && expiresAt > now
  if (open) await releaseOfferSeats(tx, id)
  const refusal = open ? 'offer_too_small' : state === 'taken' ? 'offer_taken' : 'offer_over'
  return { id, entryId, open, refusal }
}

/**
 * Settles an offer whose seats the order has: the entry is served, and seats that the party did not
 * need go to the next entry.
 */
export async function settleOffer(
  tx: Tx,
  { jobs }: Pick<ApiDeps, 'jobs'>,
  { id, entryId, open }: ClaimedOffer,
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  if (!open) return
  await tx
    .update(waitlistOffers)
    .set({ state: 'taken', orderId, endedAt: now })
    .where(eq(waitlistOffers.id, id))
  if (entryId !== null) {
    await tx
      .update(waitlistEntries)
      .set({ status: 'taken', endedAt: now })
      .where(eq(waitlistEntries.id, entryId))
  }
  jobs?.wake('waitlists')
}

/** The offer behind a mailed link, made to a waitlist entry or with a gift, and its slot. */
export async function findOffer(db: DbOrTx, token: string) {
  const [found] = await db
    .select({
      id: waitlistOffers.id,
      entryId: waitlistOffers.entryId,
      brandId: waitlistEntries.brandId,
      slotId: sql<number>`coalesce(${waitlistEntries.slotId}, ${waitlistOffers.slotId})`.mapWith(Number),
      state: waitlistOffers.state,
      quantityType: waitlistOffers.quantityType,
      quantity: waitlistOffers.quantity,
      expiresAt: waitlistOffers.expiresAt,
      orderId: waitlistOffers.orderId,
    })
    .from(waitlistOffers)
    .leftJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .where(eq(waitlistOffers.tokenHash, hashWaitlistToken(token)))
  return found
}
