import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { NO_TENDERS } from '../rules/orders/order-states.ts'
import { type OrderRow } from '../store/orders/order.ts'
import {
  getPaymentHoldEnd,
  type PaymentAttempt,
  type PaymentInput,
} from '../store/payments/payment-attempts.ts'
import { writeAttempt } from '../payments/begin-payment.ts'
import { completeChange } from './complete-change.ts'
import { type OrderChange } from '../store/orders/find-change.ts'
import { type ChangeInput, type ChangeProblem, type ChangeJudgement, priceChange } from './price-change.ts'
import { lockForChange, reserveCredit, writeChange } from './write-change.ts'

export type OpenedChange<T> =
  | ({ ok: true } & T)
  | ({ ok: false } & ChangeProblem)
  | { ok: false; reason: 'price_changed' | 'payment_in_progress' | 'too_many_cards' }

export interface ChangeToOpen {
  orderId: number
  ask: ChangeInput
  /** The hash of what the payer agreed to. */
  hash: string
}

/**
 * Writes a change, reserves its credit and writes its payment attempt before the provider is
 * called. Unpaid changes are superseded, and late money for them is refunded.
 */
export function openChange(
  deps: ApiDeps,
  wanted: ChangeToOpen,
  input: PaymentInput,
): Promise<OpenedChange<{ attempt: PaymentAttempt }>> {
  const now = deps.clock.now()
  const until = getPaymentHoldEnd(input, now, deps.settings.holdMinutes)
  return deps.database.db.transaction(async (tx) => {
    const written = await writeUpgrades(tx, wanted, now)
    if (!written.ok) return written
    const { order, change, judged, lastNo } = written
    const { creditsCents, amountDueCents } = judged.priced
    // The price is the agreed one, so something is left for the card.
    if (amountDueCents === null) return { ok: false, reason: 'price_changed' }
    const price = { dueCents: amountDueCents, choice: { ...NO_TENDERS, creditCents: creditsCents } }
    const paying = { wish: input, price, now, until, orderChangeId: change.id }
    const attempt = await writeAttempt(tx, order, lastNo + 1, paying)
    await reserveCredit(tx, change, { userId: wanted.ask.by.userId, attemptId: attempt.id, now })
    return { ok: true, attempt }
  })
}

/** Completes a change that leaves nothing for a card at once, without the provider. */
export function completeFreeChange(
  deps: ApiDeps,
  wanted: ChangeToOpen,
): Promise<OpenedChange<{ change: OrderChange }>> {
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    const written = await writeUpgrades(tx, wanted, now)
    if (!written.ok) return written
    const { order, change, judged } = written
    if (judged.priced.amountDueCents !== null) return { ok: false, reason: 'price_changed' }
    await reserveCredit(tx, change, { userId: wanted.ask.by.userId, attemptId: null, now })
    const eventKey = `order_change:${String(change.id)}`
    const paid = { attemptId: null, paidCents: 0 }
    await completeChange(tx, deps, { order, change, paid, eventKey, actor: change.actor, now })
    return { ok: true, change }
  })
}

type Judged = ChangeJudgement & { ok: true }
type Written = OpenedChange<{ order: OrderRow; change: OrderChange; judged: Judged; lastNo: number }>

/** A refusal has written nothing. */
async function writeUpgrades(tx: Tx, { orderId, ask, hash }: ChangeToOpen, now: Date): Promise<Written> {
  const ready = await lockForChange(tx, orderId)
  if (!ready.ok) return ready
  const { order, lastNo } = ready
  const judged = await priceChange(tx, order, ask, { now, lock: true })
  if (!judged.ok) return judged
  if (judged.hash !== hash) return { ok: false, reason: 'price_changed' }
  const { details, priced } = judged
  const change = await writeChange(tx, {
    orderId,
    kind: 'upgrades',
    by: ask.by,
    wish: details,
    hash,
    priced,
    now,
  })
  return { ok: true, order, change, judged, lastNo }
}
