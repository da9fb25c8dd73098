import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { type Surroundings } from '../operation.ts'
import { confirmSetup, finishSetupAuthentication, type SettledSetup } from './confirm-setup.ts'
import { newSetupIntent } from './new-setup-intent.ts'
import {
  completeSession,
  ensureSessionCustomer,
  declineOnPage,
  type PageOutcome,
  submitSession,
} from './session-outcome.ts'

/**
 * Handles "Save card" on the hosted page. After a decline the session stays open for another card.
 */
export async function saveCardOnSession(
  at: Surroundings,
  stored: StoredObject<'checkout.session'>,
  method: StoredObject<'payment_method'>,
  email: string,
): Promise<PageOutcome> {
  const { session, intent } = await openSetup(at.unit, stored, email)
  return close(
    at.unit,
    session,
    confirmSetup(at, intent, { method, returnUrl: session.data.url ?? undefined }),
  )
}

/** Continues saving a hosted page's card after 3-D Secure. */
export async function finishSessionSetup(
  unit: UnitOfWork,
  intent: StoredObject<'setup_intent'>,
  authenticated: boolean,
): Promise<PageOutcome> {
  const stored = await unit.find('checkout.session', intent.hidden.session ?? '')
  if (stored?.data.status !== 'open') return { kind: 'closed' }
  const outcome = close(unit, stored, await finishSetupAuthentication(unit, intent, authenticated))
  return outcome.kind === 'declined' ? { kind: 'go', url: stored.data.url ?? '' } : outcome
}

/** Creates the session's setup intent on the first submit and reuses it for further cards. */
async function openSetup(unit: UnitOfWork, stored: StoredObject<'checkout.session'>, email: string) {
  const known = await unit.find('setup_intent', getReferenceId(stored.data.setup_intent) ?? '')
  const customer = ensureSessionCustomer(unit, stored, email, false)
  const { metadata, description } = stored.hidden.intent
  const intent =
    known ?? newSetupIntent(unit, { metadata, description, customer }, { session: stored.data.id })
  return { session: submitSession(unit, stored, email, { customer, setup_intent: intent.data.id }), intent }
}

function close(
  unit: UnitOfWork,
  stored: StoredObject<'checkout.session'>,
  { intent, decline }: SettledSetup,
): PageOutcome {
  if (decline) return declineOnPage(unit, stored, decline.message)
  if (intent.status === 'requires_action') {
    return { kind: 'go', url: intent.next_action?.redirect_to_url?.url ?? '' }
  }
  return completeSession(unit, stored, {})
}
