import { type FieldErrors } from '#contract/errors.ts'
import { type PaymentFields } from '#contract/payment.ts'
import { type ApiDeps } from '../deps.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { isOwnAddress } from './is-own-address.ts'
import { type CardMethod, type PaymentWish } from './payment-wish.ts'

type StripePayment = NonNullable<PaymentFields['stripe_payment']>

export type ReadWish =
  | { ok: true; wish: PaymentWish }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'payment_provider_unavailable' }

const MISSING = { payment: ['payment data is required'] }
const FOREIGN = ['Must be an address of this shop']
const CARD_REFUSED = { credit_card: ['This card cannot be used here. Try another card.'] }

const invalid = (fields: FieldErrors): ReadWish => ({ ok: false, reason: 'invalid', fields })

/**
 * How the payer wants to pay. Addresses to come back to must be the shop's own; old card sources and raw digits are
 * refused; a card token becomes a payment method, which is all that the provider takes today.
 */
export async function readPaymentWish(deps: ApiDeps, asked: StripePayment): Promise<ReadWish> {
  const ways = [asked.hosted === true, asked.stripe_source !== undefined, asked.payment_intent !== undefined]
  const chosen = ways.filter(Boolean).length
  if (chosen === 0) return invalid(MISSING)
  if (chosen > 1) return invalid({ payment: ['Choose one way to pay'] })
  if (asked.hosted === true) return readHosted(deps, asked)
  if (asked.stripe_source !== undefined) return readCard(deps, asked.stripe_source, asked.return_url)
  return { ok: true, wish: { mode: 'wallet' } }
}

async function readHosted(deps: ApiDeps, asked: StripePayment): Promise<ReadWish> {
  const { return_url: returnUrl, cancel_url: cancelUrl } = asked
  if (returnUrl === undefined) return invalid({ return_url: ['This field is required'] })
  if (!(await isOwn(deps, returnUrl))) return invalid({ return_url: FOREIGN })
  if (cancelUrl !== undefined && !(await isOwn(deps, cancelUrl))) return invalid({ cancel_url: FOREIGN })
  return { ok: true, wish: { mode: 'hosted', returnUrl, cancelUrl: cancelUrl ?? returnUrl } }
}

async function readCard(deps: ApiDeps, source: string, asked: string | undefined): Promise<ReadWish> {
  const returnUrl = asked ?? deps.settings.publicUrl
  if (!(await isOwn(deps, returnUrl))) return invalid({ return_url: FOREIGN })
  const prefix = /^(pm|tok|ctoken)_\w+$/.exec(source)?.[1]
  if (prefix === undefined) return invalid(CARD_REFUSED)
  if (prefix === 'tok') return readToken(deps, source, returnUrl)
  const kind = prefix === 'pm' ? 'payment_method' : 'confirmation_token'
  return cardWish({ kind, id: source }, returnUrl)
}

async function readToken(deps: ApiDeps, token: string, returnUrl: string): Promise<ReadWish> {
  try {
    // Moves no money. A token works once, so the same token again has to find the method it became.
    const method = await deps.stripe.paymentMethods.create(
      { type: 'card', card: { token } },
      { idempotencyKey: `pm:${token}` },
    )
    return cardWish({ kind: 'payment_method', id: method.id }, returnUrl)
  } catch (error) {
    const failure = readProviderFailure(error)
    if (failure.kind === 'declined') return invalid({ credit_card: [failure.message] })
    if (failure.kind === 'refused') return invalid(CARD_REFUSED)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

const cardWish = (method: CardMethod, returnUrl: string): ReadWish => ({
  ok: true,
  wish: { mode: 'card', method, returnUrl },
})

const isOwn = (deps: ApiDeps, address: string) => isOwnAddress(deps.database.db, deps.settings, address)
