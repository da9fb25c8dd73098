import { z } from 'zod'
import {
  InPersonPaymentReply,
  InPersonQuoteReply,
  ManualRefundReply,
  PaymentLinkReply,
} from '#contract/counter.ts'
import { CreditReply } from '#contract/credit.ts'
import { inPersonMeans, inPersonMethods, isInPersonMethod } from '#contract/means-of-payment.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { PaymentsReply } from '#contract/payment.ts'
import { VoucherReply } from '#contract/tenders.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { dollarsIn, NOT_DOLLARS } from '../parts/parse-dollars.server.ts'
import { type InPersonFormValues, type StaffOrderAnswer } from './handle-order.server.ts'
import { readReferences } from './typed-references.ts'
import { readCodes } from './read-codes.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { getShopOrigin } from '../../visit/shop-origin.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { type ApiResult } from '../../visit/api-result.ts'
import { type TenderCodes } from '../../visit/session.server.ts'
import { readFormText } from '../parts/form-text.server.ts'

/** What the buttons of the counter's parts do. */
export const IN_PERSON_INTENTS = [
  ...inPersonMethods,
  'codes',
  'codes_pay',
  'payment_link',
  'hand_out',
  'voucher',
  'credit',
  'move_link',
] as const
type Intent = (typeof IN_PERSON_INTENTS)[number]

export const isInPersonIntent = (said: unknown): said is Intent =>
  IN_PERSON_INTENTS.some((one) => one === said)

/** @throws Response 404 */
export const loadInPersonOrder = async ({ userApi }: StaffVisit, orderId: string): Promise<Order> =>
  requireData(await userApi.get(`/v1/orders/${orderId}`, OrderReply)).order

const PARTS = {
  codes: 'counter',
  codes_pay: 'counter',
  payment_link: 'counter',
  hand_out: 'hand_out',
  voucher: 'give',
  credit: 'give',
  move_link: 'give',
} as const

/**
 * Takes an order's money, hands some out, or gives its customer something; `said` is the sentence
 * that tells the desk what was done, and what is left to do by hand.
 */
export async function handleInPersonForm(
  staff: StaffVisit,
  request: Request,
  order: Pick<Order, 'id' | 'number' | 'email'>,
  form: FormData,
  intent: Intent,
): Promise<StaffOrderAnswer | { said: string }> {
  const counter = readTyped(form, intent)
  const refuse = (status: number, failure: string): StaffOrderAnswer => ({
    status,
    part: isInPersonMethod(intent) ? 'counter' : PARTS[intent],
    failure,
    counter,
  })
  if (amountsOf(counter).some((text) => Number.isNaN(dollarsIn(text)))) return refuse(422, NOT_DOLLARS)
  if (intent === 'codes') return quoteCodes(staff, order, counter, refuse)
  const done = await act(staff, request, order, form, { ...counter, intent })
  return done.ok ? { said: done.data } : refuse(done.status, done.message)
}

const readTyped = (form: FormData, intent: Intent): InPersonFormValues => ({
  intent,
  handed: readFormText(form, 'handed'),
  references: readReferences((field) => readFormText(form, field)),
  amount: readFormText(form, 'amount'),
  type: readFormText(form, 'type'),
  description: readFormText(form, 'description'),
  codes: readFormText(form, 'codes').slice(0, 2000),
})

/** What typed codes would leave to take, shown before anything is taken. */
async function quoteCodes(
  staff: StaffVisit,
  { id }: Pick<Order, 'id'>,
  counter: InPersonFormValues,
  refuse: (status: number, failure: string) => StaffOrderAnswer,
): Promise<StaffOrderAnswer> {
  const read = await readCodes(staff, counter.codes)
  if (!read.ok) return refuse(422, read.failure)
  if (read.discount !== null) {
    return refuse(
      422,
      `${read.discount} is no code of a gift card or voucher. Discounts are given with the sale.`,
    )
  }
  const path = `/v1/orders/${String(id)}/counter_quotes`
  const quoted = await staff.userApi.post(path, InPersonQuoteReply, { body: { counter_quote: read.codes } })
  if (!quoted.ok) return refuse(quoted.status, quoted.message)
  const coded = { codes: read.codes, quote: quoted.data.counter_quote }
  return { status: 200, part: 'counter', coded, counter }
}

