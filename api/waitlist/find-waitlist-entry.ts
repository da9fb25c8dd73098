import { and, eq } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { waitlistEntries, waitlistOffers } from '../db/schema/waitlist.ts'
import { hashWaitlistToken } from '../gateways/link-secret.ts'

export type EntryRow = typeof waitlistEntries.$inferSelect

/** Finds an entry by the link in its mails. */
export async function findWaitlistEntry(db: DbOrTx, token: string): Promise<EntryRow | undefined> {
  const [found] = await db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.tokenHash, hashWaitlistToken(token)))
  return found
}

/** The open offer of an entry; its time may be over. */
export async function findOpenOffer(db: DbOrTx, entryId: number) {
  const [offer] = await db
    .select()
    .from(waitlistOffers)
    .where(and(eq(waitlistOffers.entryId, entryId), eq(waitlistOffers.state, 'open')))
  return offer
}
