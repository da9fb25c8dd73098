import { CARD_TEXT } from '../visit/card-text.ts'
import { checkoutMessage } from '../visit/refusal-messages.ts'
import { CARD_FIELD } from './pay-fields.ts'
import { findOwnOrder } from '../selection/load-choice.server.ts'
import { confirmationPath } from './purchase-result.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type FieldProblems } from '../ui/form-fields.ts'

export type SettledOrder = { ok: true; location: string } | { ok: false; problems: FieldProblems }

/**
 * How often to read the order. After a refusal by the bank no money is expected; the second read
 * covers a payment that arrived in between.
 */
const LOOKS = { satisfied: 4, refused: 2 }
/**
 * The service asks the provider at most three times a second; after this pause each read has a new
 * answer.
 */
const BETWEEN_LOOKS_MS = 800

/**
 * The result of the bank's confirmation, by the order. What the browser reports decides only how
 * long to wait.
 *
 * @param authenticated whether the browser reports that the bank approved, so that the money is on
 *   its way
 */
export async function settleOrder(visit: Visit, authenticated: boolean): Promise<SettledOrder> {
  let order = await findOwnOrder(visit)
  const attempts = authenticated ? LOOKS.satisfied : LOOKS.refused
  for (let attempt = 1; attempt < attempts && order && order.status === 'awaiting_payment'; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS))
    order = await findOwnOrder(visit)
  }
  if (order && (authenticated || order.status !== 'awaiting_payment')) {
    return { ok: true, location: confirmationPath(order.id) }
  }
  const declined = order?.last_payment_error
  const text = declined
    ? checkoutMessage({ code: 'invalid', message: '', errors: { credit_card: [declined] } })
    : CARD_TEXT.notAuthenticated
  return { ok: false, problems: { [CARD_FIELD]: text } }
}
