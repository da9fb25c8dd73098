import { z } from 'zod'
import { TicketTextReply } from '#contract/counter.ts'
import { CommentReply, CommentRequest } from '#contract/comment.ts'
import { OrderMailReply, type RefundPreview, RefundPreviewReply } from '#contract/order-file.ts'
import { OrderReply } from '#contract/order.ts'
import { Id } from '#contract/primitives.ts'
import { RefundLineFields, RefundReply, type RefundFields, type StaffCancellation } from '#contract/refund.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { listSentFields, listSentTexts } from '../../ui/form/sent-values.server.ts'
import { isOutcomeUnknown } from '../../visit/api-result.ts'
import { changeNote, deleteNote, restoreNote } from '../parts/handle-note.server.ts'
import { type DeletedNote } from '../parts/note-form.ts'
import { TypedDollars } from '../parts/parse-dollars.server.ts'
import { renameErrors } from '../parts/rename-errors.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type SentField } from '../parts/sent-fields.tsx'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type PriceWithCodes } from './applied-codes.ts'
import { ConfirmedForm, jsonOf } from '../parts/confirmed-form.server.ts'
import { askForApproval } from '../parts/ask-for-approval.server.ts'
import { COMMENT_SHAPE, EMAIL_SHAPE, quantityName, refundShape, TICKET_TEXT_SHAPE } from './order-forms.ts'

export interface StaffOrderAnswer {
  status: number
  /** The part of the page that shows this answer. */
  part:
    | 'refund'
    | 'cancel'
    | 'comment'
    | 'note'
    | 'mail'
    | 'counter'
    | 'hand_out'
    | 'give'
    | 'email'
    | 'ticket_text'
  /** The reason why a button did nothing. */
  failure?: string
  /** The refused form, with its submitted values. */
  refusal?: FormAnswer
  /** The form was refused for a limit alone, so that a colleague may approve it. */
  askable?: boolean
  /** The refund to confirm with `key`. */
  preview?: RefundPreview
  /** The cancellation to confirm with `key`. */
  cancellation?: StaffCancellation
  /** The note that was just deleted. */
  deletedNote?: DeletedNote
  /** The submitted values that the confirmation sends again. */
  sent?: readonly SentField[]
  key?: string
  /** The price of the order with the typed codes. */
  coded?: PriceWithCodes
}

const OrderButtons = z.object({
  intent: z.enum([
    'preview',
    'refund',
    'ask_refund',
    'comment',
    'change_note',
    'delete_note',
    'restore_note',
    'mail',
    'add_email',
    'ticket_text',
  ]),
})

/** Handles the pressed button; `done` redirects to the order. */
export async function handleStaffOrder(
  staff: StaffVisit,
  orderId: string,
  form: FormData,
): Promise<StaffOrderAnswer | 'done' | { said: string }> {
  switch (requireForm(form, OrderButtons).intent) {
    case 'preview':
    case 'refund':
    case 'ask_refund':
      return refund(staff, orderId, form)
    case 'comment':
      return comment(staff, orderId, form)
    case 'add_email':
      return addEmail(staff, orderId, form)
    case 'ticket_text':
      return textTicket(staff, orderId, form)
    case 'change_note':
      return toAnswer(await changeNote(staff, form))
    case 'delete_note': {
      const gone = await deleteNote(staff, form)
      if (!gone.ok) return toAnswer(gone)
      return gone.note
        ? { status: 200, part: 'note', deletedNote: gone.note }
        : { said: 'The note is deleted.' }
    }
    case 'restore_note':
      return toAnswer(
        await restoreNote(staff, { commentable_type: 'Order', commentable_id: Number(orderId) }, form),
      )
    default:
      return repeatMail(staff, form)
  }
}

const toAnswer = (handled: Awaited<ReturnType<typeof changeNote>>): StaffOrderAnswer | { said: string } =>
  handled.ok ? { said: handled.text } : { status: handled.status, part: 'note', refusal: handled.refusal }

const TicketTextForm = z.object({
  phone: z.string().trim().optional(),
  text_consent: z.string().nullable().default(null),
})

