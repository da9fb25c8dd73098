import { z } from 'zod'
import { BalancePaymentReply } from '#contract/counter.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { orderZone } from '../../orders/order-title.ts'
import { parseForm, type Refusal, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { parseLocalInstant } from '../parts/local-instant.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type StaffOrderAnswer } from './handle-order.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { TypedDollars } from '../parts/parse-dollars.server.ts'
import { renameErrors } from '../parts/rename-errors.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { BALANCE_DUE_SHAPE, BALANCE_PAYMENT_SHAPE } from './order-forms.ts'

const Typed = z.object({
  balance_due_at: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Please choose a day and a time')
    .optional(),
})

/** Sets when the rest of an order is due, on the clock of its terminal. */
export async function setBalanceDue(
  { userApi }: StaffVisit,
  order: Order,
  form: FormData,
): Promise<StaffOrderAnswer | { said: string }> {
  const submission = parseForm(form, Typed)
  const refuse = (status: number, why: Refusal = {}): StaffOrderAnswer => ({
    status,
    part: 'counter',
    refusal: refuseForm(BALANCE_DUE_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const { balance_due_at: typed } = submission.value
  const dueAt = typed === undefined ? null : parseLocalInstant(typed, orderZone(order))
  const body = { balance_due: { balance_due_at: dueAt } }
  const saved = await userApi.put(`/v1/orders/${String(order.id)}/balance_due`, OrderReply, { body })
  if (!saved.ok) return refuse(refusalStatus(saved), saved)
  return { said: 'The time is saved, and the customer is told of another one.' }
}

const TypedPayment = z.object({
  codes: z.string().max(2000).default(''),
  credit: TypedDollars.optional(),
})
const Key = z.object({ key: z.string().default('') })

/** Takes a later part from gift cards and the customer's credit. */
export async function payBalance(
  { userApi }: StaffVisit,
  order: Order,
  form: FormData,
): Promise<StaffOrderAnswer | { said: string }> {
  const submission = parseForm(form, TypedPayment)
  const refuse = (status: number, why: Refusal = {}): StaffOrderAnswer => ({
    status,
    part: 'counter',
    refusal: refuseForm(BALANCE_PAYMENT_SHAPE, submission, {
      ...why,
      errors: renameErrors(why.errors ?? {}, { gift_card_codes: 'codes' }),
    }),
  })
  if (submission.status !== 'success') return refuse(422)
  const { codes, credit = 0 } = submission.value
  const named = codes.split(/[\s,;]+/).filter((code) => code !== '')
  const body = { balance_payment: { gift_card_codes: named, credit } }
  const { key } = requireForm(form, Key)
  const call = { body, ...createFormIdempotencyKey(key, body) }
  const path = `/v1/orders/${String(order.id)}/balance_payments`
  const taken = await userApi.post(path, BalancePaymentReply, call)
  if (!taken.ok) return refuse(refusalStatus(taken), taken)
  const { amount_due: left } = taken.data.order
  const said = `${formatDollars(taken.data.paid)} are paid.`
  return { said: left === null ? said : `${said} ${formatDollars(left)} still to pay.` }
}
