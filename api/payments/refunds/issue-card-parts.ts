import { asc, eq } from 'drizzle-orm'
import { refunds } from '../../db/schema/money.ts'
import { type ApiDeps } from '../../deps.ts'
import { issueRefund } from './issue-refund.ts'

/**
 * Asks the provider for the card parts of an order refund, one payment after the other. It may be
 * repeated.
 */
export async function issueCardParts(deps: ApiDeps, orderRefundId: number): Promise<void> {
  const parts = await deps.database.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.orderRefundId, orderRefundId))
    .orderBy(asc(refunds.id))
  for (const { id } of parts) await issueRefund(deps, id)
}
