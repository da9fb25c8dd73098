import { OrderReply } from '#contract/order.ts'
import { type Cancellation, CancellationReply } from '#contract/refund.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { dollarsIn, NOT_DOLLARS } from '../parts/parse-dollars.server.ts'
import { type CancelFormValues, type StaffOrderAnswer } from './handle-order.server.ts'
import { type ApiResult, isOutcomeUnknown } from '../../visit/api-result.ts'
import { readStayingIds, readFormText } from '../parts/form-text.server.ts'

const readTyped = (form: FormData): CancelFormValues => ({
  how: readFormText(form, 'how') === 'own' ? 'own' : 'rule',
  amount: readFormText(form, 'amount'),
  giftCards: form.get('gift_cards') === 'yes',
  stays: readStayingIds(form),
  reason: readFormText(form, 'reason'),
})

/** Who stands at the desk may decide otherwise; the sentence for customers tells them to ask. */
const TOO_LATE =
  'By the flight’s rule it is too late: it gives nothing back. Name another amount to cancel all the same.'

/**
 * A preview first, always; what is confirmed is sent under the preview's own key, so that it
 * happens once.
 */
export async function handleStaffCancellation(
  { userApi }: StaffVisit,
  orderId: string,
  form: FormData,
): Promise<StaffOrderAnswer | { said: string }> {
  const cancel = readTyped(form)
  const refuse = (status: number, failure: string): StaffOrderAnswer => ({
    status,
    part: 'cancel',
    failure,
    cancel,
  })
  if (form.get('intent') === 'withdraw') return withdraw(userApi, orderId, form, refuse)
  const amount = dollarsIn(cancel.amount)
  if (cancel.how === 'own' && Number.isNaN(amount)) return refuse(422, NOT_DOLLARS)
  const ours = cancel.how === 'own' ? { amount, gift_cards: cancel.giftCards } : {}
  const staying = cancel.stays.length > 0 ? { passenger_ids: cancel.stays.map(Number) } : {}
  const input = { ...ours, ...staying, reason: cancel.reason }
  const path = `/v1/orders/${orderId}`
  if (form.get('intent') !== 'cancel') {
    const seen = await userApi.post(`${path}/cancellation_previews`, CancellationReply, {
      body: { cancellation: input },
    })
    if (!seen.ok) return refuse(seen.status, sentenceOf(seen))
    return {
      status: 200,
      part: 'cancel',
      cancellation: seen.data.cancellation,
      cancel,
      key: crypto.randomUUID(),
    }
  }
  const seen = readSeen(readFormText(form, 'seen'))
  if (!seen) return refuse(422, 'Please look at what comes back first.')
  const key = readFormText(form, 'key')
  const body = { cancellation: { ...input, expected_amount: seen.amount } }
  const done = await userApi.post(`${path}/staff_cancellations`, OrderReply, {
    body,
    ...(key ? { idempotencyKey: key } : {}),
  })
  const part = seen.passengers.some((one) => !one.stays_home)
  if (done.ok)
    return { said: part ? 'Their seats are cancelled; the others fly.' : 'The order is cancelled.' }
  const answer = refuse(done.status, sentenceOf(done))
  if (isOutcomeUnknown(done)) return { ...answer, cancellation: seen, key }
  const right = CancellationReply.safeParse(done.body).data?.cancellation
  return right ? { ...answer, cancellation: right, key: crypto.randomUUID() } : answer
}

/** Ends what was never paid. Pressed twice it happens once. */
async function withdraw(
  userApi: StaffVisit['userApi'],
  orderId: string,
  form: FormData,
  refuse: (status: number, failure: string) => StaffOrderAnswer,
): Promise<StaffOrderAnswer | { said: string }> {
  const key = readFormText(form, 'key')
  const body = { cancellation: { unpaid: true, expected_amount: 0, reason: readFormText(form, 'reason') } }
  const done = await userApi.post(`/v1/orders/${orderId}/staff_cancellations`, OrderReply, {
    body,
    ...(key ? { idempotencyKey: key } : {}),
  })
  return done.ok
    ? { said: 'The order is cancelled. Nothing had been paid.' }
    : refuse(done.status, done.message)
}

const sentenceOf = ({ code, message }: ApiResult<unknown> & { ok: false }) =>
  code === 'too_late_to_cancel' ? TOO_LATE : message

function readSeen(text: string): Cancellation | undefined {
  try {
    return CancellationReply.shape.cancellation.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
