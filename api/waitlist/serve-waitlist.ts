import { and, eq, inArray, lte, min } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
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
  const offerable = await findOfferable(db, deps, due, now)
  if (!offerable?.hasRoom && !due.lapsed && salesCloseAt > now) return
  await retryDeadlocks(() =>
    db.transaction(async (tx) => {
      const slot = offerable?.hasRoom ? await lockSlotOf(tx, deps, offerable, now) : undefined
      if (!slot) await lockSlotRows(tx, [slotId])
      if (!slot) await releaseLapsedHolds(tx, [slotId], now)
      await endLapsedOffers(tx, slotId, now)
      if (salesCloseAt <= now) await closeWaitlist(tx, deps, slotId, now)
      else if (offerable && slot) {
        const { facts, expiresAt } = offerable
        await makeOffers(tx, deps, {
          slot,
          candidates: facts.aircraft,
          heldBack: facts.heldBack,
          expiresAt,
          now,
        })
      }
    }),
  )
}

/**
 * What serving the waitlist of a departure would offer in the state that a transaction has made.
 * The offers are written with it, so the caller must roll it back.
 */
export async function previewWaitlistOffers(
  tx: Tx,
  deps: Omit<ApiDeps, 'jobs'>,
  slotId: number,
): Promise<{ offered: number; offersEndAt: Date | null }> {
  const now = deps.clock.now()
  const due = await findDueWaitlist(tx, slotId, now)
  const offerable = due && (await findOfferable(tx, deps, due, now))
  if (!offerable) return { offered: 0, offersEndAt: null }
  const { facts, expiresAt, hasRoom } = offerable
  if (!hasRoom) return { offered: 0, offersEndAt: expiresAt }
  const slot = await lockSlotOf(tx, deps, offerable, now)
  const offered = slot
    ? await makeOffers(tx, deps, {
        slot,
        candidates: facts.aircraft,
        heldBack: facts.heldBack,
        expiresAt,
        now,
      })
    : 0
  return { offered, offersEndAt: expiresAt }
}

interface Offerable {
  facts: CartFacts
  expiresAt: Date
  /** Whether the smallest waiting party of a kind fits. */
  hasRoom: boolean
}

/** Undefined where the departure is not on sale any more, or too shortly for an offer. */
async function findOfferable(
  db: DbOrTx,
  { settings }: Pick<ApiDeps, 'settings'>,
  due: DueWaitlist,
  now: Date,
): Promise<Offerable | undefined> {
  const facts = await findFacts(db, due, now)
  const expiresAt = findOfferEnd(now, due.salesCloseAt, settings.waitlistOfferMinutes)
  return facts && expiresAt ? { facts, expiresAt, hasRoom: hasRoom(facts, due) } : undefined
}

const lockSlotOf = (
  tx: Tx,
  { slotStore = lockingSlotStore }: Pick<ApiDeps, 'slotStore'>,
  { facts }: Offerable,
  now: Date,
) => slotStore.lockSlot(tx, facts.slot, { alongside: [], now })

type DueWaitlist = NonNullable<Awaited<ReturnType<typeof findDueWaitlist>>>

/** The slot with its smallest waiting parties; undefined when nobody waits and no offer expired. */
async function findDueWaitlist(db: DbOrTx, slotId: number, now: Date) {
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
async function findFacts(
  db: DbOrTx,
  { slot, smallest }: DueWaitlist,
  now: Date,
): Promise<CartFacts | undefined> {
  const brandId = smallest[0]?.brandId
  if (brandId === undefined) return undefined
  const { departureId, departAt } = slot
  const loaded = await loadCartFacts(db, { brandId, departureId, departAt, now })
  return loaded.ok ? loaded.facts : undefined
}

const hasRoom = ({ room }: CartFacts, { smallest }: DueWaitlist) =>
  smallest.some((party) => getRoomStatus(room, party) === 'open')