/** Texts a walk-in the ticket. */
async function textTicket(
  { userApi }: StaffVisit,
  orderId: string,
  form: FormData,
): Promise<StaffOrderAnswer | { said: string }> {
  const submission = parseForm(form, TicketTextForm)
  const refuse = (status: number, why: Refusal = {}): StaffOrderAnswer => ({
    status,
    part: 'ticket_text',
    refusal: refuseForm(TICKET_TEXT_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const path = `/v1/orders/${orderId}/ticket_texts`
  const texted = await userApi.post(path, TicketTextReply, { body: { ticket_text: submission.value } })
  if (!texted.ok) return refuse(refusalStatus(texted), texted)
  return { said: `The ticket was texted to ${texted.data.ticket_text.texted_to}.` }
}

const EmailForm = z.object({ email: z.string({ error: 'This field is required' }) })

/** Adds the e-mail of a walk-in, to which the ticket is mailed. */
async function addEmail(
  { userApi }: StaffVisit,
  orderId: string,
  form: FormData,
): Promise<StaffOrderAnswer | { said: string }> {
  const submission = parseForm(form, EmailForm)
  const refuse = (status: number, why: Refusal = {}): StaffOrderAnswer => ({
    status,
    part: 'email',
    refusal: refuseForm(EMAIL_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const path = `/v1/orders/${orderId}/email`
  const added = await userApi.put(path, OrderReply, { body: { order: submission.value } })
  if (!added.ok) return refuse(refusalStatus(added), added)
  const isPaid = added.data.order.completed_at !== null
  return { said: isPaid ? 'The e-mail is added, and the ticket is mailed there.' : 'The e-mail is added.' }
}

const NEEDED = 'This field is required'
const reason = z.string({ error: NEEDED }).trim().min(1, NEEDED).max(500)
const RefundForm = z.discriminatedUnion('how', [
  z.object({
    how: z.literal('seats'),
    seat_line: RefundLineFields.shape.position,
    stays: z.array(Id).min(1, 'Please choose who stays home'),
    reason,
  }),
  z.object({
    how: z.literal('all'),
    stays: z.array(Id).max(0, 'Everything comes back from all of them: untick them, or choose the lines'),
    reason,
  }),
  z.object({
    how: z.literal('lines'),
    line: z.array(RefundLineFields.shape.position).min(1, 'Please choose a line'),
    flight: Id.optional(),
    stays: z.array(Id),
    reason,
  }),
  z.object({ how: z.literal('amount'), amount: TypedDollars, reason }),
])
const Confirmed = ConfirmedForm.extend({ seen: jsonOf(RefundPreviewReply.shape.refund_preview) })

/** The positions of the lines for which a form sends a quantity to refund. */
const positionsIn = (form: FormData) =>
  listSentTexts(form)
    .flatMap(([name]) => /^quantity-(\d{1,3})$/.exec(name)?.[1] ?? [])
    .map(Number)

/** The quantity to refund by a line's position; without one, all units that are left. */
const quantitiesOf = (positions: readonly number[]) =>
  z.object(Object.fromEntries(positions.map((one) => [quantityName(one), RefundLineFields.shape.quantity])))

/**
 * Always previews first. The confirmation is sent with the preview's idempotency key, so it happens
 * once.
 */
async function refund(
  { userApi }: StaffVisit,
  orderId: string,
  form: FormData,
): Promise<StaffOrderAnswer | 'done' | { said: string }> {
  const positions = positionsIn(form)
  const shape = refundShape(positions)
  const submission = parseForm(form, RefundForm)
  const refuse = (status: number, why: Refusal = {}): StaffOrderAnswer => {
    const errors = renameErrors(why.errors ?? {}, {
      lines: 'line',
      flight_id: 'flight',
      passenger_ids: 'stays',
    })
    return { status, part: 'refund', refusal: refuseForm(shape, submission, { ...why, errors }) }
  }
  if (submission.status !== 'success') return refuse(422)
  const quantities = requireForm(form, quantitiesOf(positions))
  const input = refundOf(Number(orderId), submission.value, quantities)
  const sent = listSentFields(shape, form)
  const { intent } = requireForm(form, OrderButtons)
  if (intent === 'ask_refund') {
    // An approval holds only while the order stays as it is, so this is the amount of now.
    const { key } = requireForm(form, ConfirmedForm)
    const call = { method: 'POST' as const, path: '/v1/refunds', body: { refund: input } }
    const waiting = await askForApproval(userApi, call, key)
    return waiting.ok ? { said: waiting.data } : refuse(waiting.status, waiting)
  }
  if (intent === 'preview') {
    const seen = await userApi.post('/v1/refund_previews', RefundPreviewReply, { body: { refund: input } })
    if (!seen.ok) return { ...refuse(seen.status, seen), askable: seen.code === 'approval_needed' }
    return { status: 200, part: 'refund', preview: seen.data.refund_preview, sent, key: crypto.randomUUID() }
  }
  const { seen: preview, key } = requireForm(form, Confirmed)
  const body = { refund: { ...input, ...(preview ? { expected_amount: preview.amount } : {}) } }
  const given = await userApi.post('/v1/refunds', RefundReply, {
    body,
    ...(key ? { idempotencyKey: key } : {}),
  })
  if (given.ok) return 'done'
  const answer = { ...refuse(given.status, given), askable: given.code === 'approval_needed' }
  return preview && key !== '' && isOutcomeUnknown(given) ? { ...answer, preview, sent, key } : answer
}

function refundOf(
  order_id: number,
  typed: z.output<typeof RefundForm>,
  quantities: Readonly<Record<string, number | undefined>>,
): z.input<typeof RefundFields> {
  if (typed.how === 'all') return { order_id, reason: typed.reason }
  if (typed.how === 'seats') {
    const lines = [{ position: typed.seat_line, quantity: typed.stays.length }]
    return { order_id, reason: typed.reason, lines, passenger_ids: typed.stays }
  }
  if (typed.how === 'amount') return { order_id, reason: typed.reason, amount: typed.amount }
  return {
    order_id,
    reason: typed.reason,
    lines: typed.line.map((position) => ({ position, quantity: quantities[quantityName(position)] })),
    flight_id: typed.flight,
    ...(typed.stays.length > 0 ? { passenger_ids: typed.stays } : {}),
  }
}

const { body: CommentBody } = CommentRequest.shape.comment.shape
const CommentForm = z.object({
  body: CommentBody,
  public: z.literal('yes').optional(),
  on_manifest: z.literal('yes').optional(),
})

async function comment(
  { userApi }: StaffVisit,
  orderId: string,
  form: FormData,
): Promise<StaffOrderAnswer | { said: string }> {
  const submission = parseForm(form, CommentForm)
  const refuse = (status: number, why?: Refusal): StaffOrderAnswer => ({
    status,
    part: 'comment',
    refusal: refuseForm(COMMENT_SHAPE, submission, why),
  })
  if (submission.status !== 'success') return refuse(422)
  const { body, public: shown, on_manifest: marked } = submission.value
  const about = { commentable_type: 'Order', commentable_id: Number(orderId) }
  const written = await userApi.post('/v1/comments', CommentReply, {
    body: { comment: { ...about, public: shown === 'yes', on_manifest: marked === 'yes', body } },
  })
  return written.ok ? { said: 'The note is saved.' } : refuse(written.status, written)
}

const MailForm = z.object({ mail: Id })

async function repeatMail(
  { userApi }: StaffVisit,
  form: FormData,
): Promise<StaffOrderAnswer | { said: string }> {
  const submission = parseForm(form, MailForm)
  if (submission.status !== 'success') return { status: 422, part: 'mail', failure: 'Please choose a mail.' }
  const path = `/v1/mails/${String(submission.value.mail)}/copies`
  const sent = await userApi.post(path, OrderMailReply, { body: {} })
  return sent.ok
    ? { said: 'The mail is sent once more.' }
    : { status: sent.status, part: 'mail', failure: sent.message }
}
