import { eq, inArray, sql } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { giftCards } from '../../db/schema/tenders.ts'
import { orderTenders } from '../../db/schema/order-tenders.ts'
import { type TenderAmounts } from '../../rules/refunds/allocate-refund.ts'
import { type UsedGiftCard } from '../../rules/gifts/gift-worth.ts'
import { freeGiftCard } from '../../gifts/free-gift-card.ts'
import { lockTenders } from '../../store/orders/lock-tenders.ts'
import { moveCredit, moveVoucher } from '../../tenders/reserve-tenders.ts'

type TenderRow = typeof orderTenders.$inferSelect

/**
 * Returns the refunded amounts to vouchers, credit and gift cards. The order's row must be locked,
 * its slots not yet.
 * @param rows the tenders of the order
 * @returns the gift cards, for the ledger
 */
export async function returnTenders(
  tx: Tx,
  rows: readonly TenderRow[],
  { vouchers, creditCents, giftCards: gifts }: TenderAmounts,
  now: Date,
): Promise<UsedGiftCard[]> {
  const giftIds = gifts.map(({ id }) => id)
  const credit = splitCredit(rows, creditCents)
  const centsFor = (row: TenderRow) => {
    if (row.voucherId !== null) return vouchers.find(({ id }) => id === row.voucherId)?.amountCents ?? 0
    return credit.get(row.id) ?? 0
  }
  const isGift = ({ giftCardId }: TenderRow) => giftCardId !== null && giftIds.includes(giftCardId)
  const touched = rows.filter((row) => isGift(row) || centsFor(row) > 0)
  if (touched.length === 0) return []
  await lockTenders(tx, touched)
  for (const row of touched) {
    const cents = isGift(row) ? row.amountCents : centsFor(row)
    if (row.voucherId !== null) await moveVoucher(tx, row.voucherId, cents)
    if (row.userId !== null) await moveCredit(tx, row.userId, cents)
    if (row.giftCardId !== null) await freeGiftCard(tx, row.giftCardId)
    await noteReturned(tx, row, cents, now)
  }
  return giftIds.length === 0 ? [] : findValues(tx, gifts)
}

/** Credit used for a later change is returned before that of the sale. */
function splitCredit(rows: readonly TenderRow[], creditCents: number): Map<number, number> {
  let left = creditCents
  const used = rows.filter(({ kind }) => kind === 'credit').toSorted((a, b) => b.id - a.id)
  return new Map(
    used.map(({ id, amountCents, returnedCents }) => {
      const cents = Math.min(left, amountCents - returnedCents)
      left -= cents
      return [id, cents]
    }),
  )
}

/** The CHECK refuses more than the tender paid. */
async function noteReturned(tx: Tx, row: TenderRow, cents: number, now: Date): Promise<void> {
  const whole = row.returnedCents + cents === row.amountCents
  await tx
    .update(orderTenders)
    .set({
      returnedCents: sql`${orderTenders.returnedCents} + ${cents}`,
      ...(whole ? { state: 'returned' as const, settledAt: now } : {}),
    })
    .where(eq(orderTenders.id, row.id))
}

async function findValues(tx: Tx, gifts: TenderAmounts['giftCards']): Promise<UsedGiftCard[]> {
  const ids = gifts.map(({ id }) => id)
  const rows = await tx
    .select({ id: giftCards.id, paidCents: giftCards.valueCents })
    .from(giftCards)
    .where(inArray(giftCards.id, ids))
  return gifts.map(({ id, amountCents }) => ({
    amountCents,
    paidCents: rows.find((row) => row.id === id)?.paidCents ?? 0,
  }))
}
