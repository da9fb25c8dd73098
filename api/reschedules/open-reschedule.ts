import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { type OrderChange } from '../store/orders/find-change.ts'
import { lockForChange, writeChange } from './write-change.ts'
import { isPaidInPart } from '../store/orders/order.ts'
import { type PaymentAttempt, type PaymentInput } from '../store/payments/payment-attempts.ts'
import { lockingSlotStore, reserveSeats } from '../slots/slot-store.ts'
import { holdForChange } from '../seats/hold-change-seats.ts'
import {
  completeFreeSeatChange,
  completeInPersonSeatChange,
  type HeldSeats,
  openSeatChange,
  type PayInPerson,
  Refused,
  type SeatChange,
  type SeatsUntil,
} from './open-seat-change.ts'
import { type RescheduleInput, type RescheduleProblem } from './reschedule-request.ts'
import { type AgreedReschedule } from './agree-reschedule.ts'
import { judgeReschedule } from './price-reschedule.ts'
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

const refused = (refusal: Refusal) => new Refused(refusal)

/**
 * The first of a reschedule's two transactions: writes it, holds the new seats, reserves its credit
 * and writes its payment attempt before the provider is called. The order keeps its present seats.
 */
export const openReschedule = (
  deps: ApiDeps,
  wanted: RescheduleToOpen,
  input: PaymentInput,
): Promise<OpenedReschedule<{ attempt: PaymentAttempt }>> =>
  openSeatChange<Refusal, HeldReschedule>(deps, toSeatChange(deps, wanted), input)

/**
 * Completes a reschedule that leaves nothing for a card in one transaction, without the provider. What
 * it costs an order that was paid in part is added to the amount due.
 */
export const completeFreeReschedule = (
  deps: ApiDeps,
  wanted: RescheduleToOpen,
): Promise<OpenedReschedule<{ change: OrderChange }>> =>
  completeFreeSeatChange<Refusal, HeldReschedule>(deps, toSeatChange(deps, wanted))

/**
 * Completes a reschedule that is paid at the counter in one transaction. If any part fails, nothing
 * is written and the customer keeps the money.
 * @param pay writes the payment for an order and a change that are valid
 */
export const completeInPersonReschedule = (
  deps: ApiDeps,
  wanted: RescheduleToOpen,
  pay: PayInPerson,
): Promise<OpenedReschedule<{ change: OrderChange }>> =>
  completeInPersonSeatChange<Refusal, HeldReschedule>(deps, toSeatChange(deps, wanted), pay)

interface HeldReschedule extends HeldSeats {
  move: AgreedReschedule
}

const toSeatChange = (deps: ApiDeps, wanted: RescheduleToOpen): SeatChange<HeldReschedule> => ({
  payerId: (wanted.ask.payer ?? wanted.ask.by).userId,
  hold: (tx, until) => writeReschedule(tx, deps, wanted, until),
  seat: async (tx, { order, move, holdIds }, now) => {
    const departAt = move.facts.slot.departAt
    const swapped = await swapSeats(tx, { ...move.wish, order, departAt, newHoldIds: holdIds, now })
    if (!swapped.ok) throw refused({ ok: false, reason: SWAPS[swapped.reason] })
  },
  canBeOwed: isPaidInPart,
  also: wanted.also,
})

/** Locks the order, then the credit, then both slots; a refusal leaves nothing behind. */
async function writeReschedule(
  tx: Tx,
  deps: ApiDeps,
  { orderId, ask, hash, check }: RescheduleToOpen,
  { until, paymentOpen }: SeatsUntil,
): Promise<HeldReschedule> {
  const now = deps.clock.now()
  const ready = await lockForChange(tx, orderId)
  if (!ready.ok) throw refused(ready)
  const { order, lastNo } = ready
  const ring = deps.settings.secrets.code
  const judged = await judgeReschedule(tx, order, ask, { ring, now, lock: true })
  if (!judged.ok) throw refused(judged)
  const { reschedule } = judged
  if (reschedule.hash !== hash) throw refused({ ok: false, reason: 'price_changed' })
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
  const holdIds = await holdForChange(tx, taken, keeping)
  return { order, change, move: reschedule, priced, lastNo, holdIds }
}

async function takeSeats(tx: Tx, deps: ApiDeps, reschedule: AgreedReschedule, now: Date) {
  const { facts, party, movable: reschedulable } = reschedule
  const store = deps.slotStore ?? lockingSlotStore
  // The old slots are locked too, so that a free reschedule takes all its locks at once.
  const slot = await store.lockSlot(tx, facts.slot, { alongside: reschedulable.fromSlotIds, now })
  const { aircraft: candidates, heldBack } = facts
  const result = await reserveSeats(tx, slot, party, { candidates, heldBack, now })
  if (!result.ok) throw refused({ ok: false, reason: result.reason })
  return result.reserved
}
