import { createHash } from 'node:crypto'
import { type Payment } from '#contract/payment.ts'
import { OrderReply } from '#contract/order.ts'
import { listSentTexts } from '../ui/form/sent-values.server.ts'
import { CARD_TEXT } from '../visit/card-text.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../visit/refusal-messages.ts'
import { type PayAnswer, type PayRefusal } from './pay-answer.ts'
import { CARD_FIELD } from './pay-fields.ts'
import { loadCardPayer } from './card-payer.server.ts'
import { readPaymentMethod } from './choose-payment.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type FieldProblems } from '../ui/form-fields.ts'
import { readPaymentForm } from './payment-form.server.ts'

export type ChangeAnswer =
  /** `leave`: the target is loaded as a document, because it is another page. */
  { kind: 'go'; location: string; leave: boolean } | { kind: 'answer'; status: number; answer: PayAnswer }

export const leaveApp = (location: string): ChangeAnswer => ({ kind: 'go', location, leave: true })
export const CONTINUE: ChangeAnswer = { kind: 'answer', status: 200, answer: { kind: 'fine' } }

/** The payment of a change, as `update_upgrades` and `reschedule_flight` expect it. */
export interface ChangePayment {
  fields: Record<string, unknown>
  idempotencyKey: string
  /** The bank of a saved card asks for a confirmation on a page of its own. */
  savedCard: boolean
  wallet: boolean
}

/**
 * Reads the form's means of payment: a saved card, a typed card, the wallet, or the hosted page.
 * Submitting a form twice with the same card makes one payment.
 *
 * @param due the amount due by card that the page showed
 */
export async function readChangePayment(
  visit: Visit,
  form: FormData,
  { due, back, cancel }: { due: number | null; back: string; cancel: string },
): Promise<{ ok: true; payment: ChangePayment } | { ok: false; problems: FieldProblems }> {
  const { intent, form_key: key } = readPaymentForm(form)
  const once = (source: string) => createHash('sha256').update(`change ${key} ${source}`).digest('hex')
  const paying = (source: string, fields: ChangePayment['fields'], more: Partial<ChangePayment> = {}) =>
    ({
      ok: true,
      payment: { fields, idempotencyKey: once(source), savedCard: false, wallet: false, ...more },
    }) as const
  if (due === null) return paying('nothing', {})
  if (intent === 'wallet') return paying('wallet', { payment_intent: true }, { wallet: true })
  const method = readPaymentMethod(form, intent, await loadCardPayer(visit, { amount_due: due }))
  if (!method) return { ok: false, problems: { [CARD_FIELD]: CHECKOUT_TEXT.noCard } }
  const { savedCard, cardToken } = method
  if (cardToken !== undefined && !/^ctoken_\w{1,180}$/.test(cardToken)) {
    return { ok: false, problems: { [CARD_FIELD]: CHECKOUT_TEXT.cardUnusable } }
  }
  const remember = method.remember ? { remember: true } : {}
  const returning = { return_url: back, ...remember }
  if (savedCard !== undefined)
    return paying(String(savedCard), { ...returning, stripe_source: savedCard }, { savedCard: true })
  if (cardToken !== undefined) return paying(cardToken, { ...returning, stripe_source: cardToken })
  return paying('hosted', { ...returning, hosted: true, cancel_url: cancel })
}

/** Whether a wallet would be charged another amount than its open sheet shows. */
export const differsFromSheet = (payment: Payment | undefined, { wallet }: ChangePayment, form: FormData) =>
  wallet && payment?.amount !== (readPaymentForm(form).due ?? 0)

/**
 * Where the shopper continues.
 *
 * @param done the page that shows the result
 */
export function findChangeRedirect(
  payment: Payment | undefined,
  { wallet, savedCard }: ChangePayment,
  done: string,
): ChangeAnswer {
  const authenticate = (clientSecret: string): ChangeAnswer => ({
    kind: 'answer',
    status: 200,
    answer: { kind: 'authenticate', clientSecret },
  })
  if (wallet && payment?.status !== 'succeeded' && payment?.reference) return authenticate(payment.reference)
  const elsewhere = savedCard && payment?.redirect_url
  if (!elsewhere && payment?.requires_action && payment.client_secret) {
    return authenticate(payment.client_secret)
  }
  return leaveApp(payment?.redirect_url ?? done)
}

/**
 * How often to read the change, and the pause in between; the service asks the provider each time.
 */
const LOOKS = { satisfied: 4, refused: 2 }
const BETWEEN_LOOKS_MS = 800

/**
 * The result of the bank's confirmation or the wallet's sheet, by the order's last change. What the
 * browser reports decides only how long to wait.
 */
export async function settleChange(
  { userApi }: Visit,
  orderId: number,
  { authenticated, done }: { authenticated: boolean; done: string },
): Promise<{ answer: ChangeAnswer } | { answer?: undefined; problems: FieldProblems }> {
  const read = async () => {
    const result = await userApi?.get(`/v1/orders/${String(orderId)}`, OrderReply)
    return result?.ok ? result.data.order.changes?.at(-1) : undefined
  }
  let change = await read()
  const attempts = authenticated ? LOOKS.satisfied : LOOKS.refused
  for (let attempt = 1; attempt < attempts && change?.status === 'awaiting_payment'; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS))
    change = await read()
  }
  if (change && (authenticated || change.status !== 'awaiting_payment')) return { answer: leaveApp(done) }
  const declined = change?.last_payment_error
  const refused = declined
    ? checkoutMessage({ code: 'invalid', message: '', errors: { credit_card: [declined] } })
    : CARD_TEXT.notAuthenticated
  return { problems: { [CARD_FIELD]: refused } }
}

/** The form again, with its errors and everything that was typed. */
export function refuseChange(
  form: FormData,
  status: number,
  reason: Partial<Pick<PayRefusal, 'text' | 'problems' | 'quote'>>,
): ChangeAnswer {
  const unsure = status === 429 || status >= 500
  const { form_key: formKey, terms_and_conditions: accepted } = readPaymentForm(form)
  const refusal: PayRefusal = {
    text: '',
    problems: {},
    ...reason,
    typed: Object.fromEntries(listSentTexts(form)),
    accepted,
    formKey: unsure ? formKey : undefined,
  }
  return { kind: 'answer', status, answer: { kind: 'refused', refusal } }
}
