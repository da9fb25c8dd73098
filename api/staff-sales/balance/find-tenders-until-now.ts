import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { orderRefunds } from '../../db/schema/money.ts'
import { orderTenders } from '../../db/schema/order-tenders.ts'
import { orderLines } from '../../db/schema/orders.ts'
import { giftCards, vouchers } from '../../db/schema/tenders.ts'
import { toVoucherTender } from '../../gifts/as-tender.ts'
import { type VoucherTender } from '../../rules/pricing/pricing-facts.ts'

interface TendersUntilNow {
  /** Nothing of it was refunded, moved or added to. */
  isAsSold: boolean
  /** In the order of use. */
  giftCards: (typeof giftCards.$inferSelect)[]
  tenders: { vouchers: VoucherTender[]; creditCents: number }
}

/** What has paid an order beside money, each for exactly what it paid. The order must be locked. */
export async function findTendersUntilNow(db: DbOrTx, orderId: number): Promise<TendersUntilNow> {
  const rows = await db
    .select({ tender: orderTenders, giftCard: giftCards, voucher: vouchers })
    .from(orderTenders)
    .leftJoin(giftCards, eq(giftCards.id, orderTenders.giftCardId))
    .leftJoin(vouchers, eq(vouchers.id, orderTenders.voucherId))
    .where(and(eq(orderTenders.orderId, orderId), inArray(orderTenders.state, ['captured', 'returned'])))
    .orderBy(asc(orderTenders.id))
  const refunds = await db.$count(orderRefunds, eq(orderRefunds.orderId, orderId))
  const changes = await db.$count(
    orderLines,
    and(eq(orderLines.orderId, orderId), isNotNull(orderLines.orderChangeId)),
  )
  return {
    isAsSold: refunds === 0 && changes === 0 && rows.every(({ tender }) => tender.state === 'captured'),
    giftCards: rows.flatMap(({ giftCard }) => giftCard ?? []),
    tenders: {
      vouchers: rows.flatMap(({ tender, voucher }) =>
        voucher ? [toVoucherTender(voucher, tender.amountCents)] : [],
      ),
      creditCents: rows.reduce(
        (sum, { tender }) => sum + (tender.kind === 'credit' ? tender.amountCents : 0),
        0,
      ),
    },
  }
}
