import { type z } from 'zod'
import { CommentReply } from '#contract/comment.ts'
import { OrderMailReply, type RefundPreview, RefundPreviewReply } from '#contract/order-file.ts'
import { type Cancellation, RefundReply, type RefundFields } from '#contract/refund.ts'
import { type TypedReferences } from './typed-references.ts'
import { type PriceWithCodes } from './applied-codes.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { dollarsIn } from '../parts/parse-dollars.server.ts'
import { type ApiResult, isOutcomeUnknown } from '../../visit/api-result.ts'
import { readFormText, readStayingIds } from '../parts/form-text.server.ts'

/** What was typed for a refund, as the form shows it again. */
export interface RefundFormValues {
  how: 'all' | 'amount' | 'lines'
  amount: string
  /** By a line's position: how many of its units, all that are left where it is null. */
  lines: { position: number; quantity: number | null }[]
  /** On which flight seats come back; empty unless the party flies apart. */
  flight: string
  /** Ids of passengers who stay home where some of the seats come back. */
  stays: string[]
  reason: string
}

/** What was typed to cancel for the customer. */
export interface CancelFormValues {
  how: 'rule' | 'own'
  amount: string
  giftCards: boolean
  /** Ids of passengers who stay home; everybody where it is empty. */
  stays: string[]
  reason: string
}

/** What was typed into a form of the counter; empty where it has no such field. */
export interface InPersonFormValues {
  intent: string
  handed: string
  references: TypedReferences
  amount: string
  type: string
  description: string
  codes: string
}

export interface StaffOrderAnswer {
  status: number
  /** The part of the page it belongs to. */
  part: 'refund' | 'cancel' | 'comment' | 'mail' | 'counter' | 'hand_out' | 'give'
  failure?: string
  /** What would come back, to be confirmed with `key`. */
  preview?: RefundPreview
  typed?: RefundFormValues
  /** What cancelling would give back, to be confirmed with `key`. */
  cancellation?: Cancellation
  cancel?: CancelFormValues
  key?: string
  counter?: InPersonFormValues
  /** What the codes that were typed leave to take. */
  coded?: PriceWithCodes
}

/** Does what the pressed button asks for; `done` leads back to the order. */
export async function handleStaffOrder(
  staff: StaffVisit,
  orderId: string,
  form: FormData,
): Promise<StaffOrderAnswer | 'done'> {
  switch (form.get('intent')) {
    case 'preview':
    case 'refund':
      return refund(staff, orderId, form)
    case 'comment':
      return comment(staff, orderId, form)
    default:
      return repeatMail(staff, form)
  }
}

function readTyped(form: FormData): RefundFormValues {
  const how = readFormText(form, 'how')
  return {
    how: how === 'amount' || how === 'lines' ? how : 'all',
    amount: readFormText(form, 'amount'),
    lines: form.getAll('line').flatMap((line) => {
      const position = Number(line)
      const quantity = readFormText(form, `quantity-${String(position)}`)
      return Number.isInteger(position)
        ? { position, quantity: quantity === '' ? null : Number(quantity) }
        : []
    }),
    flight: readFormText(form, 'flight'),
    stays: readStayingIds(form),
    reason: readFormText(form, 'reason'),
  }
}

/**
 * A preview first, always; what is confirmed is sent under the preview's own key, so that it
 * happens once.
 */
async function refund(
  { userApi }: StaffVisit,
  orderId: string,
  form: FormData,
): Promise<StaffOrderAnswer | 'done'> {
  const typed = readTyped(form)
  const input: z.input<typeof RefundFields> = {
    order_id: Number(orderId),
    reason: typed.reason,
    ...(typed.how === 'amount' ? { amount: dollarsIn(typed.amount) } : {}),
    ...(typed.how === 'lines'
      ? {
          lines: typed.lines.map(({ position, quantity }) => ({
            position,
            ...(quantity === null ? {} : { quantity }),
          })),
        }
      : {}),
    ...(typed.how === 'lines' && typed.flight !== '' ? { flight_id: Number(typed.flight) } : {}),
    ...(typed.how === 'lines' && typed.stays.length > 0 ? { passenger_ids: typed.stays.map(Number) } : {}),
  }
  if (form.get('intent') === 'preview') {
    const seen = await userApi.post('/v1/refund_previews', RefundPreviewReply, { body: { refund: input } })
    if (!seen.ok) return refused('refund', seen, typed)
    return { status: 200, part: 'refund', preview: seen.data.refund_preview, typed, key: crypto.randomUUID() }
  }
  const key = readFormText(form, 'key')
  const preview = readSeen(readFormText(form, 'seen'))
  const body = { refund: { ...input, ...(preview ? { expected_amount: preview.amount } : {}) } }
  const given = await userApi.post('/v1/refunds', RefundReply, {
    body,
    ...(key ? { idempotencyKey: key } : {}),
  })
  if (given.ok) return 'done'
  const answer = refused('refund', given, typed)
  return preview && key !== '' && isOutcomeUnknown(given) ? { ...answer, preview, key } : answer
}

/** The preview that a confirmation was pressed on. */
function readSeen(text: string): RefundPreview | undefined {
  try {
    return RefundPreviewReply.shape.refund_preview.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

async function comment(
  { userApi }: StaffVisit,
  orderId: string,
  form: FormData,
): Promise<StaffOrderAnswer | 'done'> {
  const said = {
    commentable_type: 'Order',
    commentable_id: Number(orderId),
    public: form.get('public') === 'yes',
    body: readFormText(form, 'body'),
  }
  const written = await userApi.post('/v1/comments', CommentReply, { body: { comment: said } })
  return written.ok ? 'done' : refused('comment', written)
}

async function repeatMail({ userApi }: StaffVisit, form: FormData): Promise<StaffOrderAnswer | 'done'> {
  const id = readFormText(form, 'mail')
  if (!/^[1-9]\d{0,8}$/.test(id)) return { status: 422, part: 'mail', failure: 'Please choose a mail.' }
  const sent = await userApi.post(`/v1/mails/${id}/copies`, OrderMailReply, { body: {} })
  return sent.ok ? 'done' : refused('mail', sent)
}

function refused(
  part: StaffOrderAnswer['part'],
  { status, message }: ApiResult<unknown> & { ok: false },
  typed?: RefundFormValues,
): StaffOrderAnswer {
  return { status, part, failure: message, ...(typed ? { typed } : {}) }
}
