import { type FieldErrors } from '#contract/errors.ts'
import { type PaymentFields } from '#contract/payment.ts'
import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { ensureGuestCustomer } from '../memberships/find-card.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'
import { type PaymentInput } from '../store/payments/payment-request.ts'
import { ensureCustomer } from '../store/payments/provider-customer.ts'
import { readCardSource } from './read-card-method.ts'

type StripePayment = NonNullable<PaymentFields['stripe_payment']>

type PaidOrder = Pick<OrderRow, 'id' | 'userId' | 'email' | 'membershipPlanId' | 'amountPaidCents'>

export type PaymentInputResult =
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
  const returnUrl = asked.return_url ?? deps.settings.publicUrl
  if (!(await isOwn(deps, returnUrl))) return invalid({ return_url: FOREIGN })
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
