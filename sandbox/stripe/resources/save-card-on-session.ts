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

/** The shopper pressed "Save card". A refusal leaves the session open for another card. */
export async function saveCardOnSession(
  at: Surroundings,
  kept: StoredObject<'checkout.session'>,
  method: StoredObject<'payment_method'>,
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
  intent: StoredObject<'setup_intent'>,
  proved: boolean,
): Promise<PageOutcome> {
  const kept = await unit.find('checkout.session', intent.hidden.session ?? '')
  if (kept?.data.status !== 'open') return { kind: 'closed' }
  const outcome = close(unit, kept, await finishSetupAuthentication(unit, intent, proved))
  return outcome.kind === 'declined' ? { kind: 'go', url: kept.data.url ?? '' } : outcome
}

/** The session's intent: made when the shopper first submits, used again for the next card. */
async function openSetup(unit: UnitOfWork, kept: StoredObject<'checkout.session'>, email: string) {
  const known = await unit.find('setup_intent', getReferenceId(kept.data.setup_intent) ?? '')
  const customer = ensureSessionCustomer(unit, kept, email, false)
  const { metadata, description } = kept.hidden.intent
  const intent = known ?? newSetupIntent(unit, { metadata, description, customer }, { session: kept.data.id })
  return { session: submitSession(unit, kept, email, { customer, setup_intent: intent.data.id }), intent }
}

function close(
  unit: UnitOfWork,
  kept: StoredObject<'checkout.session'>,
  { intent, decline }: SettledSetup,
): PageOutcome {
  if (decline) return declineOnPage(unit, kept, decline.message)
  if (intent.status === 'requires_action') {
    return { kind: 'go', url: intent.next_action?.redirect_to_url?.url ?? '' }
  }
  return completeSession(unit, kept, {})
}
