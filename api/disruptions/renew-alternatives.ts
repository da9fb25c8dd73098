import { eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { callOffs, rescheduleClaims } from '../db/schema/departure-cancellations.ts'
import { slots } from '../db/schema/inventory.ts'
import { type ApiDeps } from '../deps.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { lockClaim } from './answer-rebooking-offer.ts'
import { findClaimParty } from '../seats/find-slot-party.ts'
import { type Claim, findClaim } from './rebooking-offer-token.ts'
import { type AlternativeSlot, findAlternatives } from './find-alternatives.ts'
import { dropAlternatives, findOpenAlternatives, holdAlternatives } from './hold-alternatives.ts'

/** Each keeps seats from others for a while. */
export const MAX_RENEWALS = 12

export type Renewed = { ok: true } | { ok: false; reason: 'not_found' | 'claim_answered' | 'claim_over' }

/**
 * Other times for a claim: seats on the days after those that are kept, which are free again; or
 * the first ones anew, once nothing is kept any more or no later day has room.
 */
export async function renewAlternatives(deps: ApiDeps, token: string): Promise<Renewed> {
  const claim = await findClaim(deps.database.db, deps.settings.secrets.code, token)
  return claim ? renewFoundAlternatives(deps, claim) : { ok: false, reason: 'not_found' }
}

/** The same for a claim that was found in another way than by its link. */
export async function renewFoundAlternatives(deps: ApiDeps, claim: Claim): Promise<Renewed> {
  const found = await findLater(deps, claim)
  return retryDeadlocks(() => deps.database.db.transaction((tx) => renew(tx, deps, claim, found)))
}

async function findLater(deps: ApiDeps, claim: Claim): Promise<AlternativeSlot[]> {
  const { db } = deps.database
  const now = deps.clock.now()
  const [about] = await db
    .select({ callOff: callOffs, slot: slots })
    .from(callOffs)
    .innerJoin(slots, eq(slots.id, callOffs.slotId))
    .where(eq(callOffs.id, claim.callOffId))
  const party = about && (await findClaimParty(db, claim.orderId, about.slot.id))
  if (!party) return []
  const { callOff, slot } = about
  const kept = (await findOpenAlternatives(db, claim.id)).filter(({ expiresAt }) => expiresAt > now)
  const days = await Promise.all(
    kept.map(async ({ slotId }) => (await db.select().from(slots).where(eq(slots.id, slotId)))[0]?.localDate),
  )
  const question = {
    productId: slot.productId,
    calledOff: {
      slotId: slot.id,
      departAt: slot.departAt,
      localDate: slot.localDate,
      reason: callOff.reason,
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
  claim: Claim,
  found: readonly AlternativeSlot[],
): Promise<Renewed> {
  const now = deps.clock.now()
  const open = await lockClaim(tx, claim, now)
  if (!open.ok) return open
  if (open.claim.expiresAt <= now) return { ok: false, reason: 'claim_over' }
  if (open.claim.renewals >= MAX_RENEWALS || found.length === 0) return { ok: true }
  await dropAlternatives(tx, [claim.id], now)
  await holdAlternatives(tx, deps, { claimId: claim.id, party: open.judged.party, found, now })
  await tx
    .update(rescheduleClaims)
    .set({ renewals: sql`${rescheduleClaims.renewals} + 1` })
    .where(eq(rescheduleClaims.id, claim.id))
  return { ok: true }
}
