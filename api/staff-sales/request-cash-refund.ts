import { and, eq, inArray, isNull, lte, ne } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { payments, refunds } from '../db/schema/money.ts'
import { staffTasks } from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'

/** Whoever was told that money lies at the counter comes within days, or has to be called. */
const WAITS_MS = 3 * 24 * 3_600_000

/** A task for each refund that nobody handed out for three days; once, however it ends. */
export async function createManualRefundTasks({
  database: { db },
  clock,
}: Pick<ApiDeps, 'database' | 'clock'>) {
  const now = clock.now()
  const waiting = await db
    .select({ orderId: refunds.orderId, refundId: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .leftJoin(staffTasks, eq(staffTasks.refundId, refunds.id))
    .where(
      and(
        ne(payments.method, 'online'),
        isNull(staffTasks.id),
        inArray(refunds.state, ['created', 'pending']),
        lte(refunds.createdAt, new Date(now.getTime() - WAITS_MS)),
      ),
    )
  for (const { orderId, refundId } of waiting) {
    await db
      .insert(staffTasks)
      .values({ kind: 'refund_to_hand_out', orderId, refundId, createdAt: now })
      .onConflictDoNothing({ target: staffTasks.refundId })
  }
}

/** It was handed out: nobody has to be called. */
export async function closeManualRefundTask(
  tx: Tx,
  refundId: number,
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  await tx
    .update(staffTasks)
    .set({ state: 'done', choice: 'refund', doneAt: at, doneBy: userId })
    .where(and(eq(staffTasks.refundId, refundId), eq(staffTasks.state, 'open')))
}
