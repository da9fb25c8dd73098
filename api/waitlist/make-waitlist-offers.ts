import { and, asc, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { waitlistEntries, waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { partyWeight } from '../rules/departures/availability.ts'
import { type CandidateAircraft, type SlotTimes } from '../slots/board-flight.ts'
import { holdOfferSeats } from '../seats/hold-seats-for-offer.ts'
import { type Party, type ReservedSeats, reserveSeats } from '../slots/slot-store.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { hashWaitlistToken, newWaitlistToken } from '../gateways/link-secret.ts'

type Entry = typeof waitlistEntries.$inferSelect
type Deps = Pick<ApiDeps, 'settings' | 'jobs'>

export interface Offering {
  slot: SlotTimes
  candidates: readonly CandidateAircraft[]
  heldBack: number
  expiresAt: Date
  now: Date
}

/**
 * Offers the free seats of a locked slot to the oldest entries whose whole party fits. A party that
 * is too large keeps its place. Offered seats count as held before the next entry is tried, so they
 * are not offered twice.
 * @returns how many entries were made an offer
 */
export async function makeOffers(tx: Tx, deps: Deps, offering: Offering): Promise<number> {
  const waiting = await tx
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.slotId, offering.slot.id), eq(waitlistEntries.status, 'waiting')))
    .orderBy(asc(waitlistEntries.createdAt), asc(waitlistEntries.id))
  /** The smallest party of each kind that did not fit; larger ones are not tried. */
  const tooMany = { seat: Infinity, flight: Infinity }
  let made = 0
  for (const entry of waiting) {
    const { quantityType: kind, quantity: size } = entry
    if (size >= tooMany[kind]) continue
    const taken = await reserveWholeParty(tx, { kind, size, weightLbs: partyWeight(size, []) }, offering)
    if (taken) {
      await offerSeats(tx, deps, entry, taken, offering)
      made++
    } else tooMany[kind] = size
  }
  return made
}

/** Rolls back the seats of a party that does not fit whole. */
class NoRoom extends Error {}

/** Takes the seats of a whole party on a locked slot; undefined where they do not fit, and none is taken. */
export async function reserveWholeParty(
  tx: Tx,
  party: Party,
  { slot, candidates, heldBack, now }: Offering,
): Promise<readonly ReservedSeats[] | undefined> {
  try {
    return await tx.transaction(async (point) => {
      const result = await reserveSeats(point, slot, party, { candidates, heldBack, now })
      if (!result.ok) throw new NoRoom()
      return result.reserved
    })
  } catch (error) {
    if (error instanceof NoRoom) return undefined
    throw error
  }
}

/** Writes an offer of taken seats with its mail; the entry may have had one before. */
export async function offerSeats(
  tx: Tx,
  deps: Deps,
  entry: Entry,
  taken: readonly ReservedSeats[],
  { expiresAt, now }: Offering,
): Promise<void> {
  const token = newWaitlistToken()
  const { quantityType, quantity } = entry
  const [offer] = await tx
    .insert(waitlistOffers)
    .values({
      entryId: entry.id,
      tokenHash: hashWaitlistToken(token),
      quantityType,
      quantity,
      state: 'open',
      expiresAt,
      createdAt: now,
    })
    .returning({ id: waitlistOffers.id })
  if (!offer) throw new Error('The offer was not written')
  await holdOfferSeats(tx, offer.id, taken, { kind: quantityType, expiresAt, now })
  await tx
    .update(waitlistEntries)
    .set({ status: 'offered', endedAt: null })
    .where(eq(waitlistEntries.id, entry.id))
  const eventKey = `waitlist_offer:${String(offer.id)}`
  const mail = { kind: 'waitlist_offer' as const, eventKey, brandId: entry.brandId, subjectId: offer.id }
  await queueMail(tx, { ...mail, to: entry.email, secret: token }, now, deps)
}
