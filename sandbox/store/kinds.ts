import { type Stripe } from 'stripe'
import { type CardName } from '../cards/test-cards.ts'

/** The objects that the sandbox stores, by their `object` member. */
export interface Kinds {
  customer: Stripe.Customer
  payment_method: Stripe.PaymentMethod
  payment_intent: Stripe.PaymentIntent
  setup_intent: Stripe.SetupIntent
  confirmation_token: Stripe.ConfirmationToken
  token: SandboxToken
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  balance_transaction: Stripe.BalanceTransaction
  payout: Stripe.Payout
  'checkout.session': Stripe.Checkout.Session
  product: Stripe.Product
  price: Stripe.Price
  subscription: Stripe.Subscription
  invoice: Stripe.Invoice
  event: SandboxEvent
}
export type Kind = keyof Kinds

/** An event as sent, without the SDK's union of all event types. */
export interface SandboxEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** A tokenised card that is not charged yet, for integrations without confirmation tokens. */
export interface SandboxToken {
  id: string
  object: 'token'
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
  created: number
  livemode: false
  type: 'card'
  used: boolean
}

/**
 * Internal data of each object that HTTP replies never contain. There are no card numbers in it: a
 * card is stored as the name of its test card.
 */
export interface Hidden {
  customer: { deleted?: boolean }
  payment_method: { card: CardName; consumed?: boolean; detached?: boolean; setUp?: boolean }
  payment_intent: { returnUrl?: string; session?: string; invoice?: string; offSession?: boolean }
  setup_intent: { returnUrl?: string; session?: string }
  confirmation_token: { card: CardName }
  token: { card: CardName }
  /** `chargedBack`: the charge is disputed and the dispute is not won. */
  charge: { card: CardName; chargedBack?: boolean }
  refund: { settlesAs?: 'succeeded' | 'failed' }
  dispute: Record<never, never>
  /** `payout`: the payout that contains the transaction. */
  balance_transaction: { payout?: string }
  payout: Record<never, never>
  'checkout.session': {
    items: object[]
    intent: {
      metadata: Record<string, string>
      setup_future_usage?: 'on_session' | 'off_session'
      description?: string
      receipt_email?: string
      statement_descriptor_suffix?: string
    }
    /** `lastError`: the message that the page shows after a failed 3-D Secure challenge. */
    lastError?: string
  }
  product: Record<never, never>
  price: Record<never, never>
  subscription: Record<never, never>
  /** `lastError`: the message that the hosted invoice shows after a failed 3-D Secure challenge. */
  invoice: { paymentIntent?: string; lastError?: string }
  event: { refused?: number }
}
