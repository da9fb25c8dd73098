import { and, eq, inArray, isNull, lte, ne } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { payments, refunds } from '../db/schema/money.ts'
import { staffTasks } from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'

/** Customers usually collect cash within days; afterwards staff call them. */
const TASK_AFTER_MS = 3 * 24 * 3_600_000

/** Creates one task for each refund that was not paid out within three days. */
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
        lte(refunds.createdAt, new Date(now.getTime() - TASK_AFTER_MS)),
      ),
    )
  for (const { orderId, refundId } of waiting) {
    await db
      .insert(staffTasks)
      .values({ kind: 'refund_to_hand_out', orderId, refundId, createdAt: now })
      .onConflictDoNothing({ target: staffTasks.refundId })
  }
}

/** Closes the task of a refund that was paid out. */
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
