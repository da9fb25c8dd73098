import { type ApiDeps } from '../deps.ts'
import { lockSlotRows, releaseLapsedHolds } from '../slots/slot-rows.ts'
import { findOffer } from './accept-waitlist-offer.ts'
import { endLapsedOffers, endOffer } from './end-waitlist-offers.ts'
import { type FoundOffer, readWaitlistOffer } from './read-waitlist-offer.ts'
import { serveDepartureWaitlist } from './serve-waitlist.ts'

/**
 * Declines an offer, whose seats go to the next party that fits at once. For an offer that was
 * declined or has ended it changes nothing.
 */
export async function declineWaitlistOffer(deps: ApiDeps, token: string): Promise<FoundOffer> {
  const { db } = deps.database
  const found = await findOffer(db, token)
  if (!found) return { ok: false, reason: 'not_found' }
  await db.transaction(async (tx) => {
    const now = deps.clock.now()
    await lockSlotRows(tx, [found.slotId])
    await releaseLapsedHolds(tx, [found.slotId], now)
    await endLapsedOffers(tx, found.slotId, now)
    const still = await findOffer(tx, token)
    if (still?.state === 'open') await endOffer(tx, still, { state: 'declined', status: 'declined' }, now)
  })
  await serveDepartureWaitlist(deps, found.slotId)
  return readWaitlistOffer(deps, token)
}
