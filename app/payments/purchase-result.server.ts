import { PriceChangedBody } from '#contract/order.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { checkoutMessage } from '../visit/refusal-messages.ts'
import { CARD_FIELD } from './pay-fields.ts'
import { type ApiResult } from '../visit/api-result.ts'
import { type FieldProblems } from '../ui/form-fields.ts'
import { fieldProblems } from './field-problems.ts'

/** The bank asks for a confirmation in the page: only the provider's script may get the secret. */
export interface Authentication {
  orderId: number
  clientSecret: string
}

export interface PurchaseRefusal {
  ok: false
  status: number
  code: string
  /** The message of the whole form; empty if only fields are wrong. */
  text: string
  problems: FieldProblems
}

export type PurchaseResult =
  { ok: true; location: string } | { ok: true; authenticate: Authentication } | PurchaseRefusal

export const confirmationPath = (orderId: number) => `/order-confirmation?order_id=${String(orderId)}`

/** The panel of gift cards, vouchers and credit, where their errors are shown. */
export const TENDERS = 'tenders'
const TENDER_FIELDS = ['gift_card_codes', 'gift_cards', 'vouchers', 'apply_user_credit']

/**
 * A refusal of `/v1` for the page: beside the field or the card it belongs to, else above the form.
 */
export function purchaseRefusal(
  result: ApiResult<unknown> & { ok: false },
  upgradeIds: readonly number[],
): PurchaseRefusal {
  const problems = fieldProblems(result.errors, upgradeIds)
  if (result.errors['credit_card']) problems[CARD_FIELD] = checkoutMessage(result)
  const tender = TENDER_FIELDS.find((name) => result.errors[name])
  if (tender) {
    const [message = ''] = result.errors[tender] ?? []
    problems[TENDERS] = checkoutMessage({ code: 'invalid', message, errors: {} })
  }
  // A status that the form cannot have caused: the choice is not valid any more.
  const status = [401, 403, 404].includes(result.status) ? 409 : result.status
  const text = Object.keys(problems).length > 0 ? '' : `${checkoutMessage(result)}${newTotal(result.body)}`
  return { ok: false, status, code: result.code, text, problems }
}

function newTotal(body: unknown): string {
  const changed = PriceChangedBody.safeParse(body)
  return changed.success ? ` It is ${formatDollars(changed.data.quote.total)} now.` : ''
}
