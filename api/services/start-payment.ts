import { type FieldErrors } from '#contract/errors.ts'
import { type PaymentFields } from '#contract/payment.ts'
import { type ApiDeps } from '../deps.ts'
import { formatDollars, toCents } from '../domain/money.ts'
import { type ProviderPayment } from '../gateways/provider-payment.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { applyPayment } from './apply-payment.ts'
import { beginPayment, confirmAgain, type Begun } from './begin-payment.ts'
import { closeAttempt } from './close-attempt.ts'
import { completeFreeOrder } from './complete-free-order.ts'
import { findOpenAttempt, type PaymentAttempt } from './find-attempt.ts'
import { dueCentsOf, type OrderRow } from './lock-order.ts'
import { openAttempt, wishHash } from './open-attempt.ts'
import { type PaymentWish, sessionEnd } from './payment-wish.ts'
import { readPaymentWish } from './read-payment-wish.ts'

export interface StartedPayment {
  attempt: PaymentAttempt
  seen: ProviderPayment
  mode: PaymentWish['mode']
}

export type PaymentRefusal =
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | {
      ok: false
      reason:
        | 'not_found'
        | 'already_paid'
        | 'order_expired'
        | 'payment_in_progress'
        | 'payment_provider_unavailable'
    }

export type PaymentStart = { ok: true; payment: StartedPayment | null } | PaymentRefusal

const LATER_TENDERS = 'Gift cards, vouchers, codes and credit cannot be used here yet'
/** A hosted page with less time left than this is not worth sending anybody to. */
const MIN_PAGE_MS = 2 * 60_000

/**
 * Begins, resumes or repeats the payment of an order, which the caller may pay. Whatever is open already is asked
 * about first, so that nobody is charged twice: a paid one completes the order, the same page is offered again, a
 * declined card's intent takes the next card, and what does not fit the wish is closed before the new one begins.
 */
export async function startPayment(
  deps: ApiDeps,
  order: OrderRow,
  fields: PaymentFields,
): Promise<PaymentStart> {
  const refused = refuseUpFront(order, fields)
  if (refused) return refused
  const dueCents = dueCentsOf(order)
  if (dueCents === 0) return completeFreeOrder(deps, order.id)
  if (!fields.stripe_payment) return invalid({ payment: ['payment data is required'] })
  const given = fields.stripe_payment.payment_intent
  const open = await findOpenAttempt(deps.database.db, order.id)
  if (typeof given === 'string' && open?.reference !== given) return { ok: false, reason: 'not_found' }
  const read = await readPaymentWish(deps, fields.stripe_payment)
  if (!read.ok) return read
  try {
    const resumed = open ? await resume(deps, open, read.wish) : undefined
    return resumed ?? (await beginNew(deps, order.id, read.wish))
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

const invalid = (fields: FieldErrors): PaymentRefusal => ({ ok: false, reason: 'invalid', fields })

function refuseUpFront(order: OrderRow, fields: PaymentFields): PaymentRefusal | undefined {
  const { gift_card_codes: codes, gift_cards: cards, vouchers, apply_user_credit: credit } = fields
  if (codes.length > 0) return invalid({ gift_card_codes: [LATER_TENDERS] })
  if (cards.length > 0) return invalid({ gift_cards: [LATER_TENDERS] })
  if (vouchers.length > 0) return invalid({ vouchers: [LATER_TENDERS] })
  if (credit) return invalid({ apply_user_credit: [LATER_TENDERS] })
  if (order.status === 'completed') return { ok: false, reason: 'already_paid' }
  if (order.status !== 'awaiting_payment') return { ok: false, reason: 'order_expired' }
  const claim = fields.stripe_payment?.amount
  const dueCents = dueCentsOf(order)
  if (typeof claim === 'number' && toCents(claim) !== dueCents) {
    return invalid({ amount: [`The amount to pay is ${formatDollars(dueCents)}`] })
  }
  return undefined
}

/** Undefined when nothing is open any more and a new attempt may begin. */
async function resume(
  deps: ApiDeps,
  open: PaymentAttempt,
  wish: PaymentWish,
): Promise<PaymentStart | undefined> {
  if (!open.reference) {
    const begun = await beginPayment(deps, open)
    if (
      !begun.ok &&
      (begun.reason === 'payment_in_progress' || begun.reason === 'payment_provider_unavailable')
    ) {
      return { ok: false, reason: begun.reason }
    }
    const again = await findOpenAttempt(deps.database.db, open.orderId)
    return again?.reference ? resume(deps, again, wish) : undefined
  }
  const applied = await applyPayment(deps, { attemptId: open.id })
  if (!applied.ok) return { ok: false, reason: 'payment_in_progress' }
  if (applied.outcome === 'completed') return started(applied.attempt, applied.seen, wish)
  if (applied.outcome === 'returned') return { ok: false, reason: 'order_expired' }
  if (applied.outcome === 'closed') return undefined
  return goOn(deps, applied.attempt, applied.seen, wish)
}

async function goOn(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  seen: ProviderPayment,
  wish: PaymentWish,
): Promise<PaymentStart | undefined> {
  if (seen.status === 'processing') return { ok: false, reason: 'payment_in_progress' }
  const isSession = attempt.kind === 'cs'
  if (wish.mode === 'hosted' && isSession && pageIsUseful(deps, attempt)) {
    return started(attempt, seen, wish)
  }
  if (wish.mode !== 'hosted' && !isSession) {
    const sameWish = attempt.paramsHash === wishHash(wish)
    if (wish.mode === 'wallet' && seen.status === 'open') return started(attempt, seen, wish)
    if (seen.status === 'requires_action' && sameWish) return started(attempt, seen, wish)
    if (wish.mode === 'card' && seen.status === 'open') {
      return outcomeOf(deps, attempt, wish, await confirmAgain(deps, attempt, wish))
    }
  }
  const closed = await closeAttempt(deps, attempt.id)
  if (!closed.ok) return closed
  if (closed.outcome === 'closed') return undefined
  return { ok: false, reason: closed.outcome === 'completed' ? 'already_paid' : 'order_expired' }
}

function pageIsUseful(deps: ApiDeps, attempt: PaymentAttempt): boolean {
  return sessionEnd(attempt).getTime() - deps.clock.now().getTime() > MIN_PAGE_MS
}

async function beginNew(deps: ApiDeps, orderId: number, wish: PaymentWish): Promise<PaymentStart> {
  const opened = await openAttempt(deps, orderId, wish)
  if (!opened.ok) return opened
  return outcomeOf(deps, opened.attempt, wish, await beginPayment(deps, opened.attempt))
}

async function outcomeOf(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  wish: PaymentWish,
  begun: Begun,
): Promise<PaymentStart> {
  if (!begun.ok) {
    if (begun.reason === 'card_declined') return invalid({ credit_card: [begun.message] })
    if (begun.reason === 'card_refused') {
      return invalid({ credit_card: ['This card cannot be used here. Try another card.'] })
    }
    return { ok: false, reason: begun.reason }
  }
  const applied = await applyPayment(deps, { attemptId: attempt.id })
  if (!applied.ok) return { ok: false, reason: 'payment_in_progress' }
  if (applied.outcome === 'returned') return { ok: false, reason: 'order_expired' }
  return started(applied.attempt, applied.seen, wish)
}

function started(attempt: PaymentAttempt, seen: ProviderPayment, wish: PaymentWish): PaymentStart {
  return { ok: true, payment: { attempt, seen, mode: wish.mode } }
}
