import { and, eq, inArray, or } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { paymentAttempts } from '../../db/schema/money.ts'

export type PaymentAttempt = typeof paymentAttempts.$inferSelect

export async function findAttempt(db: DbOrTx, attemptId: number): Promise<PaymentAttempt | undefined> {
  const [found] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId))
  return found
}

/** Finds an attempt by `cs_…` or `pi_…`, a card's own or the one behind a hosted session. */
export async function findAttemptByReference(
  db: DbOrTx,
  reference: string,
): Promise<PaymentAttempt | undefined> {
  const [found] = await db
    .select()
    .from(paymentAttempts)
    .where(or(eq(paymentAttempts.reference, reference), eq(paymentAttempts.paymentIntent, reference)))
  return found
}

/**
 * Finds an attempt by our metadata on the provider's object, when its reference was never stored.
 */
export async function findAttemptByMetadata(
  db: DbOrTx,
  metadata: Record<string, string>,
): Promise<PaymentAttempt | undefined> {
  const orderId = Number(metadata['order_id'])
  const attemptNo = Number(metadata['attempt'])
  if (!Number.isSafeInteger(orderId) || !Number.isSafeInteger(attemptNo)) return undefined
  const [found] = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.attemptNo, attemptNo)))
  return found
}

/** The one attempt of an order that may still bring money; at most one is open at a time. */
export async function findOpenAttempt(db: DbOrTx, orderId: number): Promise<PaymentAttempt | undefined> {
  const [found] = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), inArray(paymentAttempts.state, ['created', 'open'])))
  return found
}
