import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { type departureCancellations, rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { type slots } from '../db/schema/inventory.ts'
import { orderEvents } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { lockOrder, type OrderRow } from '../store/orders/order.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { queueText } from '../store/texts/queue-text.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { findRebookingParty, type RebookingParty } from '../seats/find-slot-party.ts'
import { makeRebookingToken } from './rebooking-offer-token.ts'
import { type AlternativeSlot, findAlternatives } from './find-alternatives.ts'
import { holdAlternatives } from './hold-alternatives.ts'

export interface CancelledSlot {
  cancellation: typeof departureCancellations.$inferSelect
  slot: typeof slots.$inferSelect
}

const DAY_MS = 24 * 3_600_000

/**
 * Creates the rebooking offer of a paid order for a cancelled departure: row, held alternatives,
 * event and mail, all or nothing. Repeating it changes nothing.
 */
export async function createRebookingOffer(
  deps: ApiDeps,
  calledOff: CancelledSlot,
  orderId: number,
): Promise<void> {
  const now = deps.clock.now()
  const found = await findOthers(deps, calledOff, orderId, now)
  await retryDeadlocks(() =>
    deps.database.db.transaction((tx) => writeOffer(tx, deps, { cancelled: calledOff, orderId, found, now })),
  )
}

async function findOthers(deps: ApiDeps, { cancellation, slot }: CancelledSlot, orderId: number, now: Date) {
  const { db } = deps.database
  const party = await findRebookingParty(db, orderId, slot.id)
  if (!party) return []
  const { productId, departAt, localDate } = slot
  return findAlternatives(db, {
    productId,
    cancelled: { slotId: slot.id, departAt, localDate, reason: cancellation.reason },
    party: { quantityType: party.kind, quantity: party.size },
    now,
  })
}

interface NewClaim {
  cancelled: CancelledSlot
  orderId: number
  found: readonly AlternativeSlot[]
  now: Date
}

async function writeOffer(
  tx: Tx,
  deps: ApiDeps,
  { cancelled, orderId, found, now }: NewClaim,
): Promise<void> {
  const opened = await openRebookingOffer(tx, deps, { cancelled, orderId, now })
  if (!opened) return
  const { offerId, party, order } = opened
  await holdAlternatives(tx, deps, { offerId, party, found, now })
  await tellBuyer(tx, deps, { offerId, order, now })
}

interface OpenedOffer {
  offerId: number
  party: RebookingParty
  order: OrderRow
}

/**
 * Writes the offer of an order without alternatives; nobody is told yet.
 *
 * @returns undefined if the order has one, or no seats there any more
 */
export async function openRebookingOffer(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings'>,
  { cancelled, orderId, now }: Omit<NewClaim, 'found'>,
): Promise<OpenedOffer | undefined> {
  const order = await lockOrder(tx, orderId)
  const { cancellation, slot } = cancelled
  const party = await findRebookingParty(tx, orderId, slot.id)
  if (!party) return undefined
  const { tokenHash, tokenSealed } = makeRebookingToken(deps.settings.secrets.code)
  const [claim] = await tx
    .insert(rebookingOffers)
    .values({
      tokenHash,
      tokenSealed,
      callOffId: cancellation.id,
      orderId,
      state: 'open',
      expiresAt: new Date(now.getTime() + deps.settings.rebookingOfferDays * DAY_MS),
      createdAt: now,
    })
    .onConflictDoNothing({ target: [rebookingOffers.callOffId, rebookingOffers.orderId] })
    .returning({ id: rebookingOffers.id })
  if (!claim) return undefined
  const { status } = order
  const details = { claim: claim.id, call_off: cancellation.id }
  await tx.insert(orderEvents).values({
    orderId,
    at: now,
    actor: cancellation.actor,
    fromStatus: status,
    toStatus: status,
    reason: 'departure called off',
    details,
  })
  return { offerId: claim.id, party, order }
}

/** Queues the mail and the text that tell the buyer, once. */
export async function tellBuyer(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { offerId, order, now }: { offerId: number; order: OrderRow; now: Date },
): Promise<void> {
  const mail = { kind: 'called_off' as const, orderId: order.id, subjectId: offerId, to: order.email }
  const eventKey = `called_off:${String(offerId)}`
  await queueMail(tx, { ...mail, eventKey }, now, deps)
  await queueText(tx, { kind: 'called_off', eventKey, order, subjectId: offerId }, now, deps)
  await tx.update(rebookingOffers).set({ toldAt: now }).where(eq(rebookingOffers.id, offerId))
}
