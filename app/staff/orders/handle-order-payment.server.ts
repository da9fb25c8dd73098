import { z } from 'zod'
import {
  InPersonPaymentReply,
  InPersonQuoteReply,
  ManualRefundReply,
  PaymentLinkReply,
} from '#contract/counter.ts'
import { CreditFields, CreditReply } from '#contract/credit.ts'
import { inPersonMeans, type InPersonMethod, isInPersonMethod } from '#contract/means-of-payment.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { PaymentsReply } from '#contract/payment.ts'
import { Id } from '#contract/primitives.ts'
import { VoucherFields, VoucherReply } from '#contract/tenders.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { TypedDollars } from '../parts/parse-dollars.server.ts'
import { renameErrors } from '../parts/rename-errors.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { CODES_SHAPE, CREDIT_SHAPE, inPersonShape, PAY_LINK_SHAPE, VOUCHER_SHAPE } from './order-forms.ts'
import { type StaffOrderAnswer } from './handle-order.server.ts'
import { askForApproval } from '../parts/ask-for-approval.server.ts'
import { readCodes } from './read-codes.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { getShopOrigin } from '../../visit/shop-origin.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { type ApiResult } from '../../visit/api-result.ts'
import { type TenderCodes } from '../../visit/session.server.ts'

/** @throws Response 404 */
export const loadInPersonOrder = async ({ userApi }: StaffVisit, orderId: string): Promise<Order> =>
  requireData(await userApi.get(`/v1/orders/${orderId}`, OrderReply)).order

/** The buttons for payments in person, each with the part of the page that shows its answer. */
const PARTS = {
  codes: 'counter',
  codes_pay: 'counter',
  payment_link: 'counter',
  payment_text: 'counter',
  hand_out: 'hand_out',
  voucher: 'give',
  ask_voucher: 'give',
  credit: 'give',
  ask_credit: 'give',
  move_link: 'give',
} as const
type Intent = InPersonMethod | keyof typeof PARTS

export const isInPersonIntent = (intent: string): intent is Intent =>
  isInPersonMethod(intent) || Object.hasOwn(PARTS, intent)

const Key = z.object({ key: z.string().default('') })
const CodeLists = z.object({
  gift_card_code: z.array(z.string()),
  voucher_code: z.array(z.string()),
})
const DueForm = CodeLists.extend({ due: z.number() })
const Handed = z.object({ part: TypedDollars.optional(), handed: TypedDollars.optional() })
const LinkForm = z.object({
  part: TypedDollars.optional(),
  due: TypedDollars.optional(),
  text_consent: z.string().nullable().default(null),
})
const Reference = z.string().trim().default('')
const CodesForm = z.object({
  codes: z
    .string()
    .trim()
    .transform((codes) => codes.slice(0, 2000))
    .default(''),
})
const VoucherForm = z.object({
  amount: TypedDollars,
  type: VoucherFields.shape.reason_type,
  description: VoucherFields.shape.reason_description,
})
const CreditForm = z.object({
  amount: TypedDollars,
  type: CreditFields.shape.credit_type,
  description: CreditFields.shape.reason,
})

/** A form of the page: its schema, and the call to `/v1` that it makes. */
interface TypedForm<S extends z.ZodType> {
  shape: FormShape
  schema: S
  /** The form's fields, by the names that `/v1` has for them. */
  names?: Readonly<Record<string, string>>
  call: (typed: z.output<S>) => Promise<ApiResult<string>>
}

/**
 * Takes a payment, pays out a refund in cash, or grants the customer something. `said` is the
 * message for staff: what was done, and what is left to do by hand.
 */
