import { and, eq, isNull } from 'drizzle-orm'
import { rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { type ApiDeps } from '../deps.ts'
import { findRebookingOfferByToken } from './rebooking-offer-token.ts'

/**
 * Notes that a browser showed the page of an offer, the first time. Programs that follow the links of
 * mails only read the page, and do not count.
 * @returns false for an unknown link
 */
export async function noteOpenedOffer(deps: ApiDeps, token: string): Promise<boolean> {
  const { db } = deps.database
  const offer = await findRebookingOfferByToken(db, deps.settings.secrets.code, token)
  if (!offer) return false
  const first = and(eq(rebookingOffers.id, offer.id), isNull(rebookingOffers.openedAt))
  await db.update(rebookingOffers).set({ openedAt: deps.clock.now() }).where(first)
  return true
}
