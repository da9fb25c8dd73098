import { idOf, type Kept, type UnitOfWork } from '../../store/unit-of-work.ts'
import { type Surroundings } from '../operation.ts'
import { confirmSetup, finishSetupAuthentication, type SettledSetup } from './confirm-setup.ts'
import { newCustomer } from './customers.ts'
import { newSetupIntent } from './new-setup-intent.ts'
import { completeSession, customerDetails, declineOnPage, type PageOutcome } from './session-outcome.ts'

/** The shopper pressed "Save card". A refusal leaves the session open for another card. */
export async function saveCardOnSession(
  at: Surroundings,
  kept: Kept<'checkout.session'>,
  method: Kept<'payment_method'>,
  email: string,
): Promise<PageOutcome> {
  const { session, intent } = await openSetup(at.unit, kept, email)
  return close(
    at.unit,
    session,
    confirmSetup(at, intent, { method, returnUrl: session.data.url ?? undefined }),
  )
}

/** The end of 3-D Secure for a card saved on the page. */
export async function finishSessionSetup(
  unit: UnitOfWork,
  intent: Kept<'setup_intent'>,
  proved: boolean,
): Promise<PageOutcome> {
  const kept = await unit.find('checkout.session', intent.hidden.session ?? '')
  if (kept?.data.status !== 'open') return { kind: 'closed' }
  const outcome = close(unit, kept, await finishSetupAuthentication(unit, intent, proved))
  return outcome.kind === 'declined' ? { kind: 'go', url: kept.data.url ?? '' } : outcome
}

/** The session's intent: made when the shopper first submits, used again for the next card. */
async function openSetup(unit: UnitOfWork, { data, hidden }: Kept<'checkout.session'>, email: string) {
  const known = await unit.find('setup_intent', idOf(data.setup_intent) ?? '')
  const wantsCustomer = data.customer_creation === 'always'
  const customer = idOf(data.customer) ?? (wantsCustomer ? newCustomer(unit, { email }).id : null)
  const { metadata, description } = hidden.intent
  const intent = known ?? newSetupIntent(unit, { metadata, description, customer }, { session: data.id })
  const session = {
    data: { ...data, customer, setup_intent: intent.data.id, customer_details: customerDetails(email) },
    hidden: { ...hidden, lastError: undefined },
  }
  unit.put('checkout.session', session.data, session.hidden)
  return { session, intent }
}

function close(
  unit: UnitOfWork,
  kept: Kept<'checkout.session'>,
  { intent, decline }: SettledSetup,
): PageOutcome {
  if (decline) return declineOnPage(unit, kept, decline.message)
  if (intent.status === 'requires_action') {
    return { kind: 'go', url: intent.next_action?.redirect_to_url?.url ?? '' }
  }
  return completeSession(unit, kept, {})
}
