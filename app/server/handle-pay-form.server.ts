import { stepQuantity } from '../checkout/checkout-query.ts'
import { checkoutMessage } from '../checkout/messages.ts'
import { parseClaim } from '../checkout/order-body.ts'
import { type FieldProblems } from '../checkout/pay-fields.ts'
import { parsePayForm, typedFields } from '../checkout/pay-form.ts'
import { saveDraft } from './draft.server.ts'
import { loadChoice, requireProduct, type Visit } from './load-checkout.server.ts'
import { backToWhen, stepHrefs } from './load-pay-page.server.ts'
import { purchase } from './purchase.server.ts'

/** What the page shows again after a refusal: everything that was typed, and what is wrong with it. */
export interface PayRefusal {
  /** Of the form as a whole; empty when only fields are wrong. */
  text: string
  problems: FieldProblems
  typed: Record<string, string>
  /** Kept after an outage, so that the same form stays one order; undefined asks for a new one. */
  formKey: string | undefined
}

export type PayFormResult =
  { kind: 'go'; location: string } | { kind: 'refused'; status: number; refusal: PayRefusal }

/** Does what the pressed button asks for. What was typed is kept first, whatever comes of it. */
export async function handlePayForm(visit: Visit, request: Request, product: string): Promise<PayFormResult> {
  const form = await request.formData()
  const typed = typedFields(form)
  await saveDraft(visit, typed)
  const { query } = visit
  switch (form.get('intent')) {
    case 'change':
      return { kind: 'go', location: `${stepHrefs(product, query).when}#departures` }
    case 'inc':
    case 'dec': {
      const quantity = stepQuantity(query.quantity, form.get('intent') === 'inc' ? 1 : -1)
      return { kind: 'go', location: `${stepHrefs(product, { ...query, quantity }).pay}#passengers` }
    }
    default:
      return book(visit, request, product, form, typed)
  }
}

async function book(
  visit: Visit,
  request: Request,
  productParam: string,
  form: FormData,
  typed: Record<string, string>,
): Promise<PayFormResult> {
  const { query } = visit
  const refuse = (status: number, refusal: Partial<PayRefusal>): PayFormResult => ({
    kind: 'refused',
    status,
    refusal: { text: '', problems: {}, formKey: undefined, ...refusal, typed },
  })
  const product = await requireProduct(visit, productParam)
  const away: PayFormResult = { kind: 'go', location: backToWhen(productParam, query) }
  if (!query.date) return away
  const { choice } = await loadChoice(visit, product, { date: query.date, continuing: true })
  const { departure, quantity, quantityType } = choice
  if (!departure || quantity === undefined) return away
  const parsed = parsePayForm(form, quantity)
  if (!parsed.ok) return refuse(422, { problems: parsed.problems })
  const claimedTotal = parseClaim(String(form.get('total') ?? ''))
  if (claimedTotal === undefined) {
    return refuse(409, { text: checkoutMessage({ code: 'price_changed', message: '', errors: {} }) })
  }
  const formKey = String(form.get('form_key') ?? '').slice(0, 64)
  const result = await purchase({
    visit,
    request,
    cart: { brandId: visit.brand.id, departure, quantityType, quantity, upgradeIds: query.upgradeIds },
    values: parsed.values,
    claimedTotal,
    formKey,
    payPath: stepHrefs(productParam, query).pay,
  })
  if (result.ok) return { kind: 'go', location: result.location }
  const unsure = result.status === 429 || result.status >= 500
  return refuse(result.status, {
    text: result.text,
    problems: result.problems,
    formKey: unsure ? formKey : undefined,
  })
}
