import { type ApiDeps } from '../deps.ts'
import { applyPayment } from './apply-payment.ts'
import { beginPayment } from './begin-payment.ts'
import { closeAttempt } from './close-attempt.ts'
import { confirmAgain, countConfirm, MAX_CARDS } from './retry-payment-confirmation.ts'
import { findOpenAttempt, type PaymentAttempt } from '../store/payments/find-attempt.ts'
import { hashPaymentInput } from './open-attempt.ts'
import { type PaymentStart, applyStartedPayment, presentStartedPayment } from './payment-start.ts'
import { hasSameCustomer, type PaymentInput, getSessionEnd } from '../store/payments/payment-request.ts'
import { type ProviderPayment } from '../gateways/provider-payment.ts'

/** A hosted page with less time left than this is not offered again. */
const MIN_PAGE_MS = 2 * 60_000

/**
 * Continues an order's open attempt: reads its state, offers the same page again, puts the next
 * card on the same intent, or closes it when it does not fit the request.
 * @returns undefined when nothing is open any more and a new attempt may begin
 */
export async function resumePayment(
  deps: ApiDeps,
  open: PaymentAttempt,
  input: PaymentInput,
): Promise<PaymentStart | undefined> {
  if (!open.reference) return findOutAndResume(deps, open, input)
  const applied = await applyPayment(deps, { attemptId: open.id })
  if (!applied.ok) return { ok: false, reason: 'payment_in_progress' }
  if (applied.outcome === 'completed') return presentStartedPayment(applied.attempt, applied.seen, input)
  if (applied.outcome === 'returned') return { ok: false, reason: 'order_expired' }
  if (applied.outcome === 'closed') return undefined
  return resume(deps, applied.attempt, applied.seen, input)
}

/**
 * The provider's answer was not stored. The same request is sent again; a card that is no longer
 * requested is not charged.
 */
async function findOutAndResume(
  deps: ApiDeps,
  open: PaymentAttempt,
  input: PaymentInput,
): Promise<PaymentStart | undefined> {
  const fits =
    input.mode === 'hosted'
      ? open.kind === 'cs' && hasSameCustomer(open.params, input)
      : open.paramsHash === hashPaymentInput(input)
  if (!fits) return closeForNewPayment(deps, open)
  const begun = await beginPayment(deps, open)
  if (
    !begun.ok &&
    (begun.reason === 'payment_in_progress' || begun.reason === 'payment_provider_unavailable')
  ) {
    return { ok: false, reason: begun.reason }
  }
  const again = await findOpenAttempt(deps.database.db, open.orderId)
  return again?.reference ? resumePayment(deps, again, input) : undefined
}

async function resume(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  seen: ProviderPayment,
  input: PaymentInput,
): Promise<PaymentStart | undefined> {
  if (seen.status === 'processing') return { ok: false, reason: 'payment_in_progress' }
  if (!hasSameCustomer(attempt.params, input)) return closeForNewPayment(deps, attempt)
  const isSession = attempt.kind === 'cs'
  if (input.mode === 'hosted' && isSession && pageIsUseful(deps, attempt)) {
    return presentStartedPayment(attempt, seen, input)
  }
  if (input.mode !== 'hosted' && !isSession) {
    const sameWish = attempt.paramsHash === hashPaymentInput(input)
    if (input.mode === 'wallet' && seen.status === 'open') return presentAgain(deps, attempt, seen, input)
    // The wallet opens anew for another card than the one whose bank was asked.
    if (input.mode === 'card' && seen.status === 'requires_action' && sameWish)
      return presentStartedPayment(attempt, seen, input)
    if (input.mode === 'card' && seen.status === 'open') {
      return applyStartedPayment(deps, attempt, input, await confirmAgain(deps, attempt, input))
    }
  }
  return closeForNewPayment(deps, attempt)
}

/**
 * Offers the same intent for the next press of the wallet button; the seats are held as long as for
 * another card.
 */
async function presentAgain(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  seen: ProviderPayment,
  input: PaymentInput,
): Promise<PaymentStart> {
  if (attempt.confirms >= MAX_CARDS) return { ok: false, reason: 'too_many_cards' }
  const counted = await countConfirm(deps, attempt, input)
  return counted === undefined
    ? { ok: false, reason: 'payment_in_progress' }
    : presentStartedPayment(attempt, seen, input)
}

/** Closes the open attempt so that another way to pay may begin; undefined when it may. */
export async function closeForNewPayment(
  deps: ApiDeps,
  attempt: PaymentAttempt,
): Promise<PaymentStart | undefined> {
  const closed = await closeAttempt(deps, attempt.id)
  if (!closed.ok) return closed
  if (closed.outcome === 'closed') return undefined
  return { ok: false, reason: closed.outcome === 'completed' ? 'already_paid' : 'order_expired' }
}

function pageIsUseful(deps: ApiDeps, attempt: PaymentAttempt): boolean {
  return getSessionEnd(attempt).getTime() - deps.clock.now().getTime() > MIN_PAGE_MS
}
