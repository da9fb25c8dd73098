import { and, eq, inArray } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { orderChanges } from '../../db/schema/orders.ts'
import { type ApiDeps } from '../../deps.ts'
import { NO_TENDERS } from '../../domain/pricing/tender-choice.ts'
import { lockOrder, type OrderRow } from '../orders/lock-order.ts'
import { findOpenAttempt, type PaymentAttempt } from '../payments/find-attempt.ts'
import { countAttempts, writeAttempt } from '../payments/open-attempt.ts'
import { holdUntil, type PaymentWish } from '../payments/payment-wish.ts'
import { reserveTenders } from '../tenders/reserve-tenders.ts'
import { completeChange } from './complete-change.ts'
import { type OrderChange } from './find-change.ts'
import { type ChangeAsk, type ChangeTrouble, type JudgedChange, priceChange } from './price-change.ts'

/** Tries for one order that came to nothing; who needs more is trying stolen cards. */
const MAX_FAILED = 20

export type Opened<T> =
  | ({ ok: true } & T)
  | ({ ok: false } & ChangeTrouble)
  | { ok: false; reason: 'price_changed' | 'payment_in_progress' | 'too_many_cards' }

export interface ChangeToOpen {
  orderId: number
  ask: ChangeAsk
  /** What the payer agreed to. */
  hash: string
}

/**
 * Writes a change, reserves its credit, and writes the attempt that is to pay it, before the provider is called. Changes
 * that were never paid are superseded: should their money still come, it goes back.
 */
export function openChange(
  deps: ApiDeps,
  wanted: ChangeToOpen,
  wish: PaymentWish,
): Promise<Opened<{ attempt: PaymentAttempt }>> {
  const now = deps.clock.now()
  const until = holdUntil(wish, now, deps.settings.holdMinutes)
  return deps.database.db.transaction(async (tx) => {
    const written = await writeChange(tx, wanted, now)
    if (!written.ok) return written
    const { order, change, judged, lastNo } = written
    const { creditsCents, amountDueCents } = judged.priced
    // The price is the one that was agreed to, so something is left for the card.
    if (amountDueCents === null) return { ok: false, reason: 'price_changed' }
    const price = { dueCents: amountDueCents, choice: { ...NO_TENDERS, creditCents: creditsCents } }
    const paying = { wish, price, now, until, orderChangeId: change.id }
    const attempt = await writeAttempt(tx, order, lastNo + 1, paying)
    await reserveCredit(tx, { order, judged, by: wanted.ask.by.userId, attemptId: attempt.id, now })
    return { ok: true, attempt }
  })
}

/** A change that leaves nothing for a card is on its order at once, without the provider. */
export function completeFreeChange(
  deps: ApiDeps,
  wanted: ChangeToOpen,
): Promise<Opened<{ change: OrderChange }>> {
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const written = await writeChange(tx, wanted, now)
    if (!written.ok) return written
    const { order, change, judged } = written
    if (judged.priced.amountDueCents !== null) return { ok: false, reason: 'price_changed' }
    await reserveCredit(tx, { order, judged, by: wanted.ask.by.userId, attemptId: null, now })
    const eventKey = `order_change:${String(change.id)}`
    const paid = { attemptId: null, paidCents: 0 }
    await completeChange(tx, deps, { order, change, paid, eventKey, actor: change.actor, now })
    return { ok: true, change }
  })
}

type Judged = JudgedChange & { ok: true }
type Written = Opened<{ order: OrderRow; change: OrderChange; judged: Judged; lastNo: number }>

/** Whoever gets a refusal has written nothing. */
async function writeChange(tx: Tx, { orderId, ask, hash }: ChangeToOpen, now: Date): Promise<Written> {
  const order = await lockOrder(tx, orderId)
  if (await findOpenAttempt(tx, orderId)) return { ok: false, reason: 'payment_in_progress' }
  const before = await countAttempts(tx, orderId)
  if (before.failed >= MAX_FAILED) return { ok: false, reason: 'too_many_cards' }
  const judged = await priceChange(tx, order, ask, { now, lock: true })
  if (!judged.ok) return judged
  if (judged.hash !== hash) return { ok: false, reason: 'price_changed' }
  await tx
    .update(orderChanges)
    .set({ state: 'superseded', settledAt: now })
    .where(
      and(eq(orderChanges.orderId, orderId), inArray(orderChanges.state, ['awaiting_payment', 'expired'])),
    )
  const { by } = ask
  const { lines, totalCents, creditsCents } = judged.priced
  const [change] = await tx
    .insert(orderChanges)
    .values({
      orderId,
      kind: 'upgrades',
      state: 'awaiting_payment',
      actor: by.kind === 'guest' ? `session:${by.sessionId}` : `user:${String(by.userId)}`,
      wish: judged.wish,
      wishHash: hash,
      lines,
      totalCents,
      creditsCents,
      createdAt: now,
    })
    .returning()
  if (!change) throw new Error('The order change was not written')
  return { ok: true, order, change, judged, lastNo: before.lastNo }
}

interface CreditToReserve {
  order: OrderRow
  judged: Judged
  by: number
  attemptId: number | null
  now: Date
}

async function reserveCredit(tx: Tx, { order, judged, by, attemptId, now }: CreditToReserve): Promise<void> {
  const paid = { giftCards: [], vouchers: [], creditCents: judged.priced.creditsCents }
  await reserveTenders(tx, { orderId: order.id, attemptId, userId: by, paid, now })
}