export async function handleInPersonForm(
  staff: StaffVisit,
  request: Request,
  order: Pick<Order, 'id' | 'number' | 'email'>,
  form: FormData,
  intent: Intent,
): Promise<InPersonAnswer> {
  const { userApi, visit } = staff
  const { key } = requireForm(form, Key)
  const part = isInPersonMethod(intent) ? 'counter' : PARTS[intent]
  const once = key === '' ? {} : { idempotencyKey: key }
  const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  const payAtCounter = (part: number | undefined, money: object, say: (change: number) => string) => {
    const { due, ...codes } = requireForm(form, DueForm)
    // Another amount than all that is due is a part of it.
    const of = { amount: part ?? due, part: part !== undefined && part !== due }
    const body = { counter_payment: { order_id: order.id, ...of, ...money, ...namedCodes(codes) } }
    const call = { body, ...createFormIdempotencyKey(key, body) }
    const paid = userApi.post('/v1/counter_payments', InPersonPaymentReply, call)
    return toMessage(paid, ({ change, order: { amount_due: left } }) => sayLeft(say(change), left))
  }
  if (isInPersonMethod(intent)) {
    const { drawer, reference, done } = inPersonMeans(intent)
    const field = reference?.field ?? ''
    const number = requireForm(form, z.object({ [field]: Reference }))[field]
    return handleTyped(form, part, {
      shape: inPersonShape(intent),
      schema: Handed,
      names: { amount: 'part', ...(reference ? { reader_reference: reference.field } : {}) },
      call: ({ part: amount, handed }) =>
        payAtCounter(
          amount,
          {
            method: intent,
            ...(drawer ? { handed } : {}),
            ...(reference ? { reader_reference: number } : {}),
          },
          (change) => (change > 0 ? `Paid. Give ${formatDollars(change)} back.` : done),
        ),
    })
  }
  switch (intent) {
    case 'codes':
      return quoteCodes(staff, order, form)
    case 'codes_pay': {
      const body = { payment: { order_id: order.id, ...namedCodes(requireForm(form, CodeLists)) } }
      const call = { body, ...createFormIdempotencyKey(key, body) }
      return handlePressed(
        part,
        userApi.post('/v1/payments', PaymentsReply, call),
        () => 'Paid. Nothing is left to take.',
      )
    }
    case 'payment_link':
    case 'payment_text':
      return handleTyped(form, part, {
        shape: PAY_LINK_SHAPE,
        schema: LinkForm,
        names: { amount: 'part' },
        call: ({ part: amount, due, text_consent }) => {
          const way = intent === 'payment_text' ? { by: 'text', text_consent } : {}
          const of = amount === undefined || amount === due ? {} : { amount }
          const body = { payment_link: { url: `${origin}/pay`, ...way, ...of } }
          const path = `/v1/orders/${String(order.id)}/payment_links`
          const sent = userApi.post(path, PaymentLinkReply, { body })
          return toMessage(sent, ({ payment_link: { mailed_to: mailed, texted_to: texted } }) =>
            intent === 'payment_text'
              ? `A link to pay${sumOf(of)} was texted to ${texted ?? 'the phone'}.`
              : `A link to pay${sumOf(of)} was mailed to ${mailed ?? 'the customer'}.`,
          )
        },
      })
    case 'hand_out': {
      const { refund } = requireForm(form, z.object({ refund: Id }))
      const body = { hand_out: { refund_id: refund } }
      return handlePressed(
        part,
        userApi.post('/v1/hand_outs', ManualRefundReply, { body }),
        ({ hand_out: out }) => `${formatDollars(out.amount)} handed out.`,
      )
    }
    case 'voucher':
    case 'ask_voucher':
      return handleTyped(form, part, {
        shape: VOUCHER_SHAPE,
        schema: VoucherForm,
        names: { value: 'amount', reason_type: 'type', reason_description: 'description' },
        call: ({ amount, type, description }) => {
          const reason = { reason_type: type, reason_description: description }
          const body = { voucher: { order_id: order.id, value: amount, ...reason } }
          if (intent === 'ask_voucher')
            return askForApproval(userApi, { method: 'POST', path: '/v1/vouchers', body }, key)
          const given = userApi.post('/v1/vouchers', VoucherReply, { body, ...once })
          return toMessage(given, () => `A voucher of ${formatDollars(amount)} was given.`)
        },
      })
    case 'credit':
    case 'ask_credit':
      return handleTyped(form, part, {
        shape: CREDIT_SHAPE,
        schema: CreditForm,
        names: { credit_type: 'type', reason: 'description' },
        call: ({ amount, type, description }) => {
          const body = { credit: { order_id: order.id, amount, credit_type: type, reason: description } }
          if (intent === 'ask_credit')
            return askForApproval(userApi, { method: 'POST', path: '/v1/credits', body }, key)
          const given = userApi.post('/v1/credits', CreditReply, { body, ...once })
          return toMessage(given, () => `Credit of ${formatDollars(amount)} was given.`)
        },
      })
    case 'move_link': {
      const { number: order_number, email } = order
      const body = { reschedule_link: { order_number, email, url: `${origin}/reschedule-flight` } }
      return handlePressed(
        part,
        userApi.post('/v1/reschedule_links', z.object({}), { body }),
        () => `A link to move the flight was mailed to ${email}.`,
      )
    }
  }
}

