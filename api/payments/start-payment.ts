import { type FieldErrors } from '#contract/errors.ts'
import { type PaymentFields } from '#contract/payment.ts'
import { type ApiDeps } from '../deps.ts'
import { type ProviderPayment } from '../gateways/provider-payment.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type TenderInput } from '../gifts/tender-request.ts'
import { type SignedInCaller } from '../http/http.ts'
import { refuseUsedCard } from '../memberships/claim-members-price.ts'
import { toCents } from '../rules/money/money.ts'
import { hasTenders } from '../rules/orders/order-states.ts'
import { priceFrozen } from '../rules/pricing/frozen-pricing.ts'
import { hidesCredit, NO_CREDIT_HERE } from '../rules/pricing/pricing.ts'
import { type HoldLimitReached } from '../seats/rules/hold-limits.ts'
import {
  getDueCents,
  getPartCents,
  isPaidInPart,
  type OrderRow,
  startsMembership,
} from '../store/orders/order.ts'
import {
  findOpenAttempt,
  findPaidByRequest,
  getSessionEnd,
  hasSameCustomer,
  type PaymentAttempt,
  type PaymentInput,
  type PaymentState,
  type PaymentTry,
} from '../store/payments/payment-attempts.ts'
import {
  amountChanged,
  findAmountDue,
  hasTenderInput,
  isSameTenderInput,
  readTenderInput,
  type TenderPlan,
} from '../tenders/reserve-order-tenders.ts'
import { applyPayment } from './apply-payment.ts'
import {
  beginPayment,
  type BeginPaymentResult,
  createPayment,
  hashPaymentInput,
  openAttempt,
} from './begin-payment.ts'
import { closeAttempt } from './close-attempt.ts'
import { completeFreeOrder } from './complete-free-order.ts'
import { CARD_REFUSED, ENTER_CARD_AGAIN, readPaymentInput } from './read-payment-request.ts'
import { confirmAgain, countConfirm, MAX_CARDS } from './retry-payment-confirmation.ts'

/**
 * Begins, continues or repeats the payment of an order, which the caller may pay. An open payment
 * is read first, so that nobody is charged twice: a paid one completes the order, the same page is
 * offered again, a declined card's intent takes the next card, and one that does not fit the
 * request, or has other tenders, is closed before the new one begins.
 */
export async function startPayment(
  deps: ApiDeps,
  { order, ...state }: PayableOrder,
  fields: PaymentFields,
  by: PaymentCall,
): Promise<PaymentStart> {
  const started = await tryPayment(deps, { order, ...state }, fields, by)
  if (started.ok || started.reason !== 'already_paid' || by.requestKey === null) return started
  return (await findPaymentOf(deps, order.id, by.requestKey)) ?? started
}

/** An order with its open payment, both as read last. */
export interface PayableOrder extends PaymentState {
  order: OrderRow
}

/** Who pays, and with which call. */
export interface PaymentCall {
  payer: SignedInCaller
  /** The call's idempotency key; null when it has none. */
  requestKey: string | null
}

/**
 * The payment of a repeated call whose first answer was lost: the order was paid by that very call,
 * perhaps after it had failed, when the provider or the sweeper told of the money.
 */