const codesIn = (form: FormData): TenderCodes => {
  const all = (name: string) => form.getAll(name).filter((one) => typeof one === 'string')
  return { gift_card_codes: all('gift_card_code'), vouchers: all('voucher_code') }
}

/** Those that must be one; what was handed over need not be said. */
function amountsOf({ intent, handed, amount }: InPersonFormValues): string[] {
  if (intent === 'voucher' || intent === 'credit') return [amount]
  return handed === '' ? [] : [handed]
}

async function toMessage<T>(
  call: Promise<ApiResult<T>>,
  say: (data: T) => string,
): Promise<ApiResult<string>> {
  const result = await call
  return result.ok ? { ...result, data: say(result.data) } : result
}

function act(
  { userApi, visit }: StaffVisit,
  request: Request,
  order: Pick<Order, 'id' | 'number' | 'email'>,
  form: FormData,
  typed: InPersonFormValues & { intent: Exclude<Intent, 'codes'> },
): Promise<ApiResult<string>> {
  const due = dollarsIn(readFormText(form, 'due'))
  const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  const key = readFormText(form, 'key')
  const once = key === '' ? {} : { idempotencyKey: key }
  const amount = dollarsIn(typed.amount)
  const { intent } = typed
  if (isInPersonMethod(intent)) {
    const { drawer, done } = inPersonMeans(intent)
    const handed = drawer && typed.handed !== '' ? { handed: dollarsIn(typed.handed) } : {}
    const number = typed.references[intent]
    const reference = number === undefined ? {} : { reader_reference: number }
    const paid = {
      order_id: order.id,
      method: intent,
      amount: due,
      ...handed,
      ...reference,
      ...codesIn(form),
    }
    const body = { counter_payment: paid }
    const call = { body, ...createFormIdempotencyKey(key, body) }
    return toMessage(userApi.post('/v1/counter_payments', InPersonPaymentReply, call), ({ change }) =>
      change > 0 ? `Paid. Give ${formatDollars(change)} back.` : done,
    )
  }
  switch (intent) {
    case 'codes_pay': {
      const body = { payment: { order_id: order.id, ...codesIn(form) } }
      const call = { body, ...createFormIdempotencyKey(key, body) }
      return toMessage(
        userApi.post('/v1/payments', PaymentsReply, call),
        () => 'Paid. Nothing is left to take.',
      )
    }
    case 'payment_link': {
      const body = { payment_link: { url: `${origin}/pay` } }
      const path = `/v1/orders/${String(order.id)}/payment_links`
      return toMessage(
        userApi.post(path, PaymentLinkReply, { body }),
        ({ payment_link: link }) => `A link to pay was mailed to ${link.mailed_to}.`,
      )
    }
    case 'hand_out': {
      const body = { hand_out: { refund_id: Number(readFormText(form, 'refund')) } }
      return toMessage(
        userApi.post('/v1/hand_outs', ManualRefundReply, { body }),
        ({ hand_out: out }) => `${formatDollars(out.amount)} handed out.`,
      )
    }
    case 'voucher': {
      const voucher = {
        order_id: order.id,
        value: amount,
        reason_type: typed.type,
        reason_description: typed.description,
      }
      return toMessage(
        userApi.post('/v1/vouchers', VoucherReply, { body: { voucher }, ...once }),
        () => `A voucher of ${formatDollars(amount)} was given.`,
      )
    }
    case 'credit': {
      const credit = { order_id: order.id, amount, credit_type: typed.type, reason: typed.description }
      return toMessage(
        userApi.post('/v1/credits', CreditReply, { body: { credit }, ...once }),
        () => `Credit of ${formatDollars(amount)} was given.`,
      )
    }
    case 'move_link': {
      const reschedule_link = {
        order_number: order.number,
        email: order.email,
        url: `${origin}/reschedule-flight`,
      }
      return toMessage(
        userApi.post('/v1/reschedule_links', z.object({}), { body: { reschedule_link } }),
        () => `A link to move the flight was mailed to ${order.email}.`,
      )
    }
  }
}
