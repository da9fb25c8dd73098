import { runUnit } from '../store/run-unit.ts'
import { type StoredObject, type UnitOfWork } from '../store/unit-of-work.ts'
import { finishAuthentication } from '../stripe/resources/confirm-payment.ts'
import { finishSetupAuthentication } from '../stripe/resources/confirm-setup.ts'
import { finishInvoicePayment } from '../stripe/resources/pay-invoice.ts'
import { finishSessionPayment } from '../stripe/resources/pay-checkout-session.ts'
import { finishSessionSetup } from '../stripe/resources/save-card-on-session.ts'
import { successUrl } from '../stripe/resources/session-outcome.ts'
import { authenticationDonePage, authenticationOverPage, authenticationPage } from './authentication-page.ts'
import { notFoundPage } from './checkout-page.ts'
import { type PageDeps } from './checkout-pages.ts'
import { pageResponse, seeOther } from './page-response.ts'

/** The object that requires the 3-D Secure challenge: a payment, or a card to be saved. */
type Waiting =
  ({ saves: false } & StoredObject<'payment_intent'>) | ({ saves: true } & StoredObject<'setup_intent'>)

async function find(unit: UnitOfWork, id: string): Promise<Waiting | undefined> {
  if (id.startsWith('seti_')) {
    const setup = await unit.find('setup_intent', id)
    return setup && { saves: true, ...setup }
  }
  const payment = await unit.find('payment_intent', id)
  return payment && { saves: false, ...payment }
}

/** `/sandbox/3ds/{payment_intent or setup_intent}` */
export async function authenticationPages(deps: PageDeps, request: Request, id: string): Promise<Response> {
  const unit = deps.openUnit()
  const waiting = await find(unit, id)
  if (!waiting) return pageResponse(notFoundPage())
  const back = await addressesBack(unit, waiting)
  if (waiting.data.status !== 'requires_action') {
    const answered = new URL(request.url).searchParams.has('answered')
    return pageResponse(answered ? authenticationDonePage() : authenticationOverPage(back[0]))
  }
  if (request.method !== 'POST') {
    return pageResponse(authenticationPage(id, waiting.saves ? null : waiting.data.amount, back))
  }
  const proved = new URLSearchParams(await request.text()).get('outcome') === 'complete'
  const { result, events } = await runUnit(deps.openUnit, (at) => finish(at, id, proved))
  deps.happened(events)
  return seeOther(result ?? `/sandbox/3ds/${id}`)
}

/**
 * Returns the shopper's next URL, or undefined when another request finished the challenge first.
 */
async function finish(unit: UnitOfWork, id: string, proved: boolean): Promise<string | undefined> {
  const waiting = await find(unit, id)
  if (waiting?.data.status !== 'requires_action') return undefined
  const { session, returnUrl } = waiting.hidden
  if (session) {
    const ended = waiting.saves
      ? await finishSessionSetup(unit, waiting, proved)
      : await finishSessionPayment(unit, waiting, proved)
    return ended.kind === 'go' ? ended.url : `/sandbox/checkout/${session}`
  }
  if (!waiting.saves && waiting.hidden.invoice) {
    await finishInvoicePayment(unit, waiting, proved)
    return `/sandbox/invoice/${waiting.hidden.invoice}`
  }
  const inPage = waiting.data.next_action?.type === 'use_stripe_sdk'
  const { intent, decline } = waiting.saves
    ? await finishSetupAuthentication(unit, waiting, proved)
    : await finishAuthentication(unit, waiting, proved)
  if (inPage) return `/sandbox/3ds/${id}?answered`
  return returnUrl && withOutcome(returnUrl, intent, decline ? 'failed' : 'succeeded')
}

/**
 * Returns `return_url` with the parameters that the provider adds:
 * https://docs.stripe.com/payments/3d-secure/authentication-flow.
 */
function withOutcome(
  returnUrl: string,
  intent: { id: string; object: string; client_secret: string | null },
  status: string,
) {
  const url = new URL(returnUrl)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '')
  url.searchParams.set('redirect_status', status)
  return url.href
}

async function addressesBack(unit: UnitOfWork, { hidden }: Waiting): Promise<string[]> {
  const session = await unit.find('checkout.session', hidden.session ?? '')
  if (session) return [successUrl(session.data), session.data.cancel_url ?? ''].filter(Boolean)
  return hidden.returnUrl ? [hidden.returnUrl] : []
}