async function findPaymentOf(
  deps: ApiDeps,
  orderId: number,
  requestKey: string,
): Promise<PaymentStart | undefined> {
  const { db } = deps.database
  const paid = await findPaidByRequest(db, orderId, requestKey)
  if (!paid) return undefined
  if (paid.attemptId === null) return { ok: true, payment: null }
  try {
    const applied = await applyPayment(deps, { attemptId: paid.attemptId })
    if (!applied.ok || applied.outcome !== 'completed') return undefined
    const mode = applied.attempt.kind === 'cs' ? 'hosted' : 'card'
    return { ok: true, payment: { attempt: applied.attempt, seen: applied.seen, mode } }
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

async function tryPayment(
  deps: ApiDeps,
  { order, open, hasLapsed }: PayableOrder,
  fields: PaymentFields,
  { payer, requestKey }: PaymentCall,
): Promise<PaymentStart> {
  if (order.status === 'completed') return { ok: false, reason: 'already_paid' }
  if (order.status !== 'awaiting_payment' && !isPaidInPart(order))
    return { ok: false, reason: 'order_expired' }
  const planned = await planPayment(deps, { order, open, payer, requestKey }, fields)
  if (!planned.ok) return planned
  const { plan, fits } = planned
  try {
    if (plan.dueCents === 0) return await payWithoutCard(deps, order.id, { open, plan })
    if (!fields.stripe_payment) return invalidPayment({ payment: ['payment data is required'] })
    const given = fields.stripe_payment.payment_intent
    if (typeof given === 'string' && open?.reference !== given) return { ok: false, reason: 'not_found' }
    const read = await readPaymentInput(deps, fields.stripe_payment, payer, order)
    if (!read.ok) return read
    const { input } = read
    const mayBeUsed = startsMembership(order) && input.mode === 'card'
    const used = mayBeUsed && (await refuseUsedCard(deps, order.id, input.method))
    if (used) return invalidPayment(used)
    const resumed =
      open &&
      (await (fits ? resumePayment(deps, open, { input, requestKey }) : closeForNewPayment(deps, open)))
    // A payment that was open until now has kept the hold.
    const renewsHold = hasLapsed || open !== undefined
    return resumed ?? (await beginNew(deps, order.id, { wish: input, plan, renewsHold }))
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

interface Paying {
  order: OrderRow
  open: PaymentAttempt | undefined
  payer: SignedInCaller
  requestKey: string | null
}

type Planned = { ok: true; plan: TenderPlan; fits: boolean } | PaymentRefusal

/**
 * The tenders beside a card and the amount left for the card. Another expected amount is refused
 * with the right one before the provider is called.
 */
async function planPayment(
  deps: ApiDeps,
  { order, open, payer, requestKey }: Paying,
  fields: PaymentFields,
): Promise<Planned> {
  if (fields.apply_user_credit && order.pricing && hidesCredit(order.pricing.facts.product)) {
    return { ok: false, reason: 'invalid', fields: { apply_user_credit: [NO_CREDIT_HERE] } }
  }
  const read = await readTenderInput(deps, order, payer, fields)
  if (!read.ok) return read
  const { input } = read
  const isSamePart = open && open.amountCents === getPartCents(order, getDueCents(order))
  const fits = open !== undefined && isSamePart === true && isSameTenderInput(open.tenders, input)
  const found = fits ? undefined : await dueWithout(deps, { order, open, payer }, input)
  if (found?.ok === false) return found
  const dueCents = found ? getPartCents(order, found.dueCents) : (open?.amountCents ?? 0)
  const claim = fields.stripe_payment?.amount
  // Null is an expected amount as well: that nothing is due.
  if (claim !== undefined && toCents(claim ?? 0) !== dueCents) return amountChanged(dueCents)
  return { ok: true, plan: { input, payer, dueCents, requestKey }, fits }
}

/** The price with other tenders than those of the open payment, which is closed first. */
async function dueWithout(
  deps: ApiDeps,
  { order, open, payer }: Omit<Paying, 'requestKey'>,
  input: TenderInput,
) {
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
  { wish: input, plan, renewsHold }: { wish: PaymentInput; plan: TenderPlan; renewsHold: boolean },
): Promise<PaymentStart> {
  const opened = await openAttempt(deps, orderId, { wish: input, plan, renewsHold })
  if (!opened.ok) return opened
  return applyStartedPayment(deps, opened.attempt, input, await createPayment(deps, opened.attempt))
}

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
  tried: PaymentTry,
): Promise<PaymentStart | undefined> {
  const { input } = tried
  if (!open.reference) return findOutAndResume(deps, open, tried)
  const applied = await applyPayment(deps, { attemptId: open.id })
  if (!applied.ok) return { ok: false, reason: 'payment_in_progress' }
  if (applied.outcome === 'completed') return presentStartedPayment(applied.attempt, applied.seen, input)
  if (applied.outcome === 'returned') return { ok: false, reason: 'order_expired' }
  if (applied.outcome === 'closed') return undefined
  return resume(deps, applied.attempt, applied.seen, tried)
}

/**
 * The provider's answer was not stored. The same request is sent again; a card that is no longer
 * requested is not charged.
 */
async function findOutAndResume(
  deps: ApiDeps,
  open: PaymentAttempt,
  tried: PaymentTry,
): Promise<PaymentStart | undefined> {
  const { input } = tried
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
  return again?.reference ? resumePayment(deps, again, tried) : undefined
}

async function resume(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  seen: ProviderPayment,
  tried: PaymentTry,
): Promise<PaymentStart | undefined> {
  const { input } = tried
  if (seen.status === 'processing') return { ok: false, reason: 'payment_in_progress' }
  if (!hasSameCustomer(attempt.params, input)) return closeForNewPayment(deps, attempt)
  const isSession = attempt.kind === 'cs'
  if (input.mode === 'hosted' && isSession && pageIsUseful(deps, attempt)) {
    return presentStartedPayment(attempt, seen, input)
  }
  if (input.mode !== 'hosted' && !isSession) {
    const sameWish = attempt.paramsHash === hashPaymentInput(input)
    if (input.mode === 'wallet' && seen.status === 'open') return presentAgain(deps, attempt, seen, tried)
    // The wallet opens anew for another card than the one whose bank was asked.
    if (input.mode === 'card' && seen.status === 'requires_action' && sameWish)
      return presentStartedPayment(attempt, seen, input)
    if (input.mode === 'card' && seen.status === 'open') {
      return applyStartedPayment(
        deps,
        attempt,
        input,
        await confirmAgain(deps, attempt, { input, requestKey: tried.requestKey }),
      )
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
  tried: PaymentTry,
): Promise<PaymentStart> {
  const { input } = tried
  if (attempt.confirms >= MAX_CARDS) return { ok: false, reason: 'too_many_cards' }
  const counted = await countConfirm(deps, attempt, tried)
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

export interface StartedPayment {
  attempt: PaymentAttempt
  seen: ProviderPayment
  mode: PaymentInput['mode']
}

export type PaymentRefusal =
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'too_many_holds'; holdLimit: HoldLimitReached }
  | {
      ok: false
      reason:
        | 'not_found'
        | 'already_paid'
        | 'order_expired'
        | 'flight_closed'
        | 'too_heavy'
        | 'payment_in_progress'
        | 'too_many_cards'
        | 'payment_provider_unavailable'
    }

export type PaymentStart = { ok: true; payment: StartedPayment | null } | PaymentRefusal

const invalidPayment = (fields: FieldErrors): PaymentRefusal => ({
  ok: false,
  reason: 'invalid',
  fields,
})

/**
 * The result of a payment request: the payment as the provider has just answered, or as it stands
 * after a fresh read; or why there is none.
 */
export async function applyStartedPayment(
  deps: ApiDeps,
  attempt: PaymentAttempt,
  input: PaymentInput,
  begun: BeginPaymentResult,
): Promise<PaymentStart> {
  if (!begun.ok) {
    if (begun.reason === 'card_declined') return invalidPayment({ credit_card: [begun.message] })
    if (begun.reason === 'card_refused') {
      return invalidPayment({ credit_card: [refusalOf(input)] })
    }
    return { ok: false, reason: begun.reason }
  }
  const { seen } = begun
  const applied = await applyPayment(deps, seen ? { attempt, seen } : { attemptId: attempt.id })
  if (!applied.ok) return { ok: false, reason: 'payment_in_progress' }
  if (applied.outcome === 'returned') return { ok: false, reason: 'order_expired' }
  return presentStartedPayment(applied.attempt, applied.seen, input)
}

/** A typed card is valid for one payment and twelve hours; the same card may be typed again. */
function refusalOf(input: PaymentInput): string {
  const typed = input.mode === 'card' && input.method.kind === 'confirmation_token'
  return typed ? ENTER_CARD_AGAIN : (CARD_REFUSED.credit_card[0] ?? '')
}

/** The payment as its payer sees it. */
function presentStartedPayment(
  attempt: PaymentAttempt,
  seen: ProviderPayment,
  input: PaymentInput,
): PaymentStart {
  return { ok: true, payment: { attempt, seen, mode: input.mode } }
}
