import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { rebookingAlternatives, rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { orders } from '../db/schema/orders.ts'
import { staffTasks, passengers } from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'
import { transitionOrder } from '../store/orders/order.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { settleWeightTasks } from '../seats/weight-tasks.ts'
import { releaseSeatsOn } from '../seats/order-seats.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { chooseVoucher } from './answer-rebooking-offer.ts'
import {
  lockRebookingOffer,
  type OpenRebookingOffer,
  settleRebookingOffer,
} from './settle-rebooking-offer.ts'
import { type RebookingOfferRow } from './rebooking-offer-token.ts'

const DAY_MS = 24 * 3_600_000
/** How long before the end a customer who has not chosen is reminded. */
const REMIND_MS = 7 * DAY_MS
const BATCH = 50

/**
 * Applies deadlines to rebooking offers: expired seats are released, customers are reminded once,
 * and get a voucher at the end. Waiting never loses what was paid.
 */
export async function sweepRebookingOffers(deps: ApiDeps): Promise<void> {
  const now = deps.clock.now()
  const { db } = deps.database
  await db
    .update(rebookingAlternatives)
    .set({ state: 'over' })
    .where(and(eq(rebookingAlternatives.state, 'open'), lte(rebookingAlternatives.expiresAt, now)))
  const open = eq(rebookingOffers.state, 'open')
  const soon = await db
    .select({ claim: rebookingOffers, email: orders.email })
    .from(rebookingOffers)
    .innerJoin(orders, eq(orders.id, rebookingOffers.orderId))
    .where(
      and(
        open,
        isNull(rebookingOffers.remindedAt),
        lte(rebookingOffers.expiresAt, new Date(now.getTime() + REMIND_MS)),
      ),
    )
    .limit(BATCH)
  for (const { claim, email } of soon) await remindBuyer(deps, claim, email)
  const due = await db
    .select()
    .from(rebookingOffers)
    .where(and(open, lte(rebookingOffers.expiresAt, now)))
    .orderBy(asc(rebookingOffers.id))
    .limit(BATCH)
  for (const claim of due) {
    try {
      await retryDeadlocks(() => endOffer(deps, claim))
    } catch (error) {
      deps.log.error({ err: error, claim: claim.id }, 'a claim could not be ended')
    }
  }
}

async function remindBuyer(deps: ApiDeps, claim: RebookingOfferRow, to: string): Promise<void> {
  const now = deps.clock.now()
  await deps.database.db.transaction(async (tx) => {
    const [marked] = await tx
      .update(rebookingOffers)
      .set({ remindedAt: now })
      .where(and(eq(rebookingOffers.id, claim.id), isNull(rebookingOffers.remindedAt)))
      .returning({ id: rebookingOffers.id })
    // An offer that began with less than a week needs no reminder.
    if (!marked || claim.expiresAt <= now || claim.createdAt.getTime() + DAY_MS > now.getTime()) return
    const eventKey = `claim_reminder:${String(claim.id)}`
    const about = { orderId: claim.orderId, subjectId: claim.id }
    await queueMail(tx, { kind: 'claim_reminder', eventKey, ...about, to }, now, deps)
  })
}

/**
 * Issues a voucher for what was paid. The offer waits during a dispute, ends when nothing paid is
 * left, and waits with a task for the staff when its share is unknown.
 */
async function endOffer(deps: ApiDeps, claim: RebookingOfferRow): Promise<void> {
  const now = deps.clock.now()
  await deps.database.db.transaction(async (tx) => {
    const open = await lockRebookingOffer(tx, claim, now)
    if (!open.ok || open.judged.disputed) return
    const given = await chooseVoucher(tx, deps, open, { by: 'clock', actor: 'clock' })
    if (given.ok) return
    const { order, cancellation, judged } = open
    if (!judged.nothingLeft) {
      await createStaffTask(tx, deps, open)
      return
    }
    const reason = 'nothing was paid for a departure called off'
    if (!judged.party.others)
      await transitionOrder(tx, { orderId: order.id, to: 'cancelled', actor: 'clock', reason, now })
    await releaseSeatsOn(tx, order.id, cancellation.slotId, { orderRefundId: null, now })
    await settleWeightTasks(tx, order.id, now)
    await settleRebookingOffer(tx, claim.id, { state: 'closed', answeredBy: 'clock', answeredAt: now })
  })
}

async function createStaffTask(
  tx: Tx,
  deps: ApiDeps,
  { offer, order, now }: OpenRebookingOffer,
): Promise<void> {
  const [somebody] = await tx
    .select({ id: passengers.id })
    .from(passengers)
    .where(eq(passengers.orderId, order.id))
    .orderBy(asc(passengers.position))
    .limit(1)
  deps.log.error({ claim: offer.id, order: order.id }, 'a claim is over whose worth cannot be told')
  if (!somebody) return
  await tx
    .insert(staffTasks)
    .values({ kind: 'claim_to_settle', orderId: order.id, passengerId: somebody.id, createdAt: now })
    .onConflictDoNothing()
}
