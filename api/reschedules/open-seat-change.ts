import { type Tx } from '../db/client.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { type ApiDeps } from '../deps.ts'
import { writeAttempt } from '../payments/begin-payment.ts'
import { NO_TENDERS } from '../rules/orders/order-states.ts'
import { type PricedChange } from '../rules/pricing/price-added-upgrades.ts'
import { type OrderChange } from '../store/orders/find-change.ts'
import { type OrderRow } from '../store/orders/order.ts'
import {
  getPaymentHoldEnd,
  type PaymentAttempt,
  type PaymentInput,
} from '../store/payments/payment-attempts.ts'
import { completeChange } from './complete-change.ts'
import { reserveCredit } from './write-change.ts'

/** How long the seats of a change are held, and whether a payment for them is about to open. */
export interface SeatsUntil {
  until: Date
  paymentOpen: boolean
}

/** A change that is written, with the seats that are held for it. */
export interface HeldSeats {
  /** Locked. */
  order: OrderRow
  change: OrderChange
  priced: PricedChange
  lastNo: number
  holdIds: number[]
}

/** A change of an order that needs seats: another flight, or seats for guests. */
export interface SeatChange<Held extends HeldSeats> {
  /** Whose credit pays. */
  payerId: number
  /** Locks the order, writes the change and holds its seats; throws `Refused` to roll back. */
  hold: (tx: Tx, until: SeatsUntil) => Promise<Held>
  /** Gives the party the held seats; throws `Refused` to roll back. */
  seat: (tx: Tx, held: Held, now: Date) => Promise<void>
  /** What it costs is added to what the order still owes. */
  canBeOwed: (order: OrderRow) => boolean
  /** Writes further rows once the change and its attempt are written. */
  also?: ((tx: Tx, change: OrderChange) => Promise<void>) | undefined
}

interface AnyRefusal {
  ok: false
  reason: string
}
type PriceChanged = { ok: false; reason: 'price_changed' }

/** Rolls the transaction back and carries the reason out. */
export class Refused extends Error {
  constructor(readonly refusal: AnyRefusal) {
    super(refusal.reason)
  }
}

const PRICE_CHANGED: PriceChanged = { ok: false, reason: 'price_changed' }

/**
 * The first of a change's two transactions: writes it, holds its seats, reserves its credit and
 * writes its payment attempt before the provider is called. The order stays as it is.
 */
export function openSeatChange<R extends AnyRefusal, H extends HeldSeats>(
  deps: ApiDeps,
  { payerId, hold, also }: SeatChange<H>,
  input: PaymentInput,
): Promise<{ ok: true; attempt: PaymentAttempt } | R | PriceChanged> {
  return attempting<{ ok: true; attempt: PaymentAttempt }, R>(deps, async (tx) => {
    const now = deps.clock.now()
    const until = getPaymentHoldEnd(input, now, deps.settings.holdMinutes)
    const { order, change, priced, lastNo } = await hold(tx, { until, paymentOpen: true })
    const { creditsCents, amountDueCents } = priced
    // The price is the agreed one, so something is left for the card.
    if (amountDueCents === null) throw new Refused(PRICE_CHANGED)
    const price = { dueCents: amountDueCents, choice: { ...NO_TENDERS, creditCents: creditsCents } }
    const paying = { wish: input, price, now, until, orderChangeId: change.id }
    const attempt = await writeAttempt(tx, order, lastNo + 1, paying)
    await reserveCredit(tx, change, { userId: payerId, attemptId: attempt.id, now })
    await also?.(tx, change)
    return { ok: true, attempt }
  })
}

/**
 * Completes a change that leaves nothing for a card in one transaction, without the provider. What
 * it costs an order that was paid in part is added to the amount due.
 */
export function completeFreeSeatChange<R extends AnyRefusal, H extends HeldSeats>(
  deps: ApiDeps,
  { payerId, hold, seat, canBeOwed }: SeatChange<H>,
): Promise<{ ok: true; change: OrderChange } | R | PriceChanged> {
  return attempting<{ ok: true; change: OrderChange }, R>(deps, async (tx) => {
    const now = deps.clock.now()
    const held = await hold(tx, { until: now, paymentOpen: false })
    const { order, change, priced } = held
    const costCents = priced.amountDueCents
    if (costCents !== null && !canBeOwed(order)) throw new Refused(PRICE_CHANGED)
    await reserveCredit(tx, change, { userId: payerId, attemptId: null, now })
    await seat(tx, held, now)
    const eventKey = `order_change:${String(change.id)}`
    const paid = { attemptId: null, paidCents: 0, dueCents: costCents ?? 0 }
    await completeChange(tx, deps, { order, change, paid, eventKey, actor: change.actor, now })
    return { ok: true, change }
  })
}

/** Writes the payment of an order and a change that are valid; false when it cannot be accepted. */
export type PayInPerson = (
  tx: Tx,
  opened: {
    order: OrderRow
    change: OrderChange
    dueCents: number
    attemptNo: number
    reserve: (attemptId: number) => Promise<void>
  },
) => Promise<boolean>

/**
 * Completes a change that is paid at the counter in one transaction. If any part fails, nothing is
 * written and the customer keeps the money.
 */
export function completeInPersonSeatChange<R extends AnyRefusal, H extends HeldSeats>(
  deps: ApiDeps,
  { payerId, hold }: SeatChange<H>,
  pay: PayInPerson,
): Promise<{ ok: true; change: OrderChange } | R | PriceChanged> {
  return attempting<{ ok: true; change: OrderChange }, R>(deps, async (tx) => {
    const now = deps.clock.now()
    const { order, change, priced, lastNo } = await hold(tx, { until: now, paymentOpen: false })
    const { amountDueCents: dueCents } = priced
    if (dueCents === null) throw new Refused(PRICE_CHANGED)
    const reserve = (attemptId: number) => reserveCredit(tx, change, { userId: payerId, attemptId, now })
    const kept = await pay(tx, { order, change, dueCents, attemptNo: lastNo + 1, reserve })
    if (!kept) throw new Refused(PRICE_CHANGED)
    return { ok: true, change }
  })
}

/** @typeParam R what `hold` and `seat` refuse with */
async function attempting<T extends { ok: true }, R extends AnyRefusal>(
  deps: ApiDeps,
  act: (tx: Tx) => Promise<T>,
): Promise<T | R> {
  try {
    return await retryDeadlocks(() => deps.database.db.transaction(act))
  } catch (error) {
    if (error instanceof Refused) return error.refusal as R
    throw error
  }
}
