import { type ApiDeps } from '../deps.ts'
import { applyPayment } from './apply-payment.ts'
import { beginPayment } from './begin-payment.ts'
import { closeAttempt } from './close-attempt.ts'
import { confirmAgain, countConfirm, MAX_CARDS } from './retry-payment-confirmation.ts'
import { findOpenAttempt, type PaymentAttempt } from '../store/payments/find-attempt.ts'
import { wishHash } from './open-attempt.ts'
import { type PaymentStart, reportStart, started } from './payment-start.ts'
import { fitsCustomer, type PaymentWish, sessionEnd } from '../store/payments/payment-request.ts'
import { type ProviderPayment } from '../gateways/provider-payment.ts'

/** A hosted page with less time left than this is not worth sending anybody to. */
const MIN_PAGE_MS = 2 * 60_000

/**
 * Goes on with an order's open attempt: asks how it stands, offers the same page or address again,
 * puts the next card on the same intent, or closes it when it does not fit the wish.
 *
 * @returns undefined when nothing is open any more and a new attempt may begin
 */
export async function resumePayment(
  deps: ApiDeps,
  open: PaymentAttempt,
  wish: PaymentWish,
): Promise<PaymentStart | undefined> {
  if (!open.reference) return findOutAndResume(deps, open, wish)
  const applied = await applyPayment(deps, { attemptId: open.id })
  if (!applied.ok) return { ok: false, reason: 'payment_in_progress' }
  if (applied.outcome === 'completed') return started(applied.attempt, applied.seen, wish)
  if (applied.outcome === 'returned') return { ok: false, reason: 'order_expired' }
  if (applied.outcome === 'closed') return undefined
  return goOn(deps, applied.attempt, applied.seen, wish)
}

/**
 * We stopped before the provider's answer was stored. The same wish is asked for again; a card that
 * is not wished for any more is not charged.
 */
async function findOutAndResume(
  deps: ApiDeps,
  open: PaymentAttempt,
  wish: PaymentWish,
): Promise<PaymentStart | undefined> {
  const fits =
    wish.mode === 'hosted'
      ? open.kind === 'cs' && fitsCustomer(open.params, wish)
      : open.paramsHash === wishHash(wish)
  if (!fits) return closeForWish(deps, open)
  const begun = await beginPayment(deps, open)
  if (
    !begun.ok &&
    (begun.reason === 'payment_in_progress' || begun.reason === 'payment_provider_unavailable')
  ) {
    return { ok: false, reason: begun.reason }
  }
  const again = await findOpenAttempt(deps.database.db, open.orderId)
  return again?.reference ? resumePayment(deps, again, wish) : undefined
}

async function goOn(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  seen: ProviderPayment,
  wish: PaymentWish,
): Promise<PaymentStart | undefined> {
  if (seen.status === 'processing') return { ok: false, reason: 'payment_in_progress' }
  if (!fitsCustomer(attempt.params, wish)) return closeForWish(deps, attempt)
  const isSession = attempt.kind === 'cs'
  if (wish.mode === 'hosted' && isSession && pageIsUseful(deps, attempt)) {
    return started(attempt, seen, wish)
  }
  if (wish.mode !== 'hosted' && !isSession) {
    const sameWish = attempt.paramsHash === wishHash(wish)
    if (wish.mode === 'wallet' && seen.status === 'open') return offerAgain(deps, attempt, seen, wish)
    // A wallet is opened anew for another card than the one whose bank was asked.
    if (wish.mode === 'card' && seen.status === 'requires_action' && sameWish)
      return started(attempt, seen, wish)
    if (wish.mode === 'card' && seen.status === 'open') {
      return reportStart(deps, attempt, wish, await confirmAgain(deps, attempt, wish))
    }
  }
  return closeForWish(deps, attempt)
}

/**
 * The same intent for the next press of the wallet; the seats are kept as long for it as for
 * another card.
 */
async function offerAgain(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  seen: ProviderPayment,
  wish: PaymentWish,
): Promise<PaymentStart> {
  if (attempt.confirms >= MAX_CARDS) return { ok: false, reason: 'too_many_cards' }
  const counted = await countConfirm(deps, attempt, wish)
  return counted === undefined ? { ok: false, reason: 'payment_in_progress' } : started(attempt, seen, wish)
}

/** Ends what is open so that another way to pay may begin; undefined when it may. */
export async function closeForWish(
  deps: ApiDeps,
  attempt: PaymentAttempt,
): Promise<PaymentStart | undefined> {
  const closed = await closeAttempt(deps, attempt.id)
  if (!closed.ok) return closed
  if (closed.outcome === 'closed') return undefined
  return { ok: false, reason: closed.outcome === 'completed' ? 'already_paid' : 'order_expired' }
}

function pageIsUseful(deps: ApiDeps, attempt: PaymentAttempt): boolean {
  return sessionEnd(attempt).getTime() - deps.clock.now().getTime() > MIN_PAGE_MS
}
