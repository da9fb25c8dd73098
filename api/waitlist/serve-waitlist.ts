import { and, eq, inArray, lte, min } from 'drizzle-orm'
import { type Db } from '../db/client.ts'
import { slots } from '../db/schema/inventory.ts'
import { waitlistEntries, waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { getRoomStatus } from '../rules/departures/availability.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { findOfferEnd } from './rules/waitlist-offer-end.ts'
import { findEntry, readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { type CartFacts, loadCartFacts } from '../pricing/load-cart-facts.ts'
import { lockSlotRows, releaseLapsedHolds } from '../slots/slot-rows.ts'
import { lockingSlotStore } from '../slots/slot-store.ts'
import { closeWaitlist } from './close-waitlist.ts'
import { endLapsedOffers } from './end-waitlist-offers.ts'
import { makeOffers } from './make-waitlist-offers.ts'

/**
 * Serves the waitlist of one departure: ends expired offers, offers free seats to the oldest
 * entries that fit, and after the end of sales tells everybody who still waits. It checks without a
 * lock whether anything is due and decides again under the slot's lock.
 */
export async function serveDepartureWaitlist(deps: ApiDeps, slotId: number): Promise<void> {
  const now = deps.clock.now()
  const { db } = deps.database
  const due = await findDueWaitlist(db, slotId, now)
  if (!due) return
  const { salesCloseAt } = due
  const facts = await findFacts(db, due, now)
  const expiresAt = findOfferEnd(now, salesCloseAt, deps.settings.waitlistOfferMinutes)
  const offerable = facts && expiresAt && hasRoom(facts, due) ? { facts, expiresAt } : undefined
  if (!offerable && !due.lapsed && salesCloseAt > now) return
  await retryDeadlocks(() =>
    db.transaction(async (tx) => {
      const slot = offerable
        ? await (deps.slotStore ?? lockingSlotStore).lockSlot(tx, offerable.facts.slot, {
            alongside: [],
            now,
          })
        : undefined
      if (!slot) await lockSlotRows(tx, [slotId])
      if (!slot) await releaseLapsedHolds(tx, [slotId], now)
      await endLapsedOffers(tx, slotId, now)
      if (salesCloseAt <= now) await closeWaitlist(tx, deps, slotId, now)
      else if (offerable && slot) {
        const {
          facts: { aircraft: candidates },
          expiresAt,
        } = offerable
        await makeOffers(tx, deps, { slot, candidates, expiresAt, now })
      }
    }),
  )
}

type DueWaitlist = NonNullable<Awaited<ReturnType<typeof findDueWaitlist>>>

/** The slot with its smallest waiting parties; undefined when nobody waits and no offer expired. */
async function findDueWaitlist(db: Db, slotId: number, now: Date) {
  const [slot] = await db.select().from(slots).where(eq(slots.id, slotId))
  const onSlot = eq(waitlistEntries.slotId, slotId)
  const smallest = await db
    .select({
      quantityType: waitlistEntries.quantityType,
      quantity: min(waitlistEntries.quantity).mapWith(Number),
      brandId: min(waitlistEntries.brandId).mapWith(Number),
    })
    .from(waitlistEntries)
    .where(and(onSlot, eq(waitlistEntries.status, 'waiting')))
    .groupBy(waitlistEntries.quantityType)
  const [lapsed] = await db
    .select({ id: waitlistOffers.id })
    .from(waitlistOffers)
    .where(
      and(
        inArray(
          waitlistOffers.entryId,
          db.select({ id: waitlistEntries.id }).from(waitlistEntries).where(onSlot),
        ),
        eq(waitlistOffers.state, 'open'),
        lte(waitlistOffers.expiresAt, now),
      ),
    )
    .limit(1)
  const product = slot && findEntry(await readCatalogue(db), slot.productId)?.product
  if (!slot || (smallest.length === 0 && !lapsed)) return undefined
  // An archived product is not sold any more, so its waitlists close before their departures.
  const retired = product?.publishStatus === 'archived'
  const salesCloseAt = retired ? now : addMinutes(slot.departAt, -(product?.salesCloseMins ?? 0))
  return { slot, smallest, lapsed: lapsed !== undefined, salesCloseAt }
}

/** The facts for an order of this departure; undefined while it is not on sale. */
async function findFacts(db: Db, { slot, smallest }: DueWaitlist, now: Date): Promise<CartFacts | undefined> {
  const brandId = smallest[0]?.brandId
  if (brandId === undefined) return undefined
  const { departureId, departAt } = slot
  const loaded = await loadCartFacts(db, { brandId, departureId, departAt, now })
  return loaded.ok ? loaded.facts : undefined
}

const hasRoom = ({ room }: CartFacts, { smallest }: DueWaitlist) =>
  smallest.some((party) => getRoomStatus(room, party) === 'open')
