import { type Stripe } from 'stripe'
import { runUnit } from '../store/run-unit.ts'
import { type StoredObject, type UnitOfWork } from '../store/unit-of-work.ts'
import { newPaymentMethod } from '../stripe/resources/new-payment-method.ts'
import { collectInvoice } from '../stripe/resources/pay-invoice.ts'
import { checkoutPage, type CheckoutView, notFoundPage } from './checkout-page.ts'
import { type PageDeps } from './checkout-pages.ts'
import { html } from './html.ts'
import { type Page, pageResponse, seeOther } from './page-response.ts'
import { readCardForm } from './read-card-form.ts'

type CardForm = Extract<ReturnType<typeof readCardForm>, { ok: true }>

/**
 * `/sandbox/invoice/{invoice}`: the hosted page of an invoice. Like the provider's page, it does
 * not redirect after the payment.
 */
export async function invoicePages(deps: PageDeps, request: Request, id: string): Promise<Response> {
  const unit = deps.openUnit()
  const kept = await unit.find('invoice', id)
  if (!kept) return pageResponse(notFoundPage())
  if (kept.data.status !== 'open') return pageResponse(overPage(kept.data))
  const view = viewOf(kept.data, deps.publicUrl())
  if (request.method !== 'POST') return pageResponse(checkoutPage(view, { declined: kept.hidden.lastError }))
  const read = readCardForm(new URLSearchParams(await request.text()), view.email, deps.now())
  if (!read.ok)
    return pageResponse(checkoutPage(view, { typed: read.typed, problems: read.problems, answers: true }))
  const { result, events } = await runUnit(deps.openUnit, (at) => pay(deps, at, id, read))
  deps.happened(events)
  if ('go' in result) return seeOther(result.go)
  const typed = { number: '', expiry: '', email: read.email }
  return pageResponse(checkoutPage(view, { typed, declined: result.declined, answers: true }))
}

/** Pays the invoice and returns the payer's next URL, or the decline message. */
async function pay(
  deps: PageDeps,
  unit: UnitOfWork,
  id: string,
  { card, expiry, email }: CardForm,
): Promise<{ go: string } | { declined: string }> {
  const page = `/sandbox/invoice/${id}`
  const kept: StoredObject<'invoice'> | undefined = await unit.find('invoice', id)
  if (kept?.data.status !== 'open') return { go: page }
  const method = newPaymentMethod(unit, card, { billing: { email }, expiry })
  const at = { unit, publicUrl: deps.publicUrl() }
  const how = { method, offSession: false, returnUrl: `${at.publicUrl}${page}` }
  const { intent, decline } = await collectInvoice(at, kept, how)
  if (decline) return { declined: decline.message }
  return { go: intent.next_action?.redirect_to_url?.url ?? page }
}

function viewOf(invoice: Stripe.Invoice, publicUrl: string): CheckoutView {
  const total = invoice.amount_remaining
  return {
    action: `/sandbox/invoice/${invoice.id}`,
    items: invoice.lines.data.map((line) => ({
      id: line.id,
      amount_total: line.amount,
      description: `Invoice ${invoice.number ?? ''}`,
      quantity: 1,
    })),
    total,
    email: invoice.customer_email ?? undefined,
    successUrl: null,
    cancelUrl: null,
    publicUrl,
    submitText: 'The card is kept for the renewals of this subscription.',
  }
}

function overPage({ status, number }: Stripe.Invoice): Page {
  const paid = status === 'paid'
  return {
    title: paid ? 'Invoice paid' : 'Invoice closed',
    status: paid ? 200 : 410,
    main: html`<div class="card">
      <h1>${paid ? 'Invoice paid' : 'This invoice is closed'}</h1>
      <p>
        ${
          paid
            ? `Invoice ${number ?? ''} is paid. You can close this page.`
            : 'Nothing is to be paid any more.'
        }
      </p>
    </div>`,
  }
}
