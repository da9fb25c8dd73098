import { type Submission } from '@conform-to/react'
import { z } from 'zod'
import { OrderReply } from '#contract/order.ts'
import { Id } from '#contract/primitives.ts'
import {
  CancellationReply,
  StaffCancellationFields,
  StaffCancellationPreviewReply,
} from '#contract/refund.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { listSentFields } from '../../ui/form/sent-values.server.ts'
import { type ApiResult, isOutcomeUnknown } from '../../visit/api-result.ts'
import { TypedDollars } from '../parts/parse-dollars.server.ts'
import { askForApproval } from '../parts/ask-for-approval.server.ts'
import { renameErrors } from '../parts/rename-errors.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type StaffOrderAnswer } from './handle-order.server.ts'
import { CANCEL_SHAPE, WITHDRAW_SHAPE } from './order-forms.ts'
import { ConfirmedForm, jsonOf } from '../parts/confirmed-form.server.ts'

const { reason } = StaffCancellationFields.shape
const WithdrawForm = z.object({ reason })
const stays = z.array(Id)
const CancelForm = z.discriminatedUnion('how', [
  z.object({ how: z.literal('rule'), stays, reason }),
  z.object({
    how: z.literal('own'),
    amount: TypedDollars,
    gift_cards: z.literal('yes').optional(),
    stays,
    reason,
  }),
])

/**
 * Staff may cancel later than customers; the message for customers would tell staff to ask staff.
 */
const TOO_LATE =
  'By the flight’s rule it is too late: it gives nothing back. Name another amount to cancel all the same.'
const LOOK_FIRST = 'Please look at what comes back first.'
const CancelIntent = z.enum(['withdraw', 'cancel_preview', 'cancel', 'ask_cancel'])
const CancelButtons = z.object({ intent: CancelIntent })

/** Whether a button of an order's page cancels it, or a part of it. */
export const isCancelIntent = (intent: string): boolean => CancelIntent.safeParse(intent).success

const Confirmed = ConfirmedForm.extend({ seen: jsonOf(StaffCancellationPreviewReply.shape.cancellation) })

type CancelAnswer = StaffOrderAnswer | { said: string }

/**
 * Always previews first. The confirmation is sent with the preview's idempotency key, so it happens
 * once.
 */
export async function handleStaffCancellation(
  { userApi }: StaffVisit,
  orderId: string,
  form: FormData,
): Promise<CancelAnswer> {
  const { intent } = requireForm(form, CancelButtons)
  if (intent === 'withdraw') return withdrawOrder(userApi, orderId, form)
  const submission = parseForm(form, CancelForm)
  if (submission.status !== 'success') return refuse(submission, 422)
  const input = cancellationOf(submission.value)
  const path = `/v1/orders/${orderId}`
  const sent = listSentFields(CANCEL_SHAPE, form)
  const preview = () =>
    userApi.post(`${path}/cancellation_previews`, StaffCancellationPreviewReply, {
      body: { cancellation: input },
    })
  if (intent === 'cancel_preview') {
    const seen = await preview()
    if (!seen.ok) {
      const askable = seen.code === 'approval_needed'
      return { ...refuse(submission, seen.status, failureOf(seen)), askable }
    }
    const { cancellation } = seen.data
    return { status: 200, part: 'cancel', cancellation, sent, key: crypto.randomUUID() }
  }
  const { seen, key } = requireForm(form, Confirmed)
  if (intent === 'ask_cancel') {
    const asked = await askToCancel(userApi, `${path}/staff_cancellations`, input, key)
    return asked.ok ? { said: asked.data } : refuse(submission, asked.status, failureOf(asked))
  }
  if (!seen) return refuse(submission, 422, { message: LOOK_FIRST })
  const body = { cancellation: { ...input, expected_amount: seen.amount } }
  const done = await userApi.post(`${path}/staff_cancellations`, OrderReply, {
    body,
    ...(key ? { idempotencyKey: key } : {}),
  })
  const part = seen.passengers.some((one) => !one.stays_home)
  if (done.ok)
    return { said: part ? 'Their seats are cancelled; the others fly.' : 'The order is cancelled.' }
  const answer = refuse(submission, done.status, failureOf(done))
  if (isOutcomeUnknown(done)) return { ...answer, cancellation: seen, sent, key }
  if (!CancellationReply.safeParse(done.body).success) return answer
  const right = await preview()
  return right.ok
    ? { ...answer, cancellation: right.data.cancellation, sent, key: crypto.randomUUID() }
    : answer
}

/** Above the limit there is no preview, so the refusal of the first call says what comes back. */
async function askToCancel(
  userApi: StaffVisit['userApi'],
  path: string,
  input: ReturnType<typeof cancellationOf>,
  key: string,
): Promise<ApiResult<string>> {
  const ask = (expected_amount: number) =>
    askForApproval(
      userApi,
      { method: 'POST', path, body: { cancellation: { ...input, expected_amount } } },
      key,
    )
  const asked = await ask(input.amount ?? 0)
  const changed = asked.ok ? undefined : CancellationReply.safeParse(asked.body).data
  return changed ? ask(changed.cancellation.amount) : asked
}

function cancellationOf(typed: z.output<typeof CancelForm>) {
  const own = typed.how === 'own' ? { amount: typed.amount, gift_cards: typed.gift_cards === 'yes' } : {}
  const staying = typed.stays.length > 0 ? { passenger_ids: typed.stays } : {}
  return { ...own, ...staying, reason: typed.reason }
}

/** Cancels an order that was never paid; a second press changes nothing. */
async function withdrawOrder(
  userApi: StaffVisit['userApi'],
  orderId: string,
  form: FormData,
): Promise<CancelAnswer> {
  const submission = parseForm(form, WithdrawForm)
  const refused = (status: number, why?: Refusal): StaffOrderAnswer => ({
    status,
    part: 'cancel',
    refusal: refuseForm(WITHDRAW_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refused(422)
  const { key } = requireForm(form, ConfirmedForm)
  const body = { cancellation: { unpaid: true, expected_amount: 0, reason: submission.value.reason } }
  const done = await userApi.post(`/v1/orders/${orderId}/staff_cancellations`, OrderReply, {
    body,
    ...(key ? { idempotencyKey: key } : {}),
  })
  return done.ok ? { said: 'The order is cancelled. Nothing had been paid.' } : refused(done.status, done)
}

const refuse = (
  submission: Submission<unknown, string[]>,
  status: number,
  why?: Refusal,
): StaffOrderAnswer => ({ status, part: 'cancel', refusal: refuseForm(CANCEL_SHAPE, submission, why) })

const failureOf = ({ code, message, errors }: ApiResult<unknown> & { ok: false }): Refusal => ({
  message: code === 'too_late_to_cancel' ? TOO_LATE : message,
  errors: renameErrors(errors, { passenger_ids: 'stays' }),
})
