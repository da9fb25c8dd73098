import { type Stripe } from 'stripe'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { newCustomer } from './customers.ts'

/** Where the hosted page redirects to, or what it shows. */
export type PageOutcome =
  { kind: 'go'; url: string } | { kind: 'declined'; message: string } | { kind: 'closed' }

/** The session's customer; created when the session, or the use of the card, requires one. */
export const ensureSessionCustomer = (
  unit: UnitOfWork,
  { data }: StoredObject<'checkout.session'>,
  email: string,
  isRequired: boolean,
): string | null => {
  const createsCustomer = isRequired || data.customer_creation === 'always'
  return getReferenceId(data.customer) ?? (createsCustomer ? newCustomer(unit, { email }).id : null)
}

/** Records that the shopper submitted the page and clears the last card's error. */
export function submitSession(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'checkout.session'>,
  email: string,
  changes: Partial<Stripe.Checkout.Session>,
): StoredObject<'checkout.session'> {
  const session = {
    data: { ...data, ...changes, customer_details: customerDetails(email) },
    hidden: { ...hidden, lastError: undefined },
  }
  unit.put('checkout.session', session.data, session.hidden)
  return session
}

/** Stores a decline; the session stays open for another card. */
export function declineOnPage(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'checkout.session'>,
  message: string,
): PageOutcome {
  unit.put('checkout.session', data, { ...hidden, lastError: message })
  return { kind: 'declined', message }
}

/** Completes a session: it is paid, or the card is saved. */
export function completeSession(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'checkout.session'>,
  changes: Partial<Stripe.Checkout.Session>,
): PageOutcome {
  const session: Stripe.Checkout.Session = { ...data, ...changes, status: 'complete', url: null }
  unit.put('checkout.session', session, hidden, null)
  unit.emit('checkout.session.completed', session)
  return { kind: 'go', url: successUrl(session) }
}

/** The address to return to, with the session's id. */
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
