import { and, desc, eq, sql } from 'drizzle-orm'
import { type OrderFile } from '#contract/order-file.ts'
import { type Db } from '../db/client.ts'
import { auditLog } from '../db/schema/audit.ts'
import { type ApiDeps } from '../deps.ts'
import { findLinkOpening } from './rules/payment-link-opened.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { PHONE_HOLD_MINUTES } from '../seats/hold-end.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { isPaidInPart } from '../store/orders/order.ts'
import { paymentToken } from '../store/orders/payment-token.ts'
import { type OrderParts } from '../tenders/find-order-parts.ts'

/**
 * The link that pays an order now, for staff to copy into a chat or to read out. An unpaid order has one
 * as long as its seats are held, and an order that was paid in part after one was made for it.
 */
export async function findPaymentLink(deps: ApiDeps, parts: OrderParts): Promise<OrderFile['payment_link']> {
  const { order, held, events } = parts
  const until = isPaidInPart(order)
    ? await findMadeLinkEnd(deps.database.db, order.id)
    : order.status === 'awaiting_payment'
      ? (held[0]?.expiresAt ?? order.heldUntil)
      : null
  if (!until || until <= deps.clock.now()) return null
  const expiresAt = Math.floor(until.getTime() / 1000)
  const token = paymentToken(deps.settings.secrets.code, { orderId: order.id, email: order.email, expiresAt })
  const { origin } = await readMailBrand(deps.database.db, deps.settings, order.brandId)
  const opened = findLinkOpening(events, expiresAt)
  return {
    url: `${origin}/pay/${token}`,
    until: until.toISOString(),
    opened_at: opened?.toISOString() ?? null,
  }
}

/** The end of the newest link to an order whose seats are sold, which no hold knows. */
async function findMadeLinkEnd(db: Db, orderId: number): Promise<Date | null> {
  const [made] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.resource, 'orders'),
        eq(auditLog.resourceId, orderId),
        sql`${auditLog.after} ? 'payment_link'`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1)
  return made ? addMinutes(made.at, PHONE_HOLD_MINUTES) : null
}
