import { z } from 'zod'
import { RescheduleReply } from '#contract/reschedule.ts'
import { readForm } from '../ui/form/sent-values.server.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../visit/refusal-messages.ts'
import { CARD_FIELD } from '../payments/pay-fields.ts'
import { type RescheduleChoice, rescheduleSearch, readRescheduleChoice } from './reschedule-choice.ts'
import { readPaymentForm } from '../payments/payment-form.server.ts'
import { saveTenderChoice } from '../payments/save-tenders.server.ts'
import { fetchRescheduleQuote, type RescheduleSubject, toRescheduleFields } from './load-reschedule.server.ts'
import {
  type ChangeAnswer,
  CONTINUE,
  differsFromSheet,
  leaveApp,
  findChangeRedirect,
  readChangePayment,
  refuseChange,
  settleChange,
} from '../payments/pay-change.server.ts'
import { getShopOrigin } from '../visit/shop-origin.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

interface SentRescheduleForm {
  visit: Visit
  request: Request
  subject: RescheduleSubject
  form: FormData
  choice: RescheduleChoice
}

const ShownText = z.string().default('').catch('')
const ShownDollars = z.number().catch(0)
/** The departure and its price as the page showed them. */
const ShownReschedule = z.object({
  depart_at: ShownText,
  quote: ShownText,
  reschedule_fee: ShownDollars,
  reschedule_price_difference: ShownDollars,
})

const doneOf = ({ order }: RescheduleSubject) =>
  `/reschedule-flight-confirmation?order_id=${String(order.id)}`

/**
 * Reschedules the flight, leads to the provider's page, or shows the refusal. The shown price is
 * valid for fifteen minutes.
 */
export async function handleRescheduleForm(
  visit: Visit,
  request: Request,
  subject: RescheduleSubject,
): Promise<ChangeAnswer> {
  const form = await request.formData()
  const url = new URL(request.url)
  const choice = readRescheduleChoice(url.searchParams)
  const sent = { visit, request, subject, form, choice }
  const { intent } = readPaymentForm(form)
  if (intent === 'settle') return settleReschedule(sent)
  saveTenderChoice(visit, form)
  const here = `${url.pathname}${rescheduleSearch(choice)}`
  if (intent !== undefined && ['add_card', 'cancel_card', 'close'].includes(intent)) {
    return { kind: 'go', location: `${here}#payment`, leave: false }
  }
  return reschedule(sent, here)
}

async function reschedule(sent: SentRescheduleForm, here: string): Promise<ChangeAnswer> {
  const { visit, request, subject, form, choice } = sent
  const open = await fetchRescheduleQuote(visit, subject)
  const shown = readForm(form, ShownReschedule)
  if (!open || choice.departureId === undefined || shown.depart_at === '') return leaveApp(here)
  const input = { ...toRescheduleFields(open, choice, shown.depart_at), quote: shown.quote }
  const refuse = async (status: number, why: Parameters<typeof refuseChange>[2]) =>
    refuseChange(form, status, { ...why, quote: await fetchRescheduleQuote(visit, subject, input) })
  const { intent, due, terms_and_conditions: isAccepted } = readPaymentForm(form)
  if (!isAccepted) {
    return refuse(422, { problems: { terms_and_conditions: CHECKOUT_TEXT.terms } })
  }
  // Placing creates nothing before the payment: the order keeps its seats, and the same reschedule
  // is made only once.
  if (intent === 'check' || intent === 'place') return CONTINUE
  const { shop, brand, userApi } = visit
  const origin = getShopOrigin(request, shop.settings, brand.hosts)
  const done = doneOf(subject)
  const read = await readChangePayment(visit, form, {
    due: due || null,
    back: `${origin}${done}`,
    cancel: `${origin}${here}`,
  })
  if (!read.ok) return refuse(422, { problems: read.problems })
  const body = {
    ...input,
    flight_id: subject.flightId,
    items: {
      reschedule_fee: shown.reschedule_fee,
      reschedule_price_difference: shown.reschedule_price_difference,
    },
    ...read.payment.fields,
  }
  const { idempotencyKey } = read.payment
  const path = `/v1/orders/${String(subject.order.id)}/reschedule_flight`
  const result = await userApi?.patch(path, RescheduleReply, { body, idempotencyKey })
  if (!result) return leaveApp(here)
  if (result.ok) {
    const [payment] = result.data.payments
    if (differsFromSheet(payment, read.payment, form)) return refuse(409, { text: CHECKOUT_TEXT.newDue })
    return findChangeRedirect(payment, read.payment, done)
  }
  const said = sentenceOf(result)
  const why = result.errors['credit_card'] ? { problems: { [CARD_FIELD]: said } } : { text: said }
  return refuse(result.status === 502 ? 503 : result.status, why)
}

async function settleReschedule({ visit, subject, form }: SentRescheduleForm): Promise<ChangeAnswer> {
  const { authenticated } = readPaymentForm(form)
  const settled = await settleChange(visit, subject.order.id, { authenticated, done: doneOf(subject) })
  if (settled.answer) return settled.answer
  return refuseChange(form, 422, { problems: settled.problems })
}

/** The message of spec section 8 for a card that is declined for a reschedule. */
const DECLINED = 'Your card was declined. Try a different card or contact your bank.'

function sentenceOf(result: { code: string; message: string; errors: Record<string, string[]> }): string {
  if (result.errors['credit_card']) return DECLINED
  const own = ['conflict', 'flight_closed', 'payment_in_progress', 'too_heavy', 'forbidden'].includes(
    result.code,
  )
  if (result.code === 'price_changed')
    return 'The price changed while you were here. Please look at it once more before you pay.'
  return own ? result.message : checkoutMessage(result)
}
