import { eq, sql } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { creditBalances, vouchers } from '../db/schema/tenders.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { type PaidByTenders } from '../rules/pricing/pricing.ts'
import { takeGiftCard } from '../gifts/free-gift-card.ts'

export interface Reservation {
  orderId: number
  /** Null when nothing is left for a card. */
  attemptId: number | null
  /** The owner of the credit. */
  userId: number
  paid: PaidByTenders
  now: Date
}

/** Reserves the tenders of an order. They must be locked and able to pay it. */
export async function reserveTenders(tx: Tx, reservation: Reservation): Promise<void> {
  const { orderId, attemptId, userId, paid, now } = reservation
  const row = { orderId, attemptId, state: 'reserved' as const, createdAt: now }
  const rows: (typeof orderTenders.$inferInsert)[] = []
  for (const { id, amountCents } of paid.giftCards) {
    await takeGiftCard(tx, id, orderId)
    rows.push({ ...row, kind: 'gift_card', giftCardId: id, amountCents })
  }
  for (const { id, amountCents } of paid.vouchers) {
    await moveVoucher(tx, id, -amountCents)
    rows.push({ ...row, kind: 'voucher', voucherId: id, amountCents })
  }
  if (paid.creditCents > 0) {
    await moveCredit(tx, userId, -paid.creditCents)
    rows.push({ ...row, kind: 'credit', userId, amountCents: paid.creditCents })
  }
  if (rows.length > 0) await tx.insert(orderTenders).values(rows)
}

/** The CHECK on the balance refuses more than there is, whatever the code does. */
export async function moveVoucher(tx: Tx, id: number, cents: number): Promise<void> {
  await tx
    .update(vouchers)
    .set({ balanceCents: sql`${vouchers.balanceCents} + ${cents}` })
    .where(eq(vouchers.id, id))
}

/** A user's first credit creates their balance. The CHECK prevents a negative one. */
export async function moveCredit(tx: Tx, userId: number, cents: number): Promise<void> {
  const balanceCents = sql`${creditBalances.balanceCents} + ${cents}`
  if (cents < 0) {
    await tx.update(creditBalances).set({ balanceCents }).where(eq(creditBalances.userId, userId))
    return
  }
  await tx
    .insert(creditBalances)
    .values({ userId, balanceCents: cents })
    .onConflictDoUpdate({ target: creditBalances.userId, set: { balanceCents } })
}
