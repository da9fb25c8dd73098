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

/**
 * Handles "Pay" and "Save card" on the hosted page. After a decline the session stays open for
 * another card.
 */
export async function payCheckoutSession(
  at: Surroundings,
  id: string,
  typed: TypedCard,
): Promise<PageOutcome> {
  const stored = await at.unit.find('checkout.session', id)
  if (stored?.data.status !== 'open') return { kind: 'closed' }
  const method = newPaymentMethod(at.unit, typed.card, {
    billing: { email: typed.email },
    expiry: typed.expiry,
  })
  if (stored.data.mode === 'setup') return saveCardOnSession(at, stored, method, typed.email)
  const { session, intent } = await openIntent(at.unit, stored, typed.email)
  const settled = confirmPayment(at, intent, { method, returnUrl: session.data.url ?? undefined })
  return close(at.unit, session, settled, typed.email)
}

/** Continues a hosted page's payment after 3-D Secure. */
export async function finishSessionPayment(
  unit: UnitOfWork,
  intent: StoredObject<'payment_intent'>,
  authenticated: boolean,
): Promise<PageOutcome> {
  const stored = await unit.find('checkout.session', intent.hidden.session ?? '')
  if (stored?.data.status !== 'open') return { kind: 'closed' }
  const email = stored.data.customer_details?.email ?? ''
  const settled = await finishAuthentication(unit, intent, authenticated)
  const outcome = close(unit, stored, settled, email)
  return outcome.kind === 'declined' ? { kind: 'go', url: stored.data.url ?? '' } : outcome
}

/** Creates the session's payment intent on the first submit and reuses it for further cards. */
async function openIntent(unit: UnitOfWork, stored: StoredObject<'checkout.session'>, email: string) {
  const { data, hidden } = stored
  const known = await unit.find('payment_intent', getReferenceId(data.payment_intent) ?? '')
  const customer = ensureSessionCustomer(unit, stored, email, hidden.intent.setup_future_usage !== undefined)
  const facts = {
    ...hidden.intent,
    amount: data.amount_total ?? 0,
    currency: data.currency ?? 'usd',
    customer,
  }
  const intent = known ?? newPaymentIntent(unit, facts, { session: data.id })
  return { session: submitSession(unit, stored, email, { customer, payment_intent: intent.data.id }), intent }
}

function close(
  unit: UnitOfWork,
  stored: StoredObject<'checkout.session'>,
  settled: Settled,
  email: string,
): PageOutcome {
  if (settled.decline) return declineOnPage(unit, stored, settled.decline.message)
  const { next_action: action, status } = settled.intent
  if (status === 'requires_action') return { kind: 'go', url: action?.redirect_to_url?.url ?? '' }
  return completeSession(unit, stored, { payment_status: 'paid', customer_details: customerDetails(email) })
}
