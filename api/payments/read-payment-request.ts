import { type FieldErrors } from '#contract/errors.ts'
import { type PaymentFields } from '#contract/payment.ts'
import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { isOwnAddress } from '../store/is-own-address.ts'
import { ensureGuestCustomer } from '../memberships/find-card.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'
import { type PaymentWish } from '../store/payments/payment-request.ts'
import { ensureCustomer } from '../store/payments/provider-customer.ts'
import { readCardSource } from './read-card-method.ts'

type StripePayment = NonNullable<PaymentFields['stripe_payment']>

type PaidOrder = Pick<OrderRow, 'id' | 'userId' | 'email' | 'membershipPlanId' | 'amountPaidCents'>

export type ReadWish =
  | { ok: true; wish: PaymentWish }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'not_found' | 'payment_provider_unavailable' }

const MISSING = { payment: ['payment data is required'] }
const FOREIGN = ['Must be an address of this shop']

const invalid = (fields: FieldErrors): ReadWish => ({ ok: false, reason: 'invalid', fields })

/**
 * How the payer wants to pay. Addresses to come back to must be the shop's own. A card to be
 * remembered is paid as the account's customer at the provider; guests have no account to save it
 * with.
 */
export async function readPaymentWish(
  deps: ApiDeps,
  asked: StripePayment,
  payer: SignedInCaller,
  order: PaidOrder,
): Promise<ReadWish> {
  const ways = [asked.hosted === true, asked.stripe_source !== undefined, asked.payment_intent !== undefined]
  const chosen = ways.filter(Boolean).length
  if (chosen === 0) return invalid(MISSING)
  if (chosen > 1) return invalid({ payment: ['Choose one way to pay'] })
  const read = await readWay(deps, asked, payer, purposeOf(order))
  if (order.membershipPlanId !== null) return keptForMembership(deps, read, payer, order)
  return asked.remember && payer.kind === 'customer' ? remembering(deps, read, payer.userId) : read
}

/**
 * Every payment of an order that succeeded changes what was paid of it, so that the next one is
 * another purpose.
 */
const purposeOf = ({ id, amountPaidCents }: PaidOrder) => `${String(id)}:${String(amountPaidCents)}`

async function readWay(
  deps: ApiDeps,
  asked: StripePayment,
  payer: SignedInCaller,
  purpose: string,
): Promise<ReadWish> {
  if (asked.payment_intent !== undefined) return { ok: true, wish: { mode: 'wallet' } }
  return asked.hosted === true ? readHosted(deps, asked) : readCard(deps, asked, payer, purpose)
}

async function readHosted(deps: ApiDeps, asked: StripePayment): Promise<ReadWish> {
  const { return_url: returnUrl, cancel_url: cancelUrl } = asked
  if (returnUrl === undefined) return invalid({ return_url: ['This field is required'] })
  if (!(await isOwn(deps, returnUrl))) return invalid({ return_url: FOREIGN })
  if (cancelUrl !== undefined && !(await isOwn(deps, cancelUrl))) return invalid({ cancel_url: FOREIGN })
  return { ok: true, wish: { mode: 'hosted', returnUrl, cancelUrl: cancelUrl ?? returnUrl } }
}

async function readCard(
  deps: ApiDeps,
  asked: StripePayment,
  payer: SignedInCaller,
  purpose: string,
): Promise<ReadWish> {
  const returnUrl = asked.return_url ?? deps.settings.publicUrl
  if (!(await isOwn(deps, returnUrl))) return invalid({ return_url: FOREIGN })
  const read = await readCardSource(deps, payer, asked.stripe_source ?? '', purpose)
  return read.ok ? { ok: true, wish: { mode: 'card', method: read.method, returnUrl } } : read
}

/**
 * The card is kept for the membership the buyer agreed to: with their account, or for a guest with
 * nobody's.
 */
async function keptForMembership(
  deps: ApiDeps,
  read: ReadWish,
  payer: SignedInCaller,
  order: Pick<OrderRow, 'id' | 'userId' | 'email'>,
): Promise<ReadWish> {
  if (!read.ok) return read
  try {
    const customer =
      read.wish.mode === 'card' && read.wish.method.kind === 'saved_card'
        ? read.wish.method.customer
        : await (payer.kind === 'customer' && payer.userId === order.userId
            ? ensureCustomer(deps, payer.userId)
            : ensureGuestCustomer(deps, { orderId: order.id, email: order.email }))
    return { ok: true, wish: { ...read.wish, remember: customer } }
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

/** A saved card needs no saving, and a wallet keeps its own. */
async function remembering(deps: ApiDeps, read: ReadWish, userId: number): Promise<ReadWish> {
  if (!read.ok || read.wish.mode === 'wallet') return read
  if (read.wish.mode === 'card' && read.wish.method.kind === 'saved_card') return read
  try {
    return { ok: true, wish: { ...read.wish, remember: await ensureCustomer(deps, userId) } }
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

const isOwn = (deps: ApiDeps, address: string) => isOwnAddress(deps.database.db, deps.settings, address)
