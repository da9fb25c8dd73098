import { type AddGuestsFields } from '#contract/added-guests.ts'
import { type ApiDeps } from '../../deps.ts'
import { readProviderFailure } from '../../gateways/stripe-client.ts'
import { type SignedInCaller } from '../../http/http.ts'
import { beginPayment } from '../../payments/begin-payment.ts'
import { readPaymentInput } from '../../payments/read-payment-request.ts'
import { applyStartedPayment, closeForNewPayment } from '../../payments/start-payment.ts'
import { toCents } from '../../rules/money/money.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { findOpenAttempt } from '../../store/payments/payment-attempts.ts'
import {
  type ChangePayment,
  resumeChangePayment,
  toChangePayment,
  toPaymentInputFields,
} from '../continue-change-payment.ts'
import { findAddedGuests } from './find-added-guests.ts'
import { type AgreedGuests, type GuestInput, type GuestProblem, judgeGuests } from './judge-guests.ts'
import { completeFreeGuests, openGuests } from './open-guests.ts'

export type GuestsStart = ChangePayment | ({ ok: false } & GuestProblem)

interface Adding {
  order: OrderRow
  fields: AddGuestsFields
  by: SignedInCaller
}

export const toGuestInput = (
  fields: Pick<AddGuestsFields, 'guests' | 'flight_id' | 'apply_user_credit'>,
  by: SignedInCaller,
  forStaff = false,
): GuestInput => ({
  guests: fields.guests,
  flightId: fields.flight_id,
  useCredit: fields.apply_user_credit === true,
  by,
  forStaff,
})

/**
 * Adds guests to a paid order and takes the payment: on the provider's page, by card, or with credit.
 * Their seats are held meanwhile. An open payment for the same guests continues; one for another
 * change is closed at the provider first. A repeated call gets the first answer, so nobody pays twice.
 */
export async function addGuests(deps: ApiDeps, { order, fields, by }: Adding): Promise<GuestsStart> {
  const { db } = deps.database
  const ask = toGuestInput(fields, by)
  const claimCents = toCents(fields.updated_total_price)
  const claimed = { guests: ask.guests, flightId: ask.flightId, party: fields.party, claimCents }
  const done = await findAddedGuests(db, order, claimed)
  if (done !== undefined) return { ok: true, changeId: done, payment: null }
  const judged = await judgeGuests(db, order, ask, { now: deps.clock.now() })
  if (!judged.ok) return judged
  const { agreed } = judged
  if (!isAgreed(order, agreed, fields)) return { ok: false, reason: 'price_changed' }
  try {
    return await beginGuestPayment(deps, { order, fields, by }, ask, agreed)
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

/** The caller saw this party and this price. */
export const isAgreed = (
  { totalCents }: OrderRow,
  { wish, priced }: AgreedGuests,
  { party, updated_total_price: claim }: Pick<AddGuestsFields, 'party' | 'updated_total_price'>,
): boolean => party === wish.party && toCents(claim) === totalCents + priced.totalCents

async function beginGuestPayment(
  deps: ApiDeps,
  { order, fields, by }: Adding,
  ask: GuestInput,
  { hash, priced }: AgreedGuests,
): Promise<GuestsStart> {
  const open = await findOpenAttempt(deps.database.db, order.id)
  const wanted = { orderId: order.id, ask, hash }
  if (priced.amountDueCents === null) {
    const stopped = open && (await closeForNewPayment(deps, open))
    if (stopped) return toChangePayment(stopped, open)
    const done = await completeFreeGuests(deps, wanted)
    return done.ok ? { ok: true, changeId: done.change.id, payment: null } : done
  }
  // The card of the order's membership belongs to the order; this card is saved only on request.
  const payable = { ...order, membershipPlanId: null }
  const read = await readPaymentInput(deps, toPaymentInputFields(fields), by, payable)
  if (!read.ok) return read
  const going = open && (await resumeChangePayment(deps, open, read.input, hash))
  if (open && going) return toChangePayment(going, open)
  const opened = await openGuests(deps, wanted, read.input)
  if (!opened.ok) return opened
  const { attempt } = opened
  return toChangePayment(
    await applyStartedPayment(deps, attempt, read.input, await beginPayment(deps, attempt)),
    attempt,
  )
}
