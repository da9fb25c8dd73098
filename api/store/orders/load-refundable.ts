import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { ledgerTransactions, orderRefunds, payments } from '../../db/schema/money.ts'
import { orderLines, orders } from '../../db/schema/orders.ts'
import { giftCards } from '../../db/schema/tenders.ts'
import { orderTenders } from '../../db/schema/order-tenders.ts'
import { addTenders, type TenderAmounts } from '../../rules/refunds/allocate-refund.ts'
import { type RefundableOrder } from '../../rules/refunds/refund-shares.ts'

const NO_AMOUNTS: TenderAmounts = { cardCents: 0, creditCents: 0, vouchers: [], giftCards: [] }

type TenderRow = typeof orderTenders.$inferSelect

export interface Refundable {
  order: RefundableOrder
  /**
   * The card payments of the sale and of later additions, the last one first; empty when other
   * tenders paid everything.
   */
  payments: (typeof payments.$inferSelect)[]
  tenders: TenderRow[]
}

/**
 * What was sold with an order, who paid for it and what was refunded already. The order's row must
 * be locked before acting on it.
 */
export async function loadRefundable(db: DbOrTx, orderId: number): Promise<Refundable> {
  const lines = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  const tenders = await db
    .select()
    .from(orderTenders)
    .where(and(eq(orderTenders.orderId, orderId), inArray(orderTenders.state, ['captured', 'returned'])))
    .orderBy(asc(orderTenders.id))
  const given = await db.select().from(orderRefunds).where(eq(orderRefunds.orderId, orderId))
  const paid = await findSalePayments(db, orderId)
  const [order] = await db.select({ dueCents: orders.dueCents }).from(orders).where(eq(orders.id, orderId))
  const waivedCents = sumOf(given, (refund) => refund.tenders.dueCents ?? 0)
  return {
    order: {
      lines,
      usedGifts: await findUsedGifts(db, tenders),
      paid: {
        ...amountsOf(tenders, ({ amountCents }) => amountCents),
        cardCents: sumOf(paid, ({ amountCents }) => amountCents),
        dueCents: (order?.dueCents ?? 0) + waivedCents,
      },
      // What became a voucher was returned to its buyer as well.
      returned: [
        {
          ...amountsOf(tenders, ({ returnedCents }) => returnedCents),
          giftCards: giftsOf(tenders.filter(({ state }) => state === 'returned')),
          cardCents: sumOf(paid, ({ refundedCents }) => refundedCents),
          dueCents: waivedCents,
        },
        ...given
          .filter(({ voucherId }) => voucherId !== null)
          .map(({ tenders: amounts }) => ({ ...amounts, dueCents: 0 })),
      ].reduce<TenderAmounts>(addTenders, NO_AMOUNTS),
      returnedUnits: given.flatMap((refund) => refund.lines),
    },
    payments: paid,
    tenders,
  }
}

/** Other payments of an order, too late or too much, were refunded automatically. */
async function findSalePayments(db: DbOrTx, orderId: number): Promise<Refundable['payments']> {
  const found = await db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(
      ledgerTransactions,
      and(
        eq(ledgerTransactions.eventKey, sql`'payment:' || ${payments.id}`),
        inArray(ledgerTransactions.kind, ['sale', 'part']),
      ),
    )
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.id))
  return found.map(({ payment }) => payment)
}

const sumOf = <Row>(rows: readonly Row[], centsOf: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + centsOf(row), 0)

const giftsOf = (rows: readonly TenderRow[]) =>
  rows.flatMap(({ giftCardId: id, amountCents }) => (id === null ? [] : [{ id, amountCents }]))

const amountsOf = (rows: readonly TenderRow[], centsOf: (row: TenderRow) => number) => ({
  giftCards: giftsOf(rows),
  vouchers: rows.flatMap((row) =>
    row.voucherId === null || centsOf(row) === 0 ? [] : [{ id: row.voucherId, amountCents: centsOf(row) }],
  ),
  creditCents: sumOf(rows, (row) => (row.kind === 'credit' ? centsOf(row) : 0)),
})

/** In the order of use. */
async function findUsedGifts(db: DbOrTx, tenders: readonly TenderRow[]) {
  const ids = tenders.flatMap(({ giftCardId }) => giftCardId ?? [])
  if (ids.length === 0) return []
  const rows = await db
    .select({
      id: giftCards.id,
      pendingFeeIds: giftCards.pendingFeeIds,
      feeLimits: giftCards.waitingFees,
    })
    .from(giftCards)
    .where(inArray(giftCards.id, ids))
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
