import { accountHref } from '../account/account-tabs.ts'
import { stepQuantity } from '../visit/checkout-query.ts'
import { type PayAnswer, type PayRefusal } from '../payments/pay-answer.ts'
import { CODE_FIELD } from '../payments/pay-fields.ts'
import { readPayFormValues } from './parse-pay-form.ts'
import { withBuyersContact } from '../payments/buyer.server.ts'
import { saveDraft } from '../visit/draft.server.ts'
import { NEEDS_SCRIPT } from '../visit/foreign/spec-only/pay-order.server.ts'
import { isTenderCode, saveTenderChoice, addTenderCode } from '../payments/save-tenders.server.ts'
import { placePurchase, purchase } from './purchase.server.ts'
import { type PurchaseRefusal } from '../payments/purchase-result.server.ts'
import { readPurchaseInput, type SubmittedForm, typedCode } from './read-purchase-form.server.ts'
import { saveConsent } from '../membership/load-membership-offer.server.ts'
import { settleOrder } from '../payments/settle-order.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { readPaymentForm } from '../payments/payment-form.server.ts'
import { stepHrefs } from '../selection/step-hrefs.server.ts'
import { saveTransferSubject } from './save-transfer.server.ts'

export type PayFormResult =
  /** `leave`: the target is loaded as a document, because it is another page. */
  { kind: 'go'; location: string; leave: boolean } | { kind: 'answer'; status: number; answer: PayAnswer }

const redirectAway = (location: string): PayFormResult => ({ kind: 'go', location, leave: true })
const FINE: PayFormResult = { kind: 'answer', status: 200, answer: { kind: 'fine' } }

/**
 * Performs the action of the pressed button. What was typed is saved first, whatever the outcome.
 */
export async function handlePayForm(visit: Visit, request: Request, product: string): Promise<PayFormResult> {
  const sentForm = await request.formData()
  const typed = readPayFormValues(sentForm)
  const form = withBuyersContact(sentForm, visit.user)
  const sent = { visit, request, product, form, typed }
  const { intent } = readPaymentForm(form)
  if (intent === 'settle') return settlePayForm(sent)
  saveTenderChoice(visit, form)
  const consents = saveConsent(visit, form)
  await saveDraft(visit, typed)
  // A typed code stays in the address even before it is applied; an emptied field removes it.
  const code = typedCode(form)
  const open = code === undefined || isTenderCode(code) ? visit.query.code : code || (visit.query.code && '')
  const query = { ...visit.query, code: open }
  const here = (at: string, changes: Partial<typeof query> = {}): PayFormResult => {
    const location = `${stepHrefs(product, { ...query, ...changes }).pay}#${at}`
    return { kind: 'go', location, leave: false }
  }
  switch (intent) {
    case 'apply_code': {
      const tenderCode = code && !visit.specOnly ? await addTenderCode(visit, code) : undefined
      if (tenderCode?.ok === false) return refuse(sent, 422, { problems: { [CODE_FIELD]: tenderCode.text } })
      return tenderCode ? here('tenders', { code: visit.query.code }) : here('promo', { code: code || open })
    }
    case 'update':
      return here(consents ? 'membership' : 'tenders')
    case 'add_card':
    case 'cancel_card':
    case 'close':
      return here('payment')
    case 'login':
    case 'register':
      return redirectAway(accountHref(intent, `${stepHrefs(product, query).pay}#details`))
    case 'resume':
      return (await saveTransferSubject(visit, product)) ? redirectAway('/resume/start') : here('details')
    case 'change':
      return redirectAway(`${stepHrefs(product, query).when}#departures`)
    case 'inc':
    case 'dec':
      return here('passengers', { quantity: stepQuantity(query.quantity, intent === 'inc' ? 1 : -1) })
    default:
      return book(sent, intent)
  }
}

async function book(sent: SubmittedForm, intent: string | undefined): Promise<PayFormResult> {
  const read = await readPurchaseInput(sent, intent)
  if ('redirectTo' in read) return redirectAway(read.redirectTo)
  if ('refusal' in read) return refuse(sent, read.status, read.refusal)
  if ('valid' in read) return FINE
  const { wish: input } = read
  if (intent === 'place') {
    const placed = await placePurchase(input)
    if (!placed.ok) return refusePurchase(sent, placed)
    return 'location' in placed ? redirectAway(placed.location) : FINE
  }
  // The service has no hosted payment page, so an order could not be paid.
  if (sent.visit.specOnly && input.cardToken === undefined && input.wallet === undefined)
    return refuse(sent, 409, { text: NEEDS_SCRIPT })
  const result = await purchase(input)
  if (!result.ok) return refusePurchase(sent, result)
  if ('location' in result) return redirectAway(result.location)
  const { clientSecret } = result.authenticate
  return { kind: 'answer', status: 200, answer: { kind: 'authenticate', clientSecret } }
}

async function settlePayForm(sent: SubmittedForm): Promise<PayFormResult> {
  const settled = await settleOrder(sent.visit, readPaymentForm(sent.form).authenticated)
  return settled.ok ? redirectAway(settled.location) : refuse(sent, 422, { problems: settled.problems })
}

function refusePurchase(
  sent: SubmittedForm,
  { status, code, text, problems }: PurchaseRefusal,
): PayFormResult {
  if (code === 'finished_elsewhere') {
    // Pressing the button once more means another booking, which begins with a new draft.
    sent.visit.session.unset('draftId')
    sent.visit.session.unset('order')
  }
  const unsure = status === 429 || status >= 500
  return refuse(sent, status, {
    text,
    problems,
    formKey: unsure ? readPaymentForm(sent.form).form_key : undefined,
  })
}

function refuse({ form, typed }: SubmittedForm, status: number, reason: Partial<PayRefusal>): PayFormResult {
  const { terms_and_conditions: accepted } = readPaymentForm(form)
  const shown = { ...typed, [CODE_FIELD]: typedCode(form) ?? '' }
  const refusal = { text: '', problems: {}, formKey: undefined, accepted, ...reason, typed: shown }
  return { kind: 'answer', status, answer: { kind: 'refused', refusal } }
}
