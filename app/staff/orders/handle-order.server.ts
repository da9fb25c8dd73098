import { type z } from 'zod'
import { CommentReply } from '#contract/comment.ts'
import { OrderMailReply, type RefundPreview, RefundPreviewReply } from '#contract/order-file.ts'
import { type Cancellation, RefundReply, type RefundFields } from '#contract/refund.ts'
import { type CodedPrice } from './applied-codes.ts'
import { type ApiResult } from '../../visit/api-client.server.ts'
import { type DeskVisit } from '../parts/staff-visit.server.ts'
import { dollarsIn } from '../parts/parse-dollars.server.ts'

/** What was typed for a refund, as the form shows it again. */
export interface RefundTyped {
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
export interface CancelTyped {
  how: 'rule' | 'own'
  amount: string
  giftCards: boolean
  /** Ids of passengers who stay home; everybody where it is empty. */
  stays: string[]
  reason: string
}

/** What was typed into a form of the counter; empty where it has no such field. */
export interface CounterTyped {
  intent: string
  handed: string
  slip: string
  amount: string
  type: string
  description: string
  codes: string
}

export interface DeskOrderAnswer {
  status: number
  /** The part of the page it belongs to. */
  part: 'refund' | 'cancel' | 'comment' | 'mail' | 'counter' | 'hand_out' | 'give'
  failure?: string
  /** What would come back, to be confirmed with `key`. */
  preview?: RefundPreview
  typed?: RefundTyped
  /** What cancelling would give back, to be confirmed with `key`. */
  cancellation?: Cancellation
  cancel?: CancelTyped
  key?: string
  counter?: CounterTyped
  /** What the codes that were typed leave to take. */
  coded?: CodedPrice
}

/** Does what the pressed button asks for; `done` leads back to the order. */
export async function handleDeskOrder(
  desk: DeskVisit,
  orderId: string,
  form: FormData,
): Promise<DeskOrderAnswer | 'done'> {
  switch (form.get('intent')) {
    case 'preview':
    case 'refund':
      return refund(desk, orderId, form)
    case 'comment':
      return comment(desk, orderId, form)
    default:
      return repeatMail(desk, form)
  }
}

export const textOf = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** The passengers who were ticked to stay home. */
export const readStaying = (form: FormData): string[] =>
  form.getAll('stays').flatMap((id) => (typeof id === 'string' && /^[1-9]\d{0,8}$/.test(id) ? [id] : []))

function readTyped(form: FormData): RefundTyped {
  const how = textOf(form, 'how')
  return {
    how: how === 'amount' || how === 'lines' ? how : 'all',
    amount: textOf(form, 'amount'),
    lines: form.getAll('line').flatMap((line) => {
      const position = Number(line)
      const quantity = textOf(form, `quantity-${String(position)}`)
      return Number.isInteger(position)
        ? { position, quantity: quantity === '' ? null : Number(quantity) }
        : []
    }),
    flight: textOf(form, 'flight'),
    stays: readStaying(form),
    reason: textOf(form, 'reason'),
  }
}

/**
 * A preview first, always; what is confirmed is sent under the preview's own key, so that it
 * happens once.
 */
async function refund(
  { own }: DeskVisit,
  orderId: string,
  form: FormData,
): Promise<DeskOrderAnswer | 'done'> {
  const typed = readTyped(form)
  const wish: z.input<typeof RefundFields> = {
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
    const seen = await own.post('/v1/refund_previews', RefundPreviewReply, { body: { refund: wish } })
    if (!seen.ok) return refused('refund', seen, typed)
    return { status: 200, part: 'refund', preview: seen.data.refund_preview, typed, key: crypto.randomUUID() }
  }
  const key = textOf(form, 'key')
  const preview = readSeen(textOf(form, 'seen'))
  const body = { refund: { ...wish, ...(preview ? { expected_amount: preview.amount } : {}) } }
  const given = await own.post('/v1/refunds', RefundReply, { body, ...(key ? { idempotencyKey: key } : {}) })
  if (given.ok) return 'done'
  const answer = refused('refund', given, typed)
  return preview && key !== '' && isUnclear(given) ? { ...answer, preview, key } : answer
}

/** The preview that a confirmation was pressed on. */
function readSeen(text: string): RefundPreview | undefined {
  try {
    return RefundPreviewReply.shape.refund_preview.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** It may have been given, or be on its way: only the same call with the same key gives it once. */
export const isUnclear = ({ status, code }: ApiResult<unknown> & { ok: false }) =>
  status >= 500 || status === 429 || (status === 409 && code === 'conflict')

async function comment(
  { own }: DeskVisit,
  orderId: string,
  form: FormData,
): Promise<DeskOrderAnswer | 'done'> {
  const said = {
    commentable_type: 'Order',
    commentable_id: Number(orderId),
    public: form.get('public') === 'yes',
    body: textOf(form, 'body'),
  }
  const written = await own.post('/v1/comments', CommentReply, { body: { comment: said } })
  return written.ok ? 'done' : refused('comment', written)
}

async function repeatMail({ own }: DeskVisit, form: FormData): Promise<DeskOrderAnswer | 'done'> {
  const id = textOf(form, 'mail')
  if (!/^[1-9]\d{0,8}$/.test(id)) return { status: 422, part: 'mail', failure: 'Please choose a mail.' }
  const sent = await own.post(`/v1/mails/${id}/copies`, OrderMailReply, { body: {} })
  return sent.ok ? 'done' : refused('mail', sent)
}

function refused(
  part: DeskOrderAnswer['part'],
  { status, message }: ApiResult<unknown> & { ok: false },
  typed?: RefundTyped,
): DeskOrderAnswer {
  return { status, part, failure: message, ...(typed ? { typed } : {}) }
}
