import { type PaymentFields } from '#contract/payment.ts'
import { type ApiDeps } from '../deps.ts'
import { hidesCredit, NO_CREDIT_HERE } from '../rules/pricing/credit-obstacle.ts'
import { priceFrozen } from '../rules/pricing/frozen-pricing.ts'
import { toCents } from '../rules/money/money.ts'
import { hasTenders } from '../rules/money/tender-choice.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { beginPayment } from './begin-payment.ts'
import { completeFreeOrder } from './complete-free-order.ts'
import { findOpenAttempt, type PaymentAttempt } from '../store/payments/find-attempt.ts'
import { refuseUsedCard } from '../memberships/claim-members-price.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'
import { openAttempt } from './open-attempt.ts'
import {
  invalidPayment,
  type PaymentRefusal,
  type PaymentStart,
  applyStartedPayment,
} from './payment-start.ts'
import { type PaymentInput } from '../store/payments/payment-request.ts'
import { readPaymentInput } from './read-payment-request.ts'
import { readTenderInput, isSameTenderInput, hasTenderInput } from '../tenders/read-tender-request.ts'
import { type TenderInput } from '../gifts/tender-request.ts'
import { closeForNewPayment, resumePayment } from './continue-payment.ts'
import { findAmountDue, type TenderPlan, amountChanged } from '../tenders/reserve-order-tenders.ts'

/**
 * Begins, continues or repeats the payment of an order, which the caller may pay. An open payment
 * is read first, so that nobody is charged twice: a paid one completes the order, the same page is
 * offered again, a declined card's intent takes the next card, and one that does not fit the
 * request, or has other tenders, is closed before the new one begins.
 */
export async function startPayment(
  deps: ApiDeps,
  order: OrderRow,
  fields: PaymentFields,
  payer: SignedInCaller,
): Promise<PaymentStart> {
  if (order.status === 'completed') return { ok: false, reason: 'already_paid' }
  if (order.status !== 'awaiting_payment') return { ok: false, reason: 'order_expired' }
  const open = await findOpenAttempt(deps.database.db, order.id)
  const planned = await planPayment(deps, { order, open, payer }, fields)
  if (!planned.ok) return planned
  const { plan, fits } = planned
  try {
    if (plan.dueCents === 0) return await payWithoutCard(deps, order.id, { open, plan })
    if (!fields.stripe_payment) return invalidPayment({ payment: ['payment data is required'] })
    const given = fields.stripe_payment.payment_intent
    if (typeof given === 'string' && open?.reference !== given) return { ok: false, reason: 'not_found' }
    const read = await readPaymentInput(deps, fields.stripe_payment, payer, order)
    if (!read.ok) return read
    const used = read.input.mode === 'card' && (await refuseUsedCard(deps, order, read.input.method))
    if (used) return invalidPayment(used)
    const resumed =
      open && (await (fits ? resumePayment(deps, open, read.input) : closeForNewPayment(deps, open)))
    return resumed ?? (await beginNew(deps, order.id, { wish: read.input, plan }))
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

interface Paying {
  order: OrderRow
  open: PaymentAttempt | undefined
  payer: SignedInCaller
}

type Planned = { ok: true; plan: TenderPlan; fits: boolean } | PaymentRefusal

/**
 * The tenders beside a card and the amount left for the card. Another expected amount is refused
 * with the right one before the provider is called.
 */
async function planPayment(
  deps: ApiDeps,
  { order, open, payer }: Paying,
  fields: PaymentFields,
): Promise<Planned> {
  if (fields.apply_user_credit && order.pricing && hidesCredit(order.pricing.facts.product)) {
    return { ok: false, reason: 'invalid', fields: { apply_user_credit: [NO_CREDIT_HERE] } }
  }
  const read = await readTenderInput(deps, order, payer, fields)
  if (!read.ok) return read
  const { input } = read
  const fits = open !== undefined && isSameTenderInput(open.tenders, input)
  const due = fits
    ? { ok: true as const, dueCents: open.amountCents }
    : await dueWithout(deps, { order, open, payer }, input)
  if (!due.ok) return due
  const claim = fields.stripe_payment?.amount
  // Null is an expected amount as well: that nothing is due.
  if (claim !== undefined && toCents(claim ?? 0) !== due.dueCents) return amountChanged(due.dueCents)
  return { ok: true, plan: { input, payer, dueCents: due.dueCents }, fits }
}

/** The price with other tenders than those of the open payment, which is closed first. */
async function dueWithout(deps: ApiDeps, { order, open, payer }: Paying, input: TenderInput) {
  const stands = open && hasTenders(open.tenders) && order.pricing
  if (stands && !hasTenderInput(input)) {
    return { ok: true as const, dueCents: priceFrozen(stands).amountDueCents ?? 0 }
  }
  const { db } = deps.database
  return findAmountDue(db, order, { input, payer }, { now: deps.clock.now(), lock: false })
}

/**
 * Nothing is left for a card. An open payment is closed at the provider first, so that it cannot
 * bring money.
 */
async function payWithoutCard(
  deps: ApiDeps,
  orderId: number,
  { open, plan }: { open: PaymentAttempt | undefined; plan: TenderPlan },
): Promise<PaymentStart> {
  const stopped = open && (await closeForNewPayment(deps, open))
  return stopped ?? completeFreeOrder(deps, orderId, plan)
}

async function beginNew(
  deps: ApiDeps,
  orderId: number,
  { wish: input, plan }: { wish: PaymentInput; plan: TenderPlan },
): Promise<PaymentStart> {
  const opened = await openAttempt(deps, orderId, { wish: input, plan })
  if (!opened.ok) return opened
  return applyStartedPayment(deps, opened.attempt, input, await beginPayment(deps, opened.attempt))
}