const sumOf = ({ amount }: { amount?: number }) => (amount === undefined ? '' : ` ${formatDollars(amount)}`)

/** `Paid in cash. $120.00 still to pay.` */
const sayLeft = (said: string, left: number | null) =>
  left === null ? said : `${said} ${formatDollars(left)} still to pay.`

type InPersonAnswer = StaffOrderAnswer | { said: string }
type Part = (typeof PARTS)[keyof typeof PARTS]

/** Parses a form with typed values and makes its call. */
async function handleTyped<S extends z.ZodType>(
  form: FormData,
  part: Part,
  { shape, schema, names = {}, call }: TypedForm<S>,
): Promise<InPersonAnswer> {
  const submission = parseForm(form, schema)
  if (submission.status !== 'success') return { status: 422, part, refusal: refuseForm(shape, submission) }
  const done = await call(submission.value)
  if (done.ok) return { said: done.data }
  const why = { message: done.message, errors: renameErrors(done.errors, names) }
  const refusal = refuseForm(shape, submission, why)
  return { status: done.status, part, refusal, askable: done.code === 'approval_needed' }
}

/** Makes the call of a form that has only a button. */
async function handlePressed<T>(
  part: Part,
  call: Promise<ApiResult<T>>,
  say: (data: T) => string,
): Promise<InPersonAnswer> {
  const done = await toMessage(call, say)
  if (done.ok) return { said: done.data }
  const failure = done.errors['text_consent']?.[0] ?? done.message
  return { status: done.status, part, failure }
}

/** Previews the amount that is due after the typed codes; nothing is charged. */
async function quoteCodes(
  staff: StaffVisit,
  { id }: Pick<Order, 'id'>,
  form: FormData,
): Promise<StaffOrderAnswer> {
  const submission = parseForm(form, CodesForm)
  const refuse = (status: number, why?: Refusal): StaffOrderAnswer => ({
    status,
    part: 'counter',
    refusal: refuseForm(CODES_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const read = await readCodes(staff, submission.value.codes)
  if (!read.ok) return refuse(422, { errors: { codes: [read.failure] } })
  if (read.discount !== null) {
    const failure =
      `${read.discount} is no code of a gift card or voucher. ` + 'Discounts are given with the sale.'
    return refuse(422, { errors: { codes: [failure] } })
  }
  const path = `/v1/orders/${String(id)}/counter_quotes`
  const quoted = await staff.userApi.post(path, InPersonQuoteReply, { body: { counter_quote: read.codes } })
  if (!quoted.ok) return refuse(quoted.status, quoted)
  return { status: 200, part: 'counter', coded: { codes: read.codes, quote: quoted.data.counter_quote } }
}

const namedCodes = ({ gift_card_code, voucher_code }: z.output<typeof CodeLists>): TenderCodes => ({
  gift_card_codes: gift_card_code,
  vouchers: voucher_code,
})

async function toMessage<T>(
  call: Promise<ApiResult<T>>,
  say: (data: T) => string,
): Promise<ApiResult<string>> {
  const result = await call
  return result.ok ? { ...result, data: say(result.data) } : result
}
