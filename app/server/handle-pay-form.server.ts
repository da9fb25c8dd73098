import { type Quote } from '#contract/quote.ts'
import { accountHref } from '../account/account-tabs.ts'
import { stepQuantity } from '../checkout/checkout-query.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../checkout/messages.ts'
import { parseClaim } from '../checkout/order-body.ts'
import { type PayAnswer, type PayIntent, type PayRefusal } from '../checkout/pay-answer.ts'
import { CODE_FIELD } from '../checkout/pay-fields.ts'
import { type PayValues, parsePayForm, typedFields } from '../checkout/pay-form.ts'
import { withBuyersContact } from './buyer.server.ts'
import { saveDraft } from './draft.server.ts'
import { NEEDS_SCRIPT } from './foreign/basic-payment.server.ts'
import { keepTenders, takeTenderCode } from './keep-tenders.server.ts'
import { loadChoice, requireProduct, type Visit } from './load-checkout.server.ts'
import { backToWhen, stepHrefs } from './load-pay-page.server.ts'
import { isChosen, loadPayerTenders, type PayerTenders } from './payer-tenders.server.ts'
import { placePurchase, purchase, type PurchaseWish } from './purchase.server.ts'
import { type PurchaseRefusal, TENDERS } from './purchase-result.server.ts'
import { renderCodeBox } from './render-code-box.server.tsx'
import { pickedCard } from './render-tender-panel.server.tsx'
import { settleOrder } from './settle-order.server.ts'

export type PayFormResult =
  /** `leave`: another page, which loads as a document. */
  { kind: 'go'; location: string; leave: boolean } | { kind: 'answer'; status: number; answer: PayAnswer }

/** One form as it was sent. */
interface SentForm {
  visit: Visit
  request: Request
  /** The product as the address has it. */
  product: string
  form: FormData
  typed: Record<string, string>
}

const leave = (location: string): PayFormResult => ({ kind: 'go', location, leave: true })
const FINE: PayFormResult = { kind: 'answer', status: 200, answer: { kind: 'fine' } }

/** Does what the pressed button asks for. What was typed is kept first, whatever comes of it. */
export async function handlePayForm(visit: Visit, request: Request, product: string): Promise<PayFormResult> {
  const sentForm = await request.formData()
  const typed = typedFields(sentForm)
  const form = withBuyersContact(sentForm, visit.user)
  const sent = { visit, request, product, form, typed }
  const intent = form.get('intent') as PayIntent | null
  if (intent === 'settle') return settle(sent)
  keepTenders(visit, form)
  await saveDraft(visit, typed)
  // A code that is typed but not applied goes along; emptied where there was none, nothing is said.
  const typedNow = typedCode(sent) ?? visit.query.code
  const query = { ...visit.query, code: typedNow || (visit.query.code && '') }
  switch (intent) {
    case 'apply_code': {
      const taken = typedNow && !visit.basic ? await takeTenderCode(visit, typedNow) : undefined
      if (taken?.ok === false) return refuse(sent, 422, { problems: { [CODE_FIELD]: taken.text } })
      if (taken)
        return {
          kind: 'go',
          location: `${stepHrefs(product, { ...query, code: visit.query.code }).pay}#tenders`,
          leave: false,
        }
      return { kind: 'go', location: `${stepHrefs(product, query).pay}#promo`, leave: false }
    }
    case 'update':
      return { kind: 'go', location: `${stepHrefs(product, query).pay}#tenders`, leave: false }
    case 'add_card':
    case 'cancel_card':
    case 'close':
      return { kind: 'go', location: `${stepHrefs(product, query).pay}#payment`, leave: false }
    case 'login':
    case 'register':
      return leave(accountHref(intent, `${stepHrefs(product, query).pay}#details`))
    case 'change':
      return leave(`${stepHrefs(product, query).when}#departures`)
    case 'inc':
    case 'dec': {
      const quantity = stepQuantity(query.quantity, intent === 'inc' ? 1 : -1)
      const location = `${stepHrefs(product, { ...query, quantity }).pay}#passengers`
      return { kind: 'go', location, leave: false }
    }
    default:
      return book(sent, intent)
  }
}

async function book(sent: SentForm, intent: PayIntent | null): Promise<PayFormResult> {
  const wish = await readWish(sent, intent)
  if ('kind' in wish) return wish
  if (intent === 'place') {
    const placed = await placePurchase(wish)
    if (!placed.ok) return refusePurchase(sent, placed)
    return 'location' in placed ? leave(placed.location) : FINE
  }
  // No hosted page there: nothing is ordered that could not be paid.
  if (sent.visit.basic && wish.cardToken === undefined) return refuse(sent, 409, { text: NEEDS_SCRIPT })
  const result = await purchase(wish)
  if (!result.ok) return refusePurchase(sent, result)
  if ('location' in result) return leave(result.location)
  const { clientSecret } = result.authenticate
  return { kind: 'answer', status: 200, answer: { kind: 'authenticate', clientSecret } }
}

