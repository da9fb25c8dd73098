import { type WaitlistOffer } from '#contract/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { findOffer } from './accept-waitlist-offer.ts'
import { findWaitlistFlights } from './find-waitlist-flights.ts'
import { readOfferPounds } from './read-offer-pounds.ts'

export type FoundOffer = { ok: true; offer: WaitlistOffer } | { ok: false; reason: 'not_found' }

/**
 * The offer behind a mailed link at this moment, with its flight and party size and no personal
 * data.
 */
export async function readWaitlistOffer(deps: ApiDeps, token: string): Promise<FoundOffer> {
  const { db } = deps.database
  const found = await findOffer(db, token)
  const flight = found && (await findWaitlistFlights(db, [found.slotId])).get(found.slotId)
  if (!flight) return { ok: false, reason: 'not_found' }
  const over = found.state === 'open' && (flight.called_off || found.expiresAt <= deps.clock.now())
  return {
    ok: true,
    offer: {
      state: over ? 'expired' : found.state,
      brand_id: found.brandId,
      quantity_type: found.quantityType,
      quantity: found.quantity,
      expires_at: found.expiresAt.toISOString(),
      max_weight_lbs: found.state === 'open' && !over ? await readOfferPounds(db, found.id) : null,
      flight,
    },
  }
}
