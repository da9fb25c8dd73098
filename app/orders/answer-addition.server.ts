import { type Payment } from '#contract/payment.ts'
import {
  type ChangeAnswer,
  type ChangePayment,
  differsFromSheet,
  findChangeRedirect,
  refuseChange,
} from '../payments/pay-change.server.ts'
import { CARD_FIELD } from '../payments/pay-fields.ts'
import { type ApiResult } from '../visit/api-result.ts'
import { CHECKOUT_TEXT, checkoutMessage } from '../visit/refusal-messages.ts'

/**
 * Where the buyer of an addition to an order continues, or the form with the refusal.
 *
 * @param addition.done the page that shows the result
 */
export function answerAddition(
  form: FormData,
  result: ApiResult<{ payments: Payment[] }>,
  { payment, done }: { payment: ChangePayment; done: string },
): ChangeAnswer {
  if (result.ok) {
    const [made] = result.data.payments
    if (differsFromSheet(made, payment, form)) return refuseChange(form, 409, { text: CHECKOUT_TEXT.newDue })
    return findChangeRedirect(made, payment, done)
  }
  const said = sentenceOf(result)
  const why = result.errors['credit_card'] ? { problems: { [CARD_FIELD]: said } } : { text: said }
  return refuseChange(form, result.status === 502 ? 503 : result.status, why)
}

/** The refusal of an addition to an order, in words for its buyer. */
function sentenceOf(result: { code: string; message: string; errors: Record<string, string[]> }): string {
  // These refusals concern the order, and the service's message names the reason.
  const own = ['conflict', 'flight_closed', 'payment_in_progress', 'sold_out', 'too_heavy'].includes(
    result.code,
  )
  if (result.code === 'price_changed')
    return 'The price changed while you were here. Please look at it once more before you pay.'
  return own ? result.message : checkoutMessage(result)
}
