import { type PaymentFields } from '#contract/payment.ts'
import { type ApiDeps } from '../deps.ts'
import { formatDollars, toCents } from '../domain/money.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type SignedInCaller } from '../http.ts'
import { beginPayment } from './begin-payment.ts'
import { completeFreeOrder } from './complete-free-order.ts'
import { findOpenAttempt } from './find-attempt.ts'
import { dueCentsOf, type OrderRow } from './lock-order.ts'
import { openAttempt } from './open-attempt.ts'
import { invalid, type PaymentRefusal, type PaymentStart, reportStart } from './payment-start.ts'
import { type PaymentWish } from './payment-wish.ts'
import { readPaymentWish } from './read-payment-wish.ts'
import { resumePayment } from './resume-payment.ts'

const LATER_TENDERS = 'Gift cards, vouchers, codes and credit cannot be used here yet'
/**
 * Begins, resumes or repeats the payment of an order, which the caller may pay. Whatever is open already is asked
 * about first, so that nobody is charged twice: a paid one completes the order, the same page is offered again, a
 * declined card's intent takes the next card, and what does not fit the wish is closed before the new one begins.
 */
export async function startPayment(
  deps: ApiDeps,
  order: OrderRow,
  fields: PaymentFields,
  payer: SignedInCaller,
): Promise<PaymentStart> {
  const refused = refuseUpFront(order, fields)
  if (refused) return refused
  const dueCents = dueCentsOf(order)
  if (dueCents === 0) return completeFreeOrder(deps, order.id)
  if (!fields.stripe_payment) return invalid({ payment: ['payment data is required'] })
  const given = fields.stripe_payment.payment_intent
  const open = await findOpenAttempt(deps.database.db, order.id)
  if (typeof given === 'string' && open?.reference !== given) return { ok: false, reason: 'not_found' }
  const read = await readPaymentWish(deps, fields.stripe_payment, payer)
  if (!read.ok) return read
  try {
    const resumed = open ? await resumePayment(deps, open, read.wish) : undefined
    return resumed ?? (await beginNew(deps, order.id, read.wish))
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

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

async function beginNew(deps: ApiDeps, orderId: number, wish: PaymentWish): Promise<PaymentStart> {
  const opened = await openAttempt(deps, orderId, wish)
  if (!opened.ok) return opened
  return reportStart(deps, opened.attempt, wish, await beginPayment(deps, opened.attempt))
}
