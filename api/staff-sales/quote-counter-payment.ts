import { asc, eq } from 'drizzle-orm'
import { type InPersonQuote } from '#contract/counter.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type Db } from '../db/client.ts'
import { orderLines, orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { toDollars } from '../rules/money/money.ts'
import { priceFrozen } from '../rules/pricing/frozen-pricing.ts'
import { isPaidInPart } from '../store/orders/order.ts'
import { type SignedInCaller } from '../http/http.ts'
import { presentPriceLine } from '../rules/pricing/price-lines.ts'
import { findAmountDue, readTenderInput, type TenderFields } from '../tenders/reserve-order-tenders.ts'

export type InPersonQuoteResult =
  | { ok: true; quote: InPersonQuote }
  | { ok: false; reason: 'not_found' | 'already_paid' | 'order_expired' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

/**
 * Computes what is due in person after gift cards and vouchers, in the same way as
 * `takeInPersonPayment`. Reserves nothing.
 */
export async function quoteInPersonPayment(
  deps: ApiDeps,
  orderId: number,
  fields: TenderFields,
  caller: SignedInCaller,
): Promise<InPersonQuoteResult> {
  const { db } = deps.database
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) return { ok: false, reason: 'not_found' }
  const isOpen = order.status === 'awaiting_payment' || isPaidInPart(order)
  if (!isOpen || !order.pricing) {
    return { ok: false, reason: order.completedAt === null ? 'order_expired' : 'already_paid' }
  }
  const read = await readTenderInput(deps, order, caller, fields)
  if (!read.ok) return read
  const due = await findAmountDue(
    db,
    order,
    { input: read.input, payer: caller },
    { now: deps.clock.now(), lock: false },
  )
  if (!due.ok) return due
  const sold = isPaidInPart(order) ? { ...order, lines: await readLines(db, order.id) } : undefined
  const { lines, creditsCents, totalCents } = sold ?? due.tenders?.priced ?? priceFrozen(order.pricing)
  return {
    ok: true,
    quote: {
      order_id: order.id,
      lines: lines.map(presentPriceLine),
      credits: toDollars(creditsCents),
      total: toDollars(totalCents),
      amount_due: due.dueCents === 0 ? null : toDollars(due.dueCents),
    },
  }
}

/** The lines of an order that was paid in part, with what was changed since. */
const readLines = (db: Db, orderId: number) =>
  db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position))
