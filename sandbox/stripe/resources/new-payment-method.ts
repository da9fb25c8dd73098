import { createHash } from 'node:crypto'
import { type Stripe } from 'stripe'
import { type CardName, getTestCard } from '../../cards/test-cards.ts'
import { type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'

export interface Expiry {
  month: number
  year: number
}
export interface BillingDetails {
  email?: string | null
  name?: string | null
  phone?: string | null
}

/** Equal for every use of a card, so that a card saved twice can be detected. */
const fingerprintOf = (number: string) =>
  createHash('sha256').update(`sandbox ${number}`).digest('base64url').replace(/[-_]/g, '').slice(0, 16)

/** A card on the wire. */
export function presentCard(name: CardName, expiry: Expiry) {
  const card = getTestCard(name)
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' as const },
    country: card.country,
    display_brand: card.brand === 'amex' ? 'american_express' : card.brand,
    exp_month: expiry.month,
    exp_year: expiry.year,
    fingerprint: fingerprintOf(card.number),
    funding: card.funding,
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated' as const,
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

export function presentBilling({ email, name, phone }: BillingDetails) {
  return {
    address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
    email: email ?? null,
    name: name ?? null,
    phone: phone ?? null,
    tax_id: null,
  }
}

/** @param rest the card's `expiry`, by default December of next year */
export function newPaymentMethod(
  unit: UnitOfWork,
  name: CardName,
  rest: { billing?: BillingDetails; expiry?: Expiry; metadata?: Record<string, string> } = {},
): StoredObject<'payment_method'> {
  const expiry = rest.expiry ?? { month: 12, year: new Date(unit.now * 1000).getUTCFullYear() + 1 }
  const data: Stripe.PaymentMethod = {
    id: unit.newId('pm_'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: presentBilling(rest.billing ?? {}),
    card: presentCard(name, expiry),
    created: unit.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: rest.metadata ?? {},
    type: 'card',
  }
  const stored = { data, hidden: { card: name } }
  unit.put('payment_method', stored.data, stored.hidden)
  return stored
}
