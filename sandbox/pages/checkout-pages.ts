import { type SandboxEvent } from '../store/kinds.ts'
import { runUnit } from '../store/run-unit.ts'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../store/unit-of-work.ts'
import { type StoredLineItem } from '../stripe/resources/new-checkout-session.ts'
import { payCheckoutSession } from '../stripe/resources/pay-checkout-session.ts'
import { successUrl } from '../stripe/resources/session-outcome.ts'
import { checkoutPage, type CheckoutView, closedPage, notFoundPage } from './checkout-page.ts'
import { pageResponse, seeOther } from './page-response.ts'
import { readCardForm } from './read-card-form.ts'

export interface PageDeps {
  openUnit: () => UnitOfWork
  now: () => Date
  publicUrl: () => string
  /** Applies the result of a page's form. */
  happened: (events: SandboxEvent[]) => void
}

/** `/sandbox/checkout/{session}` */
export async function checkoutPages(deps: PageDeps, request: Request, id: string): Promise<Response> {
  const unit = deps.openUnit()
  const kept = await unit.find('checkout.session', id)
  if (!kept) return pageResponse(notFoundPage())
  const view = await viewOf(unit, kept, deps.publicUrl())
  if (kept.data.status !== 'open') {
    const paidTwice = request.method === 'POST' && kept.data.status === 'complete'
    return paidTwice
      ? seeOther(successUrl(kept.data))
      : pageResponse(closedPage(view, kept.data.status ?? ''))
  }
  if (request.method !== 'POST') return pageResponse(checkoutPage(view, { declined: kept.hidden.lastError }))
  return pay(deps, request, id, view)
}

async function pay(deps: PageDeps, request: Request, id: string, view: CheckoutView): Promise<Response> {
  const read = readCardForm(new URLSearchParams(await request.text()), view.email, deps.now())
  if (!read.ok)
    return pageResponse(checkoutPage(view, { typed: read.typed, problems: read.problems, answers: true }))
  const at = { publicUrl: deps.publicUrl() }
  const { result, events } = await runUnit(deps.openUnit, (unit) =>
    payCheckoutSession({ unit, ...at }, id, read),
  )
  deps.happened(events)
  if (result.kind === 'go') return seeOther(result.url)
  if (result.kind === 'closed') return seeOther(view.action)
  const typed = { number: '', expiry: '', email: read.email }
  return pageResponse(checkoutPage(view, { typed, declined: result.message, answers: true }))
}

async function viewOf(
  unit: UnitOfWork,
  { data, hidden }: StoredObject<'checkout.session'>,
  publicUrl: string,
): Promise<CheckoutView> {
  const customer = await unit.find('customer', getReferenceId(data.customer) ?? '')
  return {
    action: `/sandbox/checkout/${data.id}`,
    items: hidden.items as StoredLineItem[],
    total: data.mode === 'payment' ? data.amount_total : null,
    email: data.customer_email ?? customer?.data.email ?? undefined,
    successUrl: successUrl(data),
    cancelUrl: data.cancel_url,
    publicUrl,
    submitText: data.custom_text.submit?.message,
  }
}
