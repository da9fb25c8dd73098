import { z } from 'zod'
import {
  inPersonMeans,
  inPersonMethods,
  isInPersonMethod,
  type ReferenceField,
} from '#contract/means-of-payment.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { type Refusal } from '../../ui/form/read-form.server.ts'
import { type ApiResult, isOutcomeUnknown } from '../../visit/api-result.ts'
import { getShopOrigin } from '../../visit/shop-origin.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

/** The page of a change once more: with its price, or with what was wrong. */
export interface ChangeAnswer<ChangeQuote> {
  status: number
  /** The submitted values with their errors. */
  answer: FormAnswer
  /** The price of the change; nothing has changed yet. */
  quote?: ChangeQuote
  /** Set if the outcome is unknown: only a form with this key can be submitted again safely. */
  key?: string
}

/** The numbers of all means of payment, because a change has them in one form. */
export const REFERENCES = Object.fromEntries(
  inPersonMethods.flatMap((method) => {
    const { reference } = inPersonMeans(method)
    return reference ? [[reference.field, z.string().trim().default('')]] : []
  }),
) as Record<ReferenceField, z.ZodDefault<z.ZodString>>

/** The field for the number of a payment; undefined for buttons that need none. */
export const referenceOf = (intent: string): ReferenceField | undefined =>
  isInPersonMethod(intent) ? inPersonMeans(intent).reference?.field : undefined

interface PressedButton {
  intent: string
  /** What the price showed, in dollars. */
  due: number
  /** The typed number of the payment; undefined where the button needs none. */
  reference: string | undefined
  /** The page that a payment by link leads to. */
  returnPath: string
}

/** How a change is paid, for `/v1`: in person, by a link that is mailed, or not now. */
export function paymentOf(
  { visit }: StaffVisit,
  request: Request,
  { intent, due, reference, returnPath }: PressedButton,
) {
  if (intent !== 'link' && !isInPersonMethod(intent)) return {}
  const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  const way = { url: `${origin}/pay`, return_url: `${origin}${returnPath}` }
  const taken = reference === undefined ? {} : { reader_reference: reference }
  return { payment: { method: intent, amount: due, ...(intent === 'link' ? way : taken) } }
}

type AnswerWith<ChangeQuote> = (status: number, why?: Refusal) => ChangeAnswer<ChangeQuote>
type Priced = Readonly<{ message: string | null }>

/** The page with the price, or with why the change cannot be had. */
export const answerWithPrice = <ChangeQuote extends Priced>(
  answerWith: AnswerWith<ChangeQuote>,
  quote: ChangeQuote,
): ChangeAnswer<ChangeQuote> =>
  quote.message === null ? { ...answerWith(200), quote } : answerWith(422, { message: quote.message })

/** The page after a refusal, with the present price beside it. */
export function answerWithRefusal<ChangeQuote extends Priced>(
  answerWith: AnswerWith<ChangeQuote>,
  quote: ChangeQuote,
  { refused, key }: { refused: ApiResult<unknown> & { ok: false }; key: string },
): ChangeAnswer<ChangeQuote> {
  const answer = answerWith(refused.status, refused)
  const again = quote.message === null ? { ...answer, quote } : answer
  return isOutcomeUnknown(refused) ? { ...again, key } : again
}
