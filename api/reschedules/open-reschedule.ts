import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { NO_TENDERS } from '../rules/orders/order-states.ts'
import { completeChange } from './complete-change.ts'
import { type OrderChange } from '../store/orders/find-change.ts'
import { lockForChange, reserveCredit, writeChange } from './write-change.ts'
import { isPaidInPart, type OrderRow } from '../store/orders/order.ts'
import {
  getPaymentHoldEnd,
  type PaymentAttempt,
  type PaymentInput,
} from '../store/payments/payment-attempts.ts'
import { writeAttempt } from '../payments/begin-payment.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { lockingSlotStore, reserveSeats } from '../slots/slot-store.ts'
import { holdForChange } from '../seats/hold-change-seats.ts'
import { type RescheduleInput, type RescheduleProblem } from './reschedule-request.ts'
import { type AgreedReschedule, judgeReschedule } from './price-reschedule.ts'
import { swapSeats } from './swap-rescheduled-seats.ts'

export interface RescheduleToOpen {
  orderId: number
  ask: RescheduleInput
  /** The hash of what the payer agreed to. */
  hash: string
  /** Checks under the order's lock before seats are reserved; throws to roll back. */
  check?: (tx: Tx, reschedule: AgreedReschedule) => Promise<void>
  /** Writes further rows once the reschedule and its attempt are written. */
  also?: (tx: Tx, change: OrderChange) => Promise<void>
}

type Refusal =
  | ({ ok: false } & RescheduleProblem)
  | { ok: false; reason: 'price_changed' | 'payment_in_progress' | 'too_many_cards' }
export type OpenedReschedule<T> = ({ ok: true } & T) | Refusal

/** Why seats that were held a moment ago are not available. */
const SWAPS = { hold_lapsed: 'sold_out', seats_gone: 'payment_in_progress', too_heavy: 'too_heavy' } as const

/** Rolls the transaction back and carries the reason out. */
class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason)
  }
}

/**
 * The first of a reschedule's two transactions: writes it, holds the new seats, reserves its credit
 * and writes its payment attempt before the provider is called. The order keeps its present seats.
 */
export function openReschedule(
  deps: ApiDeps,
  wanted: RescheduleToOpen,
  input: PaymentInput,
): Promise<OpenedReschedule<{ attempt: PaymentAttempt }>> {
  return attempting(deps, async (tx) => {
    const now = deps.clock.now()
    const until = getPaymentHoldEnd(input, now, deps.settings.holdMinutes)
    const {
      order,
      change,
      move: reschedule,
      lastNo,
    } = await writeReschedule(tx, deps, wanted, { until, paymentOpen: true })
    const { creditsCents, amountDueCents } = reschedule.priced
    // The price is the agreed one, so something is left for the card.
    if (amountDueCents === null) throw new Refused({ ok: false, reason: 'price_changed' })
    const price = { dueCents: amountDueCents, choice: { ...NO_TENDERS, creditCents: creditsCents } }
    const paying = { wish: input, price, now, until, orderChangeId: change.id }
    const attempt = await writeAttempt(tx, order, lastNo + 1, paying)
    await reserveCredit(tx, change, { userId: payerOf(wanted), attemptId: attempt.id, now })
    await wanted.also?.(tx, change)
    return { ok: true, attempt }
  })
}

/**
 * Completes a reschedule that leaves nothing for a card in one transaction, without the provider. What
 * it costs an order that was paid in part is added to the amount due.
 */
export function completeFreeReschedule(
  deps: ApiDeps,
  wanted: RescheduleToOpen,
): Promise<OpenedReschedule<{ change: OrderChange }>> {
  return attempting(deps, async (tx) => {
    const now = deps.clock.now()
    const {
      order,
      change,
      move: reschedule,
      holdIds,
    } = await writeReschedule(tx, deps, wanted, { until: now, paymentOpen: false })
    const costCents = reschedule.priced.amountDueCents
    if (costCents !== null && !isPaidInPart(order)) throw new Refused({ ok: false, reason: 'price_changed' })
    await reserveCredit(tx, change, { userId: payerOf(wanted), attemptId: null, now })
    const departAt = reschedule.facts.slot.departAt
    const swapped = await swapSeats(tx, { ...reschedule.wish, order, departAt, newHoldIds: holdIds, now })
    if (!swapped.ok) throw new Refused({ ok: false, reason: SWAPS[swapped.reason] })
    const eventKey = `order_change:${String(change.id)}`
    const paid = { attemptId: null, paidCents: 0, dueCents: costCents ?? 0 }
    await completeChange(tx, deps, { order, change, paid, eventKey, actor: change.actor, now })
    return { ok: true, change }
  })
}

