import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type PaymentFields } from '#contract/payment.ts'
import { creditCards } from '../db/schema/cards.ts'
import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { ensureGuestCustomer } from '../memberships/find-card.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { findCreditCard, findCreditCards } from '../store/payments/find-credit-card.ts'
import { type CardMethod, type PaymentInput } from '../store/payments/payment-attempts.ts'
import { ensureCustomer, findCustomer } from '../store/payments/provider-customer.ts'
import { appendDeclineCode } from './cards/settle-card-setup.ts'

type StripePayment = NonNullable<PaymentFields['stripe_payment']>

type PaidOrder = Pick<OrderRow, 'id' | 'userId' | 'email' | 'membershipPlanId' | 'amountPaidCents'>

type PaymentInputResult =
  | { ok: true; input: PaymentInput }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'not_found' | 'payment_provider_unavailable' }

const MISSING = { payment: ['payment data is required'] }
const FOREIGN = ['Must be an address of this shop']

const invalid = (fields: FieldErrors): PaymentInputResult => ({ ok: false, reason: 'invalid', fields })

/**
 * Reads how the payer wants to pay. Return addresses must be the shop's own. A card to be saved is
 * paid as the account's customer at the provider; guests have no account to save it with.
 */
export async function readPaymentInput(
  deps: ApiDeps,
  asked: StripePayment,
  payer: SignedInCaller,
  order: PaidOrder,
): Promise<PaymentInputResult> {
  const ways = [asked.hosted === true, asked.stripe_source !== undefined, asked.payment_intent !== undefined]
  const chosen = ways.filter(Boolean).length
  if (chosen === 0) return invalid(MISSING)
  if (chosen > 1) return invalid({ payment: ['Choose one way to pay'] })
  const read = await readWay(deps, asked, payer, purposeOf(order))
  if (order.membershipPlanId !== null) return saveForMembership(deps, read, payer, order)
  return asked.remember && payer.kind === 'customer' ? remembering(deps, read, payer.userId) : read
}

/** A successful payment changes the paid amount, so the next payment has another purpose. */
const purposeOf = ({ id, amountPaidCents }: PaidOrder) => `${String(id)}:${String(amountPaidCents)}`

async function readWay(
  deps: ApiDeps,
  asked: StripePayment,
  payer: SignedInCaller,
  purpose: string,
): Promise<PaymentInputResult> {
  if (asked.payment_intent !== undefined) return { ok: true, input: { mode: 'wallet' } }
  return asked.hosted === true ? readHosted(deps, asked) : readCard(deps, asked, payer, purpose)
}

async function readHosted(deps: ApiDeps, asked: StripePayment): Promise<PaymentInputResult> {
  const { return_url: returnUrl, cancel_url: cancelUrl } = asked
  if (returnUrl === undefined) return invalid({ return_url: ['This field is required'] })
  if (!(await isOwn(deps, returnUrl))) return invalid({ return_url: FOREIGN })
  if (cancelUrl !== undefined && !(await isOwn(deps, cancelUrl))) return invalid({ cancel_url: FOREIGN })
  return { ok: true, input: { mode: 'hosted', returnUrl, cancelUrl: cancelUrl ?? returnUrl } }
}

async function readCard(
  deps: ApiDeps,
  asked: StripePayment,
  payer: SignedInCaller,
  purpose: string,
): Promise<PaymentInputResult> {
  const { return_url: given } = asked
  if (given !== undefined && !(await isOwn(deps, given))) return invalid({ return_url: FOREIGN })
  const returnUrl = given ?? deps.settings.publicUrl
  const read = await readCardSource(deps, payer, asked.stripe_source ?? '', purpose)
  return read.ok ? { ok: true, input: { mode: 'card', method: read.method, returnUrl } } : read
}

/**
 * Saves the card for the membership that the buyer agreed to: with the account, or without one for
 * a guest.
 */
