import { and, eq, sql } from 'drizzle-orm'
import { type Order } from '#contract/order.ts'
import { type Db } from '../../db/client.ts'
import { ledgerEntries } from '../../db/schema/money.ts'
import { type ApiDeps } from '../../deps.ts'
import { readOrder } from '../../orders/read-order.ts'
import { RECEIVABLE_ACCOUNT } from '../../rules/money/ledger.ts'

/** An order with what is still to pay of it. */
export type OwingOrder = Order & { amount_due: number }

/** The order as it is now; undefined once nothing is due any more. */
export async function readOwingOrder(
  { database: { db }, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  orderId: number,
): Promise<OwingOrder | undefined> {
  const order = await readOrder(db, orderId, clock.now())
  if (order?.status !== 'partially_paid' || order.amount_due === null) return undefined
  return { ...order, amount_due: order.amount_due }
}

/** What a later part paid, in cents, by its posting in the ledger. */
export async function readPartCents(db: Db, postingId: number): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(-sum(${ledgerEntries.amountCents}), 0)::int` })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.transactionId, postingId), eq(ledgerEntries.account, RECEIVABLE_ACCOUNT)))
  return row?.cents ?? 0
}
