import { z } from 'zod'
import { CreditFields, CreditReply, CreditType } from '#contract/credit.ts'
import { parseForm, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { TypedDollars } from '../parts/parse-dollars.server.ts'
import { renameErrors } from '../parts/rename-errors.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { CUSTOMER_CREDIT_SHAPE, type CustomerAnswer } from './customer-forms.ts'

const Buttons = z.object({ intent: z.literal('credit'), key: z.string().default('') })
const CreditForm = z.object({
  amount: TypedDollars,
  type: CreditType,
  description: CreditFields.shape.reason,
})

/** Gives a customer credit that belongs to no order. */
export async function handleCustomer(
  { userApi }: StaffVisit,
  id: string,
  form: FormData,
): Promise<CustomerAnswer | 'done'> {
  const { key } = requireForm(form, Buttons)
  const submission = parseForm(form, CreditForm)
  if (submission.status !== 'success')
    return { status: 422, refusal: refuseForm(CUSTOMER_CREDIT_SHAPE, submission) }
  const { amount, type, description } = submission.value
  const body = { credit: { user_id: Number(id), amount, credit_type: type, reason: description } }
  const given = await userApi.post('/v1/credits', CreditReply, {
    body,
    ...createFormIdempotencyKey(key, body),
  })
  if (given.ok) return 'done'
  const errors = renameErrors(given.errors, { credit_type: 'type', reason: 'description' })
  return {
    status: refusalStatus(given),
    refusal: refuseForm(CUSTOMER_CREDIT_SHAPE, submission, { ...given, errors }),
  }
}
