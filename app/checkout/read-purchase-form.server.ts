import { z } from 'zod'
import { type Quote } from '#contract/quote.ts'
import { isSent, readForm, SentText } from '../ui/form/sent-values.server.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../visit/refusal-messages.ts'
import { parseClaim } from './order-body.ts'
import { type PayRefusal } from '../payments/pay-answer.ts'
import { CARD_FIELD, CODE_FIELD } from '../payments/pay-fields.ts'
import { parsePayForm } from './parse-pay-form.ts'
import { findTenderProblem, readPaymentMethod } from '../payments/choose-payment.server.ts'
import { secondSeatText } from '../passengers/second-seat-text.ts'
import { loadChoice, requireProduct } from '../selection/load-choice.server.ts'
import { loadPayerTenders } from '../payments/payer-tenders.server.ts'
import { getPrizeId } from '../selection/find-prize.server.ts'
import { type PurchaseInput } from './purchase.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { readPaymentForm } from '../payments/payment-form.server.ts'
import { redirectToWhen, stepHrefs } from '../selection/step-hrefs.server.ts'

/** A submitted form. */
export interface SubmittedForm {
  visit: Visit
  request: Request
  /** The product as in the address. */
  product: string
  form: FormData
  typed: Record<string, string>
}

/**
 * `redirectTo`: the choice is not valid, and the target page says why. `valid`: nothing is wrong,
 * and the request was only for a check.
 */
export type PurchaseInputResult =
  | { wish: PurchaseInput }
  | { redirectTo: string }
  | { valid: true }
  | { status: number; refusal: Partial<PayRefusal> }

const refuse = (status: number, refusal: Partial<PayRefusal>): PurchaseInputResult => ({ status, refusal })

const CodeForm = z.object({ [CODE_FIELD]: SentText })

/** Undefined if the form has no such field. */
export function typedCode(form: FormData): string | undefined {
  if (!isSent(form, CODE_FIELD)) return undefined
  const { [CODE_FIELD]: code = '' } = readForm(form, CodeForm)
  return code.trim().slice(0, 60)
}

/**
 * Reads what is to be bought, if the choice and all fields are valid; otherwise returns the refusal
 * or the redirect.
 */
export async function readPurchaseInput(
  sent: SubmittedForm,
  intent: string | undefined,
): Promise<PurchaseInputResult> {
  const { visit, request, product: productParam, form } = sent
  const { query } = visit
  const product = await requireProduct(visit, productParam)
  const toFirstStep = { redirectTo: redirectToWhen(productParam, query) }
  if (!query.date) return toFirstStep
  const loaded = await loadChoice(visit, product, { date: query.date, continuing: true })
  const { departure, quantity, quantityType, types } = loaded.choice
  if (!departure || quantity === undefined) return toFirstStep
  const parsed = parsePayForm(form, quantity)
  if (!parsed.ok) return refuse(422, { problems: parsed.problems })
  // The weights were typed on this page: nothing is charged for a party that is too heavy to fly.
  if (departure.status === 'too_heavy') return refuse(422, { text: `${departure.note ?? ''}.` })
  const tenders = await loadPayerTenders(visit, loaded)
  const { form_key: formKey, due = 0, total } = readPaymentForm(form)
  const claimedTotal = parseClaim(total)
  const problem = findTenderProblem(tenders, form, claimedTotal)
  if (problem) return refuse(409, problem)
  const doubled = findNewSecondSeat(tenders?.quote ?? loaded.quote, claimedTotal)
  if (doubled) return refuse(409, { text: doubled })
  if (intent === 'check') return { valid: true }
  if (claimedTotal === undefined) {
    return refuse(409, { text: checkoutMessage({ code: 'price_changed', message: '', errors: {} }) })
  }
  const code = judgeCode(sent, loaded.quote, claimedTotal)
  if (!code.ok) return refuse(422, { problems: { [CODE_FIELD]: code.text } })
  const seats = { departure, quantityType, quantity, types, upgradeIds: query.upgradeIds }
  const { membership } = loaded.quote ?? {}
  const membershipPlanId = membership?.by === 'consent' && membership.charge ? membership.plan_id : undefined
  const { prize_id: prizeId } = await getPrizeId(visit)
  const cart = { brandId: visit.brand.id, ...seats, code: code.code, membershipPlanId, prizeId }
  const paying = readPaymentMethod(form, intent === 'wallet' ? 'hosted' : intent, tenders)
  if (!paying) return refuse(422, { problems: { [CARD_FIELD]: CHECKOUT_TEXT.noCard } })
  const sold = { cart, values: parsed.values, claimedTotal, pricedTotal: tenders?.quote.total }
  const payPath = stepHrefs(productParam, query).pay
  const wallet = intent === 'wallet' ? due : undefined
  return { wish: { visit, request, ...sold, formKey, payPath, wallet, ...paying } }
}

/**
 * The price of a second seat that the weights of this page require; the buyer sees it before
 * anything is charged.
 */
function findNewSecondSeat(quote: Quote | undefined, claimedTotal: number | undefined): string | undefined {
  if (!quote?.second_seats || claimedTotal === (quote.order_total ?? quote.total)) return undefined
  return secondSeatText(quote)
}

/**
 * The code to order with, which is the one whose price was shown. A code that did not apply when
 * the page was made is left out, and the displayed price without it is charged.
 */
function judgeCode(
  sent: SubmittedForm,
  quote: Quote | undefined,
  claimedTotal: number,
): { ok: true; code: string | undefined } | { ok: false; text: string } {
  const typed = typedCode(sent.form)
  const requestedCode = sent.visit.query.code ?? ''
  if (typed !== undefined && typed.toUpperCase() !== requestedCode.toUpperCase()) {
    return { ok: false, text: CHECKOUT_TEXT.codeNotApplied }
  }
  const quotedCode = quote?.discount_code
  if (quotedCode?.message && quote?.total !== claimedTotal) return { ok: false, text: quotedCode.message }
  return { ok: true, code: quotedCode?.applied ? quotedCode.code : undefined }
}
