import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { type ManualRefund } from '#contract/counter.ts'
import { inPersonMeans, type InPersonMethod, isInPersonMethod } from '#contract/means-of-payment.ts'
import { type DbOrTx } from '../db/client.ts'
import { auditLog } from '../db/schema/audit.ts'
import { payments, refunds } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { toDollars } from '../rules/money/money.ts'
import { lockOrder } from '../store/orders/order.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { bookManualRefund } from '../payments/refunds/record-refund.ts'
import { closeManualRefundTask } from './request-cash-refund.ts'
import { lockOpenDrawer, moveCash } from './drawers.ts'

/**
 * Lists refunds of in-person payments that are not paid out yet, oldest first.
 *
 * @param orderId of one order; undefined for all
 */
export async function listManualRefunds(db: DbOrTx, orderId: number | undefined): Promise<ManualRefund[]> {
  const rows = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        ne(payments.method, 'online'),
        inArray(refunds.state, ['created', 'pending']),
        orderId === undefined ? undefined : eq(refunds.orderId, orderId),
      ),
    )
    .orderBy(asc(refunds.id))
    .limit(100)
  return rows.flatMap(({ refund, payment }) =>
    isInPersonMethod(payment.method) ? [present(refund, { ...payment, method: payment.method })] : [],
  )
}

const present = (
  refund: typeof refunds.$inferSelect,
  { method, readerReference }: { method: InPersonMethod; readerReference: string | null },
): ManualRefund => ({
  refund_id: refund.id,
  order_id: refund.orderId,
  method,
  amount: toDollars(refund.amountCents),
  reader_reference: readerReference,
  created_at: refund.createdAt.toISOString(),
})

export type ManualRefundResult =
  | { ok: true; handOut: ManualRefund }
  | { ok: false; reason: 'not_found' | 'drawer_closed' | 'handed_out_already' }

/**
 * Records that staff paid out a refund, in cash from their open drawer or by the card terminal.
 * Idempotent for the same person.
 */
export function recordManualRefund(
  deps: ApiDeps,
  refundId: number,
  by: AuditBy,
): Promise<ManualRefundResult> {
  return deps.database.db.transaction(async (tx) => {
    const [known] = await tx
      .select({ orderId: refunds.orderId })
      .from(refunds)
      .where(eq(refunds.id, refundId))
    if (!known) return { ok: false, reason: 'not_found' } as const
    await lockOrder(tx, known.orderId)
    const [row] = await tx
      .select({ refund: refunds, payment: payments })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(refunds.id, refundId))
    if (!row || !isInPersonMethod(row.payment.method)) return { ok: false, reason: 'not_found' } as const
    const { refund } = row
    const told = present(refund, { ...row.payment, method: row.payment.method })
    if (refund.state === 'succeeded') {
      const own = await wasRecordedBy(tx, refundId, by.userId)
      return own
        ? ({ ok: true, handOut: told } as const)
        : ({ ok: false, reason: 'handed_out_already' } as const)
    }
    if (inPersonMeans(row.payment.method).drawer) {
      const drawer = await lockOpenDrawer(tx, by.userId)
      if (!drawer) return { ok: false, reason: 'drawer_closed' } as const
      await moveCash(tx, drawer, { refundId, amountCents: -refund.amountCents, now: by.at })
    }
    await bookManualRefund(tx, deps, refund)
    await closeManualRefundTask(tx, refundId, by)
    await writeAudit(tx, by, {
      resource: 'refunds',
      id: refundId,
      before: { state: refund.state },
      after: { state: 'succeeded' },
    })
    return { ok: true, handOut: told } as const
  })
}

async function wasRecordedBy(db: DbOrTx, refundId: number, userId: number): Promise<boolean> {
  const line = and(
    eq(auditLog.resource, 'refunds'),
    eq(auditLog.resourceId, refundId),
    eq(auditLog.action, 'change'),
    eq(auditLog.userId, userId),
  )
  return (await db.$count(auditLog, line)) > 0
}
