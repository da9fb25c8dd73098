import { z } from 'zod'
import { CodeBatchReply } from '#contract/code-batch.ts'
import { ListMeta } from '#contract/primitives.ts'
import { csvText } from '../parts/csv.ts'
import { CODES_SHAPE, CodesForm } from './codes-form.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../../ui/form/read-form.server.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { askColleague } from '../parts/ask-for-approval.server.ts'
import { type Asked } from '../parts/asked-words.ts'
import { ConfirmedForm } from '../parts/confirmed-form.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { loadChoices } from './load-rows.server.ts'
import { discountCodeShape } from '#contract/resources/desk-shapes.ts'
import { requireData } from '../../visit/load-visit.server.ts'

const CodesButtons = z.object({ intent: z.enum(['make', 'ask']).catch('make') })

const Codes = z.object({
  discount_codes: z.array(
    z.looseObject({
      code: z.string(),
      redeemable: z.boolean(),
      redemption_limit: z.number().nullable(),
    }),
  ),
  meta: ListMeta,
})

/**
 * The discounts that can have generated codes.
 *
 * @throws Response if they cannot be read
 */
export async function loadDiscounts(staff: StaffVisit) {
  const { discount_id } = discountCodeShape.fields
  return (await loadChoices(staff, { ...discountCodeShape, fields: { discount_id } }))['discounts'] ?? []
}

export interface CodesAnswer {
  status: number
  answer: FormAnswer
  /** They are above the limit of who sent the form, and a colleague may approve them. */
  askable: boolean
}

/** Creates the codes; the idempotency key makes a form that is submitted twice one batch. */
export async function createCodeBatch(
  { userApi }: StaffVisit,
  form: FormData,
): Promise<{ made: number; discount: number } | { asked: Asked } | CodesAnswer> {
  const submission = parseForm(form, CodesForm)
  if (submission.status !== 'success')
    return { status: 422, answer: refuseForm(CODES_SHAPE, submission), askable: false }
  const body = { discount_code_batch: submission.value }
  const { key } = requireForm(form, ConfirmedForm)
  if (readForm(form, CodesButtons).intent === 'ask') {
    const path = '/v1/discount_code_batches'
    const asked = await askColleague(userApi, { method: 'POST', path, body }, key)
    if (asked.ok) return { asked: asked.data }
    return { status: asked.status, answer: refuseForm(CODES_SHAPE, submission, asked), askable: false }
  }
  const once = key === '' ? {} : { idempotencyKey: key }
  const sent = await userApi.post('/v1/discount_code_batches', CodeBatchReply, { body, ...once })
  if (!sent.ok) {
    const answer = refuseForm(CODES_SHAPE, submission, sent)
    return { status: sent.status, answer, askable: sent.code === 'approval_needed' }
  }
  const { codes, discount_id: discount } = sent.data.discount_code_batch
  return { made: codes.length, discount }
}

/**
 * All codes of a discount as a file (RFC 4180); an apostrophe keeps spreadsheets from evaluating
 * formulas.
 *
 * @throws Response
 */
export async function codesCsv({ userApi }: StaffVisit, discount: number): Promise<string> {
  const lines = ['Code,Works,May be used']
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { discount_id: discount, page, page_size: 100 }
    const found = requireData(await userApi.get('/v1/discount_codes', Codes, { query }))
    pages = found.meta.pagination.total_pages
    for (const one of found.discount_codes) {
      const often = one.redemption_limit === null ? 'without limit' : String(one.redemption_limit)
      lines.push([csvText(one.code), one.redeemable ? 'yes' : 'no', often].join(','))
    }
  }
  return `${lines.join('\r\n')}\r\n`
}
