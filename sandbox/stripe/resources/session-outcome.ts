import { type Stripe } from 'stripe'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { newCustomer } from './customers.ts'

/** Where the shopper of a hosted page goes next, or what the page says. */
export type PageOutcome =
  { kind: 'go'; url: string } | { kind: 'declined'; message: string } | { kind: 'closed' }

/**
 * Who pays or saves a card: made now when the session, or what is done with the card, wants a
 * customer.
 */
export const ensureSessionCustomer = (
  unit: UnitOfWork,
  { data }: StoredObject<'checkout.session'>,
  email: string,
  wanted: boolean,
): string | null => {
  const wants = wanted || data.customer_creation === 'always'
  return getReferenceId(data.customer) ?? (wants ? newCustomer(unit, { email }).id : null)
}

/** The shopper submitted the page; what was said of the last card is over. */
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

/** The bank's refusal; the session stays open for another card. */
export function declineOnPage(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'checkout.session'>,
  message: string,
): PageOutcome {
  unit.put('checkout.session', data, { ...hidden, lastError: message })
  return { kind: 'declined', message }
}

/** The session is over: paid, or the card is saved. */
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
