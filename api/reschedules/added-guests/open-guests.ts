import { type Tx } from '../../db/client.ts'
import { type ApiDeps } from '../../deps.ts'
import { type PaymentAttempt, type PaymentInput } from '../../store/payments/payment-attempts.ts'
import { holdForChange } from '../../seats/hold-change-seats.ts'
import { lockingSlotStore, reserveSeats } from '../../slots/slot-store.ts'
import { type OrderChange } from '../../store/orders/find-change.ts'
import { isPaidInPart } from '../../store/orders/order.ts'
import {
  completeFreeSeatChange,
  completeInPersonSeatChange,
  type HeldSeats,
  openSeatChange,
  type PayInPerson,
  Refused,
  type SeatChange,
  type SeatsUntil,
} from '../open-seat-change.ts'
import { lockForChange, writeChange } from '../write-change.ts'
import { type AgreedGuests, type GuestInput, type GuestProblem, judgeGuests } from './judge-guests.ts'
import { seatGuests } from './seat-guests.ts'

export interface GuestsToOpen {
  orderId: number
  ask: GuestInput
  /** The hash of what the payer agreed to. */
  hash: string
  /** Writes further rows once the order is locked and the guests are agreed. */
  check?: (tx: Tx, agreed: AgreedGuests) => Promise<void>
  /** Writes further rows once the change and its attempt are written. */
  also?: (tx: Tx, change: OrderChange) => Promise<void>
}

export type OpenRefusal =
  | ({ ok: false } & GuestProblem)
  | { ok: false; reason: 'price_changed' | 'payment_in_progress' | 'too_many_cards' }
type Opened<T> = ({ ok: true } & T) | OpenRefusal

/**
 * The first of the two transactions in which guests are added: writes the change, holds their seats
 * and writes the payment attempt before the provider is called. The order stays as it is.
 */
export const openGuests = (
  deps: ApiDeps,
  wanted: GuestsToOpen,
  input: PaymentInput,
): Promise<Opened<{ attempt: PaymentAttempt }>> =>
  openSeatChange<OpenRefusal, HeldSeats>(deps, toSeatChange(deps, wanted), input)

/**
 * Adds guests who leave nothing for a card, in one transaction. What they cost an order that was paid
 * in part is added to the amount due.
 */
export const completeFreeGuests = (
  deps: ApiDeps,
  wanted: GuestsToOpen,
): Promise<Opened<{ change: OrderChange }>> =>
  completeFreeSeatChange<OpenRefusal, HeldSeats>(deps, toSeatChange(deps, wanted))

/** Adds guests who are paid at the counter, in one transaction. */
export const completeInPersonGuests = (
  deps: ApiDeps,
  wanted: GuestsToOpen,
  pay: PayInPerson,
): Promise<Opened<{ change: OrderChange }>> =>
  completeInPersonSeatChange<OpenRefusal, HeldSeats>(deps, toSeatChange(deps, wanted), pay)

const refused = (refusal: OpenRefusal) => new Refused(refusal)

const toSeatChange = (deps: ApiDeps, wanted: GuestsToOpen): SeatChange<HeldSeats> => ({
  payerId: wanted.ask.by.userId,
  hold: (tx, until) => holdGuests(tx, deps, wanted, until),
  seat: async (tx, { order, change, holdIds }, now) => {
    const seated = await seatGuests(tx, deps, { order, change, holdIds, now })
    if (seated !== 'seated') throw refused({ ok: false, reason: seated })
  },
  canBeOwed: isPaidInPart,
  also: wanted.also,
})

/** Why no seats can be taken for guests, by what the slot says. */
const NO_SEATS = {
  sold_out: 'guests_full',
  too_heavy: 'guests_too_heavy',
  flight_closed: 'change_closed',
} as const

/** Locks the order, then the credit, then its slots; a refusal leaves nothing behind. */
async function holdGuests(
  tx: Tx,
  deps: ApiDeps,
  { orderId, ask, hash, check }: GuestsToOpen,
  { until, paymentOpen }: SeatsUntil,
): Promise<HeldSeats> {
  const now = deps.clock.now()
  const ready = await lockForChange(tx, orderId)
  if (!ready.ok) throw refused(ready)
  const { order, lastNo } = ready
  const judged = await judgeGuests(tx, order, ask, { now, lock: true })
  if (!judged.ok) throw refused(judged)
  const { agreed, sale } = judged
  if (agreed.hash !== hash) throw refused({ ok: false, reason: 'price_changed' })
  await check?.(tx, agreed)
  const { wish, priced, seats } = agreed
  const change = await writeChange(tx, { orderId, kind: 'guests', by: ask.by, wish, hash, priced, now })
  const held = { order, change, priced, lastNo }
  if (!seats) return { ...held, holdIds: [] }
  const { facts, party } = seats
  const store = deps.slotStore ?? lockingSlotStore
  const slot = await store.lockSlot(tx, facts.slot, { alongside: sale.slotIds, now })
  const { aircraft: candidates, heldBack, byStaff } = facts
  const result = await reserveSeats(tx, slot, party, { candidates, heldBack, now })
  if (!result.ok) throw refused({ ok: false, reason: NO_SEATS[result.reason] })
  // A party flies together; single seats are sold on one aircraft of a departure.
  if (result.reserved.some(({ flightId }) => flightId !== wish.guestFlightId)) {
    throw refused({ ok: false, reason: 'guests_full' })
  }
  const keeping = { orderId, orderChangeId: change.id, wholeFlight: false, byStaff, paymentOpen, until, now }
  return { ...held, holdIds: await holdForChange(tx, result.reserved, keeping) }
}
