import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { type callOffs, rescheduleClaims } from '../db/schema/departure-cancellations.ts'
import { type slots } from '../db/schema/inventory.ts'
import { orderEvents, orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { lockOrder } from '../store/orders/lock-order.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { findClaimParty } from '../seats/find-slot-party.ts'
import { claimLink, makeClaimToken } from './rebooking-offer-token.ts'
import { type AlternativeSlot, findAlternatives } from './find-alternatives.ts'
import { holdAlternatives } from './hold-alternatives.ts'

export interface CalledOffSlot {
  callOff: typeof callOffs.$inferSelect
  slot: typeof slots.$inferSelect
}

const DAY_MS = 24 * 3_600_000

/**
 * Gives an order that is paid its claim for a departure that was called off: the row, other seats
 * that are kept, the event and the mail, all or nothing. The same order again changes nothing.
 */
export async function makeClaim(deps: ApiDeps, calledOff: CalledOffSlot, orderId: number): Promise<void> {
  const now = deps.clock.now()
  const found = await findOthers(deps, calledOff, orderId, now)
  await retryDeadlocks(() =>
    deps.database.db.transaction((tx) => write(tx, deps, { calledOff, orderId, found, now })),
  )
}

async function findOthers(deps: ApiDeps, { callOff, slot }: CalledOffSlot, orderId: number, now: Date) {
  const { db } = deps.database
  const party = await findClaimParty(db, orderId, slot.id)
  if (!party) return []
  const { productId, departAt, localDate } = slot
  return findAlternatives(db, {
    productId,
    calledOff: { slotId: slot.id, departAt, localDate, reason: callOff.reason },
    party: { quantityType: party.kind, quantity: party.size },
    now,
  })
}

interface NewClaim {
  calledOff: CalledOffSlot
  orderId: number
  found: readonly AlternativeSlot[]
  now: Date
}

async function write(tx: Tx, deps: ApiDeps, { calledOff, orderId, found, now }: NewClaim): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const { callOff, slot } = calledOff
  const party = await findClaimParty(tx, orderId, slot.id)
  if (!party) return
  const { token, ...kept } = makeClaimToken(deps.settings.secrets.code)
  const [claim] = await tx
    .insert(rescheduleClaims)
    .values({
      ...kept,
      callOffId: callOff.id,
      orderId,
      state: 'open',
      expiresAt: new Date(now.getTime() + deps.settings.claimDays * DAY_MS),
      createdAt: now,
    })
    .onConflictDoNothing({ target: [rescheduleClaims.callOffId, rescheduleClaims.orderId] })
    .returning({ id: rescheduleClaims.id })
  if (!claim) return
  await holdAlternatives(tx, deps, { claimId: claim.id, party, found, now })
  const { status, email } = order
  const details = { claim: claim.id, call_off: callOff.id }
  await tx.insert(orderEvents).values({
    orderId,
    at: now,
    actor: callOff.actor,
    fromStatus: status,
    toStatus: status,
    reason: 'departure called off',
    details,
  })
  // Nobody is asked any more for what a flight needs that does not leave.
  await tx
    .update(orders)
    .set({ passengersRemindedAt: order.passengersRemindedAt ?? now })
    .where(eq(orders.id, orderId))
  const mail = { kind: 'called_off' as const, orderId, to: email, secret: claimLink(token) }
  await queueMail(tx, { ...mail, eventKey: `called_off:${String(claim.id)}` }, now, deps)
}
