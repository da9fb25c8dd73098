import { type Stripe } from 'stripe'
import { type Kept, type UnitOfWork } from '../../store/unit-of-work.ts'

/** Where the shopper of a hosted page goes next, or what the page says. */
export type PageOutcome =
  { kind: 'go'; url: string } | { kind: 'declined'; message: string } | { kind: 'closed' }

/** The bank's refusal; the session stays open for another card. */
export function declineOnPage(
  unit: UnitOfWork,
  { data, hidden }: Kept<'checkout.session'>,
  message: string,
): PageOutcome {
  unit.put('checkout.session', data, { ...hidden, lastError: message })
  return { kind: 'declined', message }
}

/** The session is over: paid, or the card is saved. */
export function completeSession(
  unit: UnitOfWork,
  { data, hidden }: Kept<'checkout.session'>,
  changes: Partial<Stripe.Checkout.Session>,
): PageOutcome {
  const session: Stripe.Checkout.Session = { ...data, ...changes, status: 'complete', url: null }
  unit.put('checkout.session', session, hidden, null)
  unit.emit('checkout.session.completed', session)
  return { kind: 'go', url: successUrl(session) }
}

/** The address to come back to, with the session's id filled in. */
export function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

export const customerDetails = (email: string): Stripe.Checkout.Session.CustomerDetails => ({
  address: null,
  business_name: null,
  email,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
})
