import { type CardName } from '../../cards/test-cards.ts'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { type Surroundings } from '../operation.ts'
import { confirmPayment, finishAuthentication, type Settled } from './confirm-payment.ts'
import { newPaymentIntent } from './new-payment-intent.ts'
import { newPaymentMethod } from './new-payment-method.ts'
import { saveCardOnSession } from './save-card-on-session.ts'
import {
  completeSession,
  customerDetails,
  ensureSessionCustomer,
  declineOnPage,
  type PageOutcome,
  submitSession,
} from './session-outcome.ts'

export interface TypedCard {
  card: CardName
  expiry: { month: number; year: number }
  email: string
}

/** The shopper pressed Pay, or Save card. A decline leaves the session open for another card. */
export async function payCheckoutSession(
  at: Surroundings,
  id: string,
  typed: TypedCard,
): Promise<PageOutcome> {
  const kept = await at.unit.find('checkout.session', id)
  if (kept?.data.status !== 'open') return { kind: 'closed' }
  const method = newPaymentMethod(at.unit, typed.card, {
    billing: { email: typed.email },
    expiry: typed.expiry,
  })
  if (kept.data.mode === 'setup') return saveCardOnSession(at, kept, method, typed.email)
  const { session, intent } = await openIntent(at.unit, kept, typed.email)
  const settled = confirmPayment(at, intent, { method, returnUrl: session.data.url ?? undefined })
  return close(at.unit, session, settled, typed.email)
}

/** The end of 3-D Secure for a payment of the page. */
export async function finishSessionPayment(
  unit: UnitOfWork,
  intent: StoredObject<'payment_intent'>,
  proved: boolean,
): Promise<PageOutcome> {
  const kept = await unit.find('checkout.session', intent.hidden.session ?? '')
  if (kept?.data.status !== 'open') return { kind: 'closed' }
  const email = kept.data.customer_details?.email ?? ''
  const settled = await finishAuthentication(unit, intent, proved)
  const outcome = close(unit, kept, settled, email)
  return outcome.kind === 'declined' ? { kind: 'go', url: kept.data.url ?? '' } : outcome
}

/** The session's payment: made when the shopper first submits, used again for the next card. */
async function openIntent(unit: UnitOfWork, kept: StoredObject<'checkout.session'>, email: string) {
  const { data, hidden } = kept
  const known = await unit.find('payment_intent', getReferenceId(data.payment_intent) ?? '')
  const customer = ensureSessionCustomer(unit, kept, email, hidden.intent.setup_future_usage !== undefined)
  const facts = {
    ...hidden.intent,
    amount: data.amount_total ?? 0,
    currency: data.currency ?? 'usd',
    customer,
  }
  const intent = known ?? newPaymentIntent(unit, facts, { session: data.id })
  return { session: submitSession(unit, kept, email, { customer, payment_intent: intent.data.id }), intent }
}

function close(
  unit: UnitOfWork,
  kept: StoredObject<'checkout.session'>,
  settled: Settled,
  email: string,
): PageOutcome {
  if (settled.decline) return declineOnPage(unit, kept, settled.decline.message)
  const { next_action: action, status } = settled.intent
  if (status === 'requires_action') return { kind: 'go', url: action?.redirect_to_url?.url ?? '' }
  return completeSession(unit, kept, { payment_status: 'paid', customer_details: customerDetails(email) })
}
