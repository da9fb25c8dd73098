import { z } from 'zod'
import { Id, Instant, ListMeta } from '#contract/primitives.ts'
import { OrderText, TextCopyReply } from '#contract/text.ts'
import { readPage } from '../../visit/read-page.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { loadStateCounts } from '../parts/load-state-counts.server.ts'
import { STAFF_COUNT_LIMIT } from '../parts/list-count.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { textStates } from '../parts/text-states.ts'

const PAGE_SIZE = 25

const StaffText = OrderText.extend({
  order_id: z.number(),
  tries: z.number(),
  next_try_at: Instant,
  again_at: Instant.nullable(),
})
const TextsReply = z.object({ texts: z.array(StaffText), meta: ListMeta })
export type StaffText = z.infer<typeof StaffText>

const State = z.enum(textStates).catch('failed')
const readTextState = (query: URLSearchParams): StaffText['state'] => State.parse(query.get('state'))

/** A page of the texts of one state, newest first. */
export async function loadTexts({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const state = readTextState(query)
  const limit = STAFF_COUNT_LIMIT
  const asked = { page: readPage(query), page_size: PAGE_SIZE, sort: '-id', count_to: limit, state }
  const [page, counts] = await Promise.all([
    userApi.get('/v1/texts', TextsReply, { query: asked }),
    loadStateCounts(userApi),
  ])
  const { texts, meta } = requireData(page)
  return {
    texts,
    pagination: meta.pagination,
    state,
    counts: counts.texts,
    zone: visit.brand.time_zone,
    again: query.get('again') !== null,
    /** Idempotency key: a form that is submitted twice sends one text. */
    formKey: crypto.randomUUID(),
  }
}

const Resent = z.object({ text: Id, key: z.string().max(100).optional() })

/** Sends a text that did not arrive once more. */
export async function sendTextAgain({ userApi }: StaffVisit, form: FormData, query: URLSearchParams) {
  const { text, key } = requireForm(form, Resent)
  const sent = await userApi.post(`/v1/texts/${String(text)}/copies`, TextCopyReply, {
    body: {},
    ...(key === undefined ? {} : { idempotencyKey: `${key} ${String(text)}` }),
  })
  if (sent.ok) return { to: `/staff/texts?state=${readTextState(query)}&again=1` }
  return { status: sent.status, text, failure: sent.errors['text_consent']?.[0] ?? sent.message }
}