/**
 * Completes a reschedule that is paid at the counter in one transaction. If any part fails, nothing
 * is written and the customer keeps the money.
 * @param pay writes the payment for an order and a change that are valid
 */
export function completeInPersonReschedule(
  deps: ApiDeps,
  wanted: RescheduleToOpen,
  pay: (
    tx: Tx,
    opened: {
      order: OrderRow
      change: OrderChange
      dueCents: number
      attemptNo: number
      reserve: (attemptId: number) => Promise<void>
    },
  ) => Promise<boolean>,
): Promise<OpenedReschedule<{ change: OrderChange }>> {
  return attempting(deps, async (tx) => {
    const now = deps.clock.now()
    const {
      order,
      change,
      move: reschedule,
      lastNo,
    } = await writeReschedule(tx, deps, wanted, { until: now, paymentOpen: false })
    const { amountDueCents: dueCents } = reschedule.priced
    if (dueCents === null) throw new Refused({ ok: false, reason: 'price_changed' })
    const userId = payerOf(wanted)
    const reserve = (attemptId: number) => reserveCredit(tx, change, { userId, attemptId, now })
    const kept = await pay(tx, { order, change, dueCents, attemptNo: lastNo + 1, reserve })
    if (!kept) throw new Refused({ ok: false, reason: 'price_changed' })
    return { ok: true, change }
  })
}

const payerOf = ({ ask }: RescheduleToOpen): number => (ask.payer ?? ask.by).userId

async function attempting<T extends { ok: true }>(
  deps: ApiDeps,
  act: (tx: Tx) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await retryDeadlocks(() => deps.database.db.transaction(act))
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

interface Written {
  order: OrderRow
  change: OrderChange
  move: AgreedReschedule
  lastNo: number
  holdIds: number[]
}

/** Locks the order, then the credit, then both slots; a refusal leaves nothing behind. */
async function writeReschedule(
  tx: Tx,
  deps: ApiDeps,
  { orderId, ask, hash, check }: RescheduleToOpen,
  { until, paymentOpen }: { until: Date; paymentOpen: boolean },
): Promise<Written> {
  const now = deps.clock.now()
  const ready = await lockForChange(tx, orderId)
  if (!ready.ok) throw new Refused(ready)
  const { order, lastNo } = ready
  const ring = deps.settings.secrets.code
  const judged = await judgeReschedule(tx, order, ask, { ring, now, lock: true })
  if (!judged.ok) throw new Refused(judged)
  const { reschedule } = judged
  if (reschedule.hash !== hash) throw new Refused({ ok: false, reason: 'price_changed' })
  await check?.(tx, reschedule)
  const { wish: input, priced, waivedCents } = reschedule
  const written = {
    orderId,
    kind: 'reschedule',
    by: ask.by,
    wish: input,
    hash,
    priced,
    waivedCents,
    now,
  } as const
  const change = await writeChange(tx, written)
  const taken = await takeSeats(tx, deps, reschedule, now)
  const wholeFlight = order.quantityType === 'flight'
  const { byStaff } = reschedule.facts
  const keeping = { orderId, orderChangeId: change.id, wholeFlight, byStaff, paymentOpen, until, now }
  return { order, change, move: reschedule, lastNo, holdIds: await holdForChange(tx, taken, keeping) }
}

async function takeSeats(tx: Tx, deps: ApiDeps, reschedule: AgreedReschedule, now: Date) {
  const { facts, party, movable: reschedulable } = reschedule
  const store = deps.slotStore ?? lockingSlotStore
  // The old slots are locked too, so that a free reschedule takes all its locks at once.
  const slot = await store.lockSlot(tx, facts.slot, { alongside: reschedulable.fromSlotIds, now })
  const { aircraft: candidates, heldBack } = facts
  const result = await reserveSeats(tx, slot, party, { candidates, heldBack, now })
  if (!result.ok) throw new Refused({ ok: false, reason: result.reason })
  return result.reserved
}
