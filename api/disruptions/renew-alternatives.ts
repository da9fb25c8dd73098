import { eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { departureCancellations, rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { slots } from '../db/schema/inventory.ts'
import { type ApiDeps } from '../deps.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { lockRebookingOffer } from './settle-rebooking-offer.ts'
import { findRebookingParty } from '../seats/find-slot-party.ts'
import { type RebookingOfferRow, findRebookingOfferByToken } from './rebooking-offer-token.ts'
import { type AlternativeSlot, findAlternatives } from './find-alternatives.ts'
import { findOpenAlternatives, holdAlternatives } from './hold-alternatives.ts'
import { releaseAlternatives } from '../seats/close-rebooking-offers.ts'

/** Each renewal holds seats for a while, so their number is limited. */
export const MAX_RENEWALS = 12

export type RenewedAlternatives =
  { ok: true } | { ok: false; reason: 'not_found' | 'claim_answered' | 'claim_over' }

/**
 * Finds other alternatives for an offer: on the days after the held ones, which are released; or
 * the first ones again when nothing is held or no later day has room.
 */
export async function renewAlternatives(deps: ApiDeps, token: string): Promise<RenewedAlternatives> {
  const claim = await findRebookingOfferByToken(deps.database.db, deps.settings.secrets.code, token)
  return claim ? renewFoundAlternatives(deps, claim) : { ok: false, reason: 'not_found' }
}

/** The same for an offer that was not found by its link. */
export async function renewFoundAlternatives(
  deps: ApiDeps,
  claim: RebookingOfferRow,
): Promise<RenewedAlternatives> {
  const found = await findLater(deps, claim)
  return retryDeadlocks(() => deps.database.db.transaction((tx) => renew(tx, deps, claim, found)))
}

async function findLater(deps: ApiDeps, claim: RebookingOfferRow): Promise<AlternativeSlot[]> {
  const { db } = deps.database
  const now = deps.clock.now()
  const [about] = await db
    .select({ callOff: departureCancellations, slot: slots })
    .from(departureCancellations)
    .innerJoin(slots, eq(slots.id, departureCancellations.slotId))
    .where(eq(departureCancellations.id, claim.callOffId))
  const party = about && (await findRebookingParty(db, claim.orderId, about.slot.id))
  if (!party) return []
  const { callOff: cancellation, slot } = about
  const kept = (await findOpenAlternatives(db, claim.id)).filter(({ expiresAt }) => expiresAt > now)
  const days = await Promise.all(
    kept.map(async ({ slotId }) => (await db.select().from(slots).where(eq(slots.id, slotId)))[0]?.localDate),
  )
  const question = {
    productId: slot.productId,
    cancelled: {
      slotId: slot.id,
      departAt: slot.departAt,
      localDate: slot.localDate,
      reason: cancellation.reason,
    },
    party: { quantityType: party.kind, quantity: party.size },
    now,
  }
  const after = days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1)
  const later = after === undefined ? [] : await findAlternatives(db, { ...question, after })
  return later.length > 0 ? later : findAlternatives(db, question)
}

async function renew(
  tx: Tx,
  deps: ApiDeps,
  claim: RebookingOfferRow,
  found: readonly AlternativeSlot[],
): Promise<RenewedAlternatives> {
  const now = deps.clock.now()
  const open = await lockRebookingOffer(tx, claim, now)
  if (!open.ok) return open
  if (open.offer.expiresAt <= now) return { ok: false, reason: 'claim_over' }
  if (open.offer.renewals >= MAX_RENEWALS || found.length === 0) return { ok: true }
  await releaseAlternatives(tx, [claim.id], now)
  await holdAlternatives(tx, deps, { offerId: claim.id, party: open.judged.party, found, now })
  await tx
    .update(rebookingOffers)
    .set({ renewals: sql`${rebookingOffers.renewals} + 1` })
    .where(eq(rebookingOffers.id, claim.id))
  return { ok: true }
}
