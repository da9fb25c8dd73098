import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { priceFrozen } from '../rules/pricing/frozen-pricing.ts'
import { hasTenders, isAttemptOpen, type TenderChoice } from '../rules/orders/order-states.ts'
import { type GiftCardTender, type Tenders, type VoucherTender } from '../rules/pricing/pricing-facts.ts'
import { toGiftTender, toVoucherTender } from '../gifts/as-tender.ts'
import { type PaymentAttempt } from '../store/payments/payment-attempts.ts'
import { findReserved } from '../store/orders/find-reserved.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { type LockedTenders, lockTenders } from '../store/orders/lock-tenders.ts'
import { releaseTenders } from './release-tenders.ts'
import { moveCredit, moveVoucher } from './reserve-tenders.ts'
import { takeGiftCard } from '../gifts/free-gift-card.ts'
import { writePrice } from '../store/orders/write-price.ts'

type Row = typeof orderTenders.$inferSelect
export type ReReservedTenders = { ok: true; order: OrderRow } | { ok: false }
interface LatePayment {
  order: OrderRow
  attempt: PaymentAttempt
  now: Date
}

/**
 * Money of an attempt has arrived: sets the order to the price of that attempt, with its tenders
 * locked. An open attempt needs no change. For a closed one, tenders that another attempt has
 * reserved are released and exactly its own are reserved again; the result is not ok when any of
 * them is gone. The order's row must be locked, its slots not yet; a paid or cancelled order is
 * left as it is.
 */
export async function reReserveTenders(
  tx: Tx,
  { order, attempt, now }: LatePayment,
): Promise<ReReservedTenders> {
  if (isAttemptOpen(attempt.state)) {
    if (hasTenders(attempt.tenders)) await lockTenders(tx, await findReserved(tx, order.id))
    return { ok: true, order }
  }
  if (order.status !== 'awaiting_payment' && order.status !== 'expired') return { ok: true, order }
  try {
    return { ok: true, order: await tx.transaction((point) => reserveAgain(point, { order, attempt, now })) }
  } catch (error) {
    if (error instanceof Gone) return { ok: false }
    throw error
  }
}

/** Rolls back releases and reservations, because another attempt may be open with them. */
class Gone extends Error {}

async function reserveAgain(point: Tx, { order, attempt, now }: LatePayment): Promise<OrderRow> {
  const bare = (await releaseTenders(point, { orderId: order.id, now })) ?? order
  if (!hasTenders(attempt.tenders)) return bare
  const rows = await findReleased(point, attempt.id)
  const tenders = toPaidAmounts(rows, await lockTenders(point, rows), attempt)
  if (!tenders || !bare.pricing) throw new Gone()
  const priced = priceFrozen(bare.pricing, inOrderOfUse(tenders, attempt.tenders))
  const dueCents = priced.amountDueCents ?? 0
  if (attempt.part ? dueCents < attempt.amountCents : dueCents !== attempt.amountCents) throw new Gone()
  await reReserve(point, bare.id, rows)
  return writePrice(point, bare.id, priced)
}

const findReleased = (tx: Tx, attemptId: number): Promise<Row[]> =>
  tx
    .select()
    .from(orderTenders)
    .where(and(eq(orderTenders.attemptId, attemptId), eq(orderTenders.state, 'released')))
    .orderBy(asc(orderTenders.id))

/** The tenders for exactly what they paid then; undefined unless all of it is free now. */
function toPaidAmounts(
  rows: readonly Row[],
  locked: LockedTenders,
  attempt: PaymentAttempt,
): Required<Tenders> | undefined {
  const giftCards: GiftCardTender[] = []
  const vouchers: VoucherTender[] = []
  let creditCents = 0
  for (const { giftCardId, voucherId, userId, amountCents } of rows) {
    const card = locked.giftCards.find(({ id }) => id === giftCardId)
    const voucher = locked.vouchers.find(({ id }) => id === voucherId)
    const credit = locked.credits.find((one) => one.userId === userId)
    // A card that was mailed since belongs to somebody else.
    if (card?.state === 'available' && (card.lastEmailedAt ?? new Date(0)) < attempt.createdAt) {
      giftCards.push(toGiftTender(card))
    } else if (voucher?.state === 'available' && voucher.balanceCents >= amountCents) {
      vouchers.push(toVoucherTender(voucher, amountCents))
    } else if (credit && credit.balanceCents >= amountCents) {
      creditCents = amountCents
    } else {
      return undefined
    }
  }
  return { giftCards, vouchers, creditCents }
}

/** Tenders pay in the order in which they were named. */
function inOrderOfUse({ giftCards, vouchers, creditCents }: Tenders, chosen: TenderChoice): Tenders {
  const by = (ids: readonly number[]) => (a: { id: number }, b: { id: number }) =>
    ids.indexOf(a.id) - ids.indexOf(b.id)
  return {
    giftCards: giftCards?.toSorted(by(chosen.giftCardIds)),
    vouchers: vouchers?.toSorted(by(chosen.voucherIds)),
    creditCents,
  }
}

async function reReserve(tx: Tx, orderId: number, rows: readonly Row[]): Promise<void> {
  for (const { giftCardId, voucherId, userId, amountCents } of rows) {
    if (giftCardId !== null) await takeGiftCard(tx, giftCardId, orderId)
    if (voucherId !== null) await moveVoucher(tx, voucherId, -amountCents)
    if (userId !== null) await moveCredit(tx, userId, -amountCents)
  }
  const ids = rows.map(({ id }) => id)
  await tx
    .update(orderTenders)
    .set({ state: 'reserved', settledAt: null })
    .where(inArray(orderTenders.id, ids))
}