/** What is to be bought, once the choice stands and every field is right; else what the form is answered. */
async function readWish(sent: SentForm, intent: PayIntent | null): Promise<PurchaseWish | PayFormResult> {
  const { visit, request, product: productParam, form } = sent
  const { query } = visit
  const product = await requireProduct(visit, productParam)
  const away = leave(backToWhen(productParam, query))
  if (!query.date) return away
  const loaded = await loadChoice(visit, product, { date: query.date, continuing: true })
  const { choice } = loaded
  const { departure, quantity, quantityType } = choice
  if (!departure || quantity === undefined) return away
  const parsed = parsePayForm(form, quantity)
  if (!parsed.ok) return refuse(sent, 422, { problems: parsed.problems })
  const tenders = await loadPayerTenders(visit, loaded)
  const problem = findTenderProblem(tenders, text(form, 'due'))
  if (problem) return refuse(sent, 409, problem)
  if (intent === 'check') return FINE
  const claimedTotal = parseClaim(text(form, 'total'))
  if (claimedTotal === undefined) {
    return refuse(sent, 409, { text: checkoutMessage({ code: 'price_changed', message: '', errors: {} }) })
  }
  const code = judgeCode(sent, loaded.quote, claimedTotal)
  if (!code.ok) return refuse(sent, 422, { problems: { [CODE_FIELD]: code.text } })
  const values: PayValues = parsed.values
  const cart = {
    brandId: visit.brand.id,
    departure,
    quantityType,
    quantity,
    upgradeIds: query.upgradeIds,
    code: code.code,
  }
  const payPath = stepHrefs(productParam, query).pay
  const sold = { cart, values, claimedTotal, pricedTotal: tenders?.quote.total }
  return { visit, request, ...sold, formKey: formKeyOf(form), payPath, ...howToPay(sent, intent, tenders) }
}

/** What pays, as the page showed it: the tenders, and a saved card, a typed one or the hosted page. */
function howToPay({ form }: SentForm, intent: PayIntent | null, tenders: PayerTenders | undefined) {
  const typed = text(form, 'card_token') || undefined
  const saved = form.has('saved_card') && intent !== 'hosted' ? pickedCard(tenders)?.id : undefined
  return {
    cardToken: intent === 'purchase' && saved === undefined ? typed : undefined,
    savedCard: saved,
    remember: form.has('remember'),
    tenders:
      tenders && isChosen(tenders.body) ? { body: tenders.body, due: tenders.quote.amount_due } : undefined,
  }
}

/** What is ticked cannot pay, or leaves another amount than the page showed: nothing is bought before it is seen. */
function findTenderProblem(tenders: PayerTenders | undefined, seen: string): Partial<PayRefusal> | undefined {
  if (!tenders || !isChosen(tenders.body)) return undefined
  const { tender_problem: problem, amount_due: due } = tenders.quote
  if (problem) {
    const said = checkoutMessage({ code: 'invalid', message: problem.message, errors: {} })
    return { problems: { [TENDERS]: said } }
  }
  return seen !== '' && Number(seen) === (due ?? 0) ? undefined : { text: CHECKOUT_TEXT.newDue }
}

/**
 * The code to order with: the one whose price was shown. One that does not hold, and did not when the page was made, is
 * left out at the price that was shown without it.
 */
function judgeCode(
  sent: SentForm,
  quote: Quote | undefined,
  claimedTotal: number,
): { ok: true; code: string | undefined } | { ok: false; text: string } {
  const typed = typedCode(sent)
  const wanted = sent.visit.query.code ?? ''
  if (typed !== undefined && typed.toUpperCase() !== wanted.toUpperCase()) {
    return { ok: false, text: CHECKOUT_TEXT.codeNotApplied }
  }
  const told = quote?.discount_code
  if (told?.message && quote?.total !== claimedTotal) return { ok: false, text: told.message }
  return { ok: true, code: told?.applied ? told.code : undefined }
}

/** Undefined when the form has no such field. */
function typedCode({ form }: Pick<SentForm, 'form'>): string | undefined {
  const code = form.get(CODE_FIELD)
  return typeof code === 'string' ? code.trim().slice(0, 60) : undefined
}

async function settle(sent: SentForm): Promise<PayFormResult> {
  const settled = await settleOrder(sent.visit, text(sent.form, 'authenticated') === 'yes')
  return settled.ok ? leave(settled.location) : refuse(sent, 422, { problems: settled.problems })
}

const text = (form: FormData, name: string) => String(form.get(name) ?? '')
const formKeyOf = (form: FormData) => text(form, 'form_key').slice(0, 64)

function refusePurchase(sent: SentForm, { status, text, problems }: PurchaseRefusal): PayFormResult {
  const unsure = status === 429 || status >= 500
  return refuse(sent, status, { text, problems, formKey: unsure ? formKeyOf(sent.form) : undefined })
}

function refuse({ form, typed }: SentForm, status: number, why: Partial<PayRefusal>): PayFormResult {
  const accepted = form.has('terms_and_conditions')
  const problem = why.problems?.[CODE_FIELD]
  const code = typedCode({ form })
  const codeBox = problem ? renderCodeBox({ code, error: problem, intent: 'apply_code' }) : undefined
  const refusal = { text: '', problems: {}, formKey: undefined, accepted, codeBox, ...why, typed }
  return { kind: 'answer', status, answer: { kind: 'refused', refusal } }
}
