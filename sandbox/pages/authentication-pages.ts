import { runUnit } from '../store/run-unit.ts'
import { type Kept, type UnitOfWork } from '../store/unit-of-work.ts'
import { finishAuthentication } from '../stripe/resources/confirm-payment.ts'
import { finishSessionPayment, successUrl } from '../stripe/resources/pay-checkout-session.ts'
import { authenticationDonePage, authenticationOverPage, authenticationPage } from './authentication-page.ts'
import { notFoundPage } from './checkout-page.ts'
import { type PageDeps } from './checkout-pages.ts'
import { pageResponse, seeOther } from './page-response.ts'

/** `/sandbox/3ds/{payment_intent}` */
export async function authenticationPages(deps: PageDeps, request: Request, id: string): Promise<Response> {
  const unit = deps.openUnit()
  const kept = await unit.find('payment_intent', id)
  if (!kept) return pageResponse(notFoundPage())
  const back = await addressesBack(unit, kept)
  if (kept.data.status !== 'requires_action') {
    const answered = new URL(request.url).searchParams.has('answered')
    return pageResponse(answered ? authenticationDonePage() : authenticationOverPage(back[0]))
  }
  if (request.method !== 'POST') return pageResponse(authenticationPage(id, kept.data.amount, back))
  const proved = new URLSearchParams(await request.text()).get('outcome') === 'complete'
  const { result, events } = await runUnit(deps.openUnit, (at) => finish(at, id, proved))
  deps.happened(events)
  return seeOther(result ?? `/sandbox/3ds/${id}`)
}

/** Where the shopper goes; undefined when somebody else finished it first. */
async function finish(unit: UnitOfWork, id: string, proved: boolean): Promise<string | undefined> {
  const kept = await unit.find('payment_intent', id)
  if (kept?.data.status !== 'requires_action') return undefined
  if (kept.hidden.session) {
    const outcome = await finishSessionPayment(unit, kept, proved)
    return outcome.kind === 'go' ? outcome.url : `/sandbox/checkout/${kept.hidden.session}`
  }
  const inPage = kept.data.next_action?.type === 'use_stripe_sdk'
  const { intent, decline } = await finishAuthentication(unit, kept, proved)
  if (inPage) return `/sandbox/3ds/${id}?answered`
  return withOutcome(kept.hidden.returnUrl, intent, decline ? 'failed' : 'succeeded')
}

/** `return_url` with what the provider adds: https://docs.stripe.com/payments/3d-secure/authentication-flow. */
function withOutcome(
  returnUrl: string | undefined,
  intent: { id: string; client_secret: string | null },
  status: string,
) {
  // prettier-ignore
  if (!returnUrl) return undefined
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set('redirect_status', status)
  return url.href
}

async function addressesBack(unit: UnitOfWork, kept: Kept<'payment_intent'>): Promise<string[]> {
  const session = await unit.find('checkout.session', kept.hidden.session ?? '')
  if (session) return [successUrl(session.data), session.data.cancel_url ?? ''].filter(Boolean)
  return kept.hidden.returnUrl ? [kept.hidden.returnUrl] : []
}