async function saveForMembership(
  deps: ApiDeps,
  read: PaymentInputResult,
  payer: SignedInCaller,
  order: Pick<OrderRow, 'id' | 'userId' | 'email'>,
): Promise<PaymentInputResult> {
  if (!read.ok) return read
  try {
    const customer =
      read.input.mode === 'card' && read.input.method.kind === 'saved_card'
        ? read.input.method.customer
        : await (payer.kind === 'customer' && payer.userId === order.userId
            ? ensureCustomer(deps, payer.userId)
            : ensureGuestCustomer(deps, { orderId: order.id, email: order.email }))
    return { ok: true, input: { ...read.input, remember: customer } }
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

/** A saved card needs no saving, and a wallet saves its own. */
async function remembering(
  deps: ApiDeps,
  read: PaymentInputResult,
  userId: number,
): Promise<PaymentInputResult> {
  if (!read.ok || read.input.mode === 'wallet') return read
  if (read.input.mode === 'card' && read.input.method.kind === 'saved_card') return read
  try {
    return { ok: true, input: { ...read.input, remember: await ensureCustomer(deps, userId) } }
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

const isOwn = (deps: ApiDeps, address: string) => isOwnShopUrl(deps.database.db, deps.settings, address)

type ReadMethod =
  | { ok: true; method: CardMethod }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'not_found' | 'payment_provider_unavailable' }

/** A typed card is valid for one payment. */
export const ENTER_CARD_AGAIN = 'Please enter your card again.'
export const CARD_REFUSED = { credit_card: ['This card cannot be used here. Try another card.'] }

const used: ReadMethod = { ok: false, reason: 'invalid', fields: { credit_card: [ENTER_CARD_AGAIN] } }
const refused: ReadMethod = { ok: false, reason: 'invalid', fields: CARD_REFUSED }

/**
 * The payer's card: a saved card of their own account by its id, or one just typed. Another
 * account's card gets the same answer as an unknown one, and a guest has none.
 * @param purpose what is paid; a repeated token finds its payment method for the same purpose only
 */
async function readCardSource(
  deps: ApiDeps,
  payer: SignedInCaller,
  source: string | number,
  purpose: string,
): Promise<ReadMethod> {
  const { db } = deps.database
  const account = payer.kind === 'customer' ? payer.userId : undefined
  if (typeof source === 'number' || /^\d{1,9}$/.test(source)) {
    const card = account === undefined ? undefined : await findCreditCard(db, account, Number(source))
    return card ? savedMethod(deps, card) : { ok: false, reason: 'not_found' }
  }
  if (account !== undefined && source.startsWith('pm_')) {
    const [card] = await findCreditCards(db, account, eq(creditCards.reference, source))
    if (card) return savedMethod(deps, card)
  }
  return readTypedCard(deps, source, { purpose })
}

async function savedMethod(
  deps: ApiDeps,
  { userId, reference }: { userId: number; reference: string },
): Promise<ReadMethod> {
  const customer = await findCustomer(deps.database.db, userId)
  if (customer === undefined) return { ok: false, reason: 'not_found' }
  return { ok: true, method: { kind: 'saved_card', id: reference, customer } }
}

/**
 * A card just typed. Old card sources and raw digits are refused; a card token becomes a payment
 * method, which is all that the provider takes today.
 *
 * @param purpose see `readCardSource`
 * @param coded the provider's code follows the sentence in brackets
 */
export async function readTypedCard(
  deps: ApiDeps,
  source: string,
  { purpose, coded = false }: { purpose: string; coded?: boolean },
): Promise<ReadMethod> {
  const prefix = /^(pm|tok|ctoken)_\w+$/.exec(source)?.[1]
  if (prefix === undefined) return refused
  if (prefix === 'pm') return { ok: true, method: { kind: 'payment_method', id: source } }
  if (prefix === 'ctoken') return { ok: true, method: { kind: 'confirmation_token', id: source } }
  try {
    // This moves no money. A token works once, so a repeated call must find the payment method it
    // became; for another purpose the provider reports that it is used up.
    const method = await deps.stripe.paymentMethods.create(
      { type: 'card', card: { token: source } },
      { idempotencyKey: `pm:${purpose}:${source}` },
    )
    return { ok: true, method: { kind: 'payment_method', id: method.id } }
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind === 'declined') {
      const message = coded ? appendDeclineCode(failure.message, failure.code) : failure.message
      return { ok: false, reason: 'invalid', fields: { credit_card: [message] } }
    }
    if (failure.kind === 'refused') return failure.code === 'token_already_used' ? used : refused
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}
