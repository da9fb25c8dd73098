import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { formatDollars } from '../rules/money/money.ts'
import { NO_TENDERS, type TenderChoice } from '../rules/money/tender-choice.ts'
import { type SignedInCaller } from '../http/http.ts'
import { getDueCents, type OrderRow } from '../store/orders/lock-order.ts'
import { type PricedTenders, priceTenders } from './price-tenders.ts'
import { hasTenderInput } from './read-tender-request.ts'
import { type TenderInput } from '../gifts/tender-request.ts'
import { reserveTenders } from './reserve-tenders.ts'
import { writePrice } from '../store/orders/write-price.ts'

/** The requested tenders of an order, and the amount for the card that its payer was shown. */
export interface TenderPlan {
  input: TenderInput
  payer: SignedInCaller
  dueCents: number
}

export type LockedTenderPlan =
  | { ok: true; dueCents: number; choice: TenderChoice; tenders: (PricedTenders & { ok: true }) | undefined }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'order_expired' }

/**
 * What an order costs its card with these tenders, without reserving them; `lock` as in
 * `priceTenders`.
 */
export async function findAmountDue(
  db: DbOrTx,
  order: OrderRow,
  { input, payer }: Omit<TenderPlan, 'dueCents'>,
  { now, lock }: { now: Date; lock: boolean },
): Promise<LockedTenderPlan> {
  if (!hasTenderInput(input)) {
    return { ok: true, dueCents: getDueCents(order), choice: NO_TENDERS, tenders: undefined }
  }
  const taken = await priceTenders(db, { order, input, payer, now }, lock)
  if (!taken.ok) return taken
  const choice = {
    giftCardIds: input.giftCards.map(({ id }) => id),
    voucherIds: input.voucherIds,
    creditCents: taken.offered.creditCents,
  }
  return { ok: true, dueCents: taken.priced.amountDueCents ?? 0, choice, tenders: taken }
}

/**
 * Locks the tenders of a plan and checks again: it refuses tenders that are gone and a changed
 * amount. The order's row must be locked, its slots not yet.
 */
export async function lockTenderPlan(
  tx: Tx,
  order: OrderRow,
  plan: TenderPlan,
  now: Date,
): Promise<LockedTenderPlan> {
  const held = await findAmountDue(tx, order, plan, { now, lock: true })
  return held.ok && held.dueCents !== plan.dueCents ? amountChanged(held.dueCents) : held
}

export const amountChanged = (dueCents: number) => ({
  ok: false as const,
  reason: 'invalid' as const,
  fields: { amount: [`The amount to pay is ${formatDollars(dueCents)}`] },
})

/** Reserves the locked tenders and sets the order to their price. */
export async function reserveTenderPlan(
  tx: Tx,
  order: OrderRow,
  { tenders }: LockedTenderPlan & { ok: true },
  { payer, attemptId, now }: { payer: SignedInCaller; attemptId: number | null; now: Date },
): Promise<OrderRow> {
  if (!tenders) return order
  const paid = tenders.priced.tenders
  await reserveTenders(tx, { orderId: order.id, attemptId, userId: payer.userId, paid, now })
  return writePrice(tx, order.id, tenders.priced)
}
