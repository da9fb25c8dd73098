import { and, eq, inArray, ne } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { slots } from '../db/schema/inventory.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { loadCartFacts } from '../pricing/load-cart-facts.ts'
import { partyWeight } from '../rules/departures/availability.ts'
import { lockingSlotStore } from '../slots/slot-store.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { endLapsedOffers } from './end-waitlist-offers.ts'
import { offerSeats, reserveWholeParty } from './make-waitlist-offers.ts'
import { findOfferEnd } from './rules/waitlist-offer-end.ts'

export interface HandOffer {
  /** Seats; undefined offers as many as the party asked for. */
  quantity: number | undefined
  /** How long it holds them. */
  minutes: number
}

export type HandOffered =
  | { ok: true }
  | {
      ok: false
      reason: 'not_found' | 'waitlist_answered' | 'offer_over_party' | 'waitlist_ends' | 'waitlist_no_room'
    }

/** Who may be offered seats by hand: who waits, and who missed or declined an offer. */
const OFFERABLE = ['waiting', 'lapsed', 'declined'] as const

/**
 * Offers seats of a departure to a party out of turn, or fewer than it asked for. The seats are those
 * that the shop offers by itself, and the offer ends with the sale at the latest, as its own do; the same
 * mail tells of it.
 */
export const offerByHand = (
  deps: ApiDeps,
  entryId: number,
  offer: HandOffer,
  by: AuditBy,
): Promise<HandOffered> =>
  retryDeadlocks(() => deps.database.db.transaction((tx) => writeHandOffer(tx, deps, { entryId, offer, by })))

interface HandOfferOf {
  entryId: number
  offer: HandOffer
  by: AuditBy
}

/** Writes the offer with its hold and its mail, or nothing where it is refused. */
export async function writeHandOffer(
  tx: Tx,
  deps: ApiDeps,
  { entryId, offer: { quantity, minutes }, by }: HandOfferOf,
): Promise<HandOffered> {
  const { slotStore = lockingSlotStore } = deps
  const now = deps.clock.now()
  const [found] = await tx
    .select({ entry: waitlistEntries, departureId: slots.departureId, departAt: slots.departAt })
    .from(waitlistEntries)
    .innerJoin(slots, eq(slots.id, waitlistEntries.slotId))
    .where(eq(waitlistEntries.id, entryId))
  if (!found) return { ok: false, reason: 'not_found' }
  const { departureId, departAt } = found
  const { brandId, quantityType: kind, slotId, email } = found.entry
  const size = quantity ?? found.entry.quantity
  if (size > found.entry.quantity || (kind === 'flight' && size !== found.entry.quantity))
    return { ok: false, reason: 'offer_over_party' }
  const loaded = await loadCartFacts(tx, { brandId, departureId, departAt, now })
  if (!loaded.ok)
    return { ok: false, reason: loaded.reason === 'sold_out' ? 'waitlist_no_room' : 'waitlist_ends' }
  const { aircraft: candidates, heldBack, slot: identity } = loaded.facts
  const expiresAt = findOfferEnd(now, identity.salesCloseAt, minutes)
  if (!expiresAt) return { ok: false, reason: 'waitlist_ends' }
  const slot = await slotStore.lockSlot(tx, identity, { alongside: [], now })
  await endLapsedOffers(tx, slotId, now)
  const sameMailbox = and(eq(waitlistEntries.slotId, slotId), eq(waitlistEntries.email, email))
  const alive = await tx
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(
      and(
        sameMailbox,
        ne(waitlistEntries.id, entryId),
        inArray(waitlistEntries.status, ['waiting', 'offered']),
      ),
    )
  const [entry] = await tx
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.id, entryId), inArray(waitlistEntries.status, [...OFFERABLE])))
    .for('update')
  // Who missed an offer may have joined anew since: that entry is the one to offer seats to.
  if (!entry || alive.length > 0) return { ok: false, reason: 'waitlist_answered' }
  const offering = { slot, candidates, heldBack, expiresAt, now }
  const party = { kind, size, weightLbs: partyWeight(size, []) }
  const taken = await reserveWholeParty(tx, party, offering)
  if (!taken) return { ok: false, reason: 'waitlist_no_room' }
  await offerSeats(tx, deps, { ...entry, quantity: size }, taken, offering)
  await writeAudit(tx, by, {
    resource: 'waitlist_entries',
    id: entryId,
    before: { status: entry.status },
    after: { status: 'offered', offered: size, offer_expires_at: expiresAt.toISOString() },
  })
  return { ok: true }
}
