import { and, eq, gt, inArray, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { holds } from '../db/schema/holds.ts'
import { paymentAttempts } from '../db/schema/money.ts'
import { orders } from '../db/schema/orders.ts'
import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { lockOrder, transitionOrder } from '../store/orders/order.ts'
import { releaseSeats } from '../seats/order-seats.ts'
import { releaseTenders } from '../tenders/release-tenders.ts'

const BATCH = 200

/**
 * Writes what the clock has decided: unpaid orders without an open payment whose hold or price has
 * ended become expired. Nothing depends on when this runs; it only keeps the rows tidy.
 */
export async function expireOrders(deps: ApiDeps): Promise<void> {
  const now = deps.clock.now()
  const lapsed = await lapsedOrders(deps.database.db, now).limit(BATCH)
  for (const { id } of lapsed) {
    await deps.database.db.transaction((tx) => expireOrder(tx, deps, id, now))
  }
}

async function expireOrder(
  tx: Tx,
  { jobs }: Pick<ApiDeps, 'jobs'>,
  orderId: number,
  now: Date,
): Promise<void> {
  await lockOrder(tx, orderId)
  // A payment may have begun before the lock.
  const [still] = await lapsedOrders(tx, now, orderId)
  if (!still) return
  await releaseTenders(tx, { orderId, now })
  await transitionOrder(tx, { orderId, to: 'expired', actor: 'clock', reason: 'the hold is over', now })
  await releaseSeats(tx, orderId)
  jobs?.wake('waitlists')
}

function lapsedOrders(db: Tx | ApiDeps['database']['db'], now: Date, orderId?: number) {
  const alive = db
    .select({ one: sql`1` })
    .from(holds)
    .where(
      and(
        eq(holds.orderId, orders.id),
        eq(holds.state, 'held'),
        or(eq(holds.paymentOpen, true), gt(holds.expiresAt, now)),
      ),
    )
  const paying = db
    .select({ one: sql`1` })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orders.id), inArray(paymentAttempts.state, ['created', 'open'])))
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'awaiting_payment'),
        notExists(alive),
        or(isNull(orders.heldUntil), lte(orders.heldUntil, now)),
        notExists(paying),
        orderId === undefined ? undefined : eq(orders.id, orderId),
      ),
    )
    .orderBy(orders.id)
    .$dynamic()
}
