import { z } from 'zod'
import { CodeBatchReply } from '#contract/code-batch.ts'
import { ListMeta } from '#contract/primitives.ts'
import { csvText } from '../parts/csv.ts'
import { type CodeBatchFormValues } from './codes-page.tsx'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { loadChoices } from './handle-rows.server.ts'
import { discountCodeShape } from '#contract/resources/desk-shapes.ts'
import { requireData } from '../../visit/load-visit.server.ts'

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

/** The discounts that codes may be made of. @throws Response when they cannot be read */
export async function loadDiscounts(staff: StaffVisit) {
  const { discount_id } = discountCodeShape.fields
  return (await loadChoices(staff, { ...discountCodeShape, fields: { discount_id } }))['discounts'] ?? []
}

const textIn = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

export interface BatchAnswer {
  status: number
  typed: CodeBatchFormValues
  problems: Record<string, string>
  failure: string | undefined
}

/** Makes them; the key makes a form that is sent twice one batch. */
export async function createCodeBatch(
  { userApi }: StaffVisit,
  form: FormData,
): Promise<{ made: number; discount: number } | BatchAnswer> {
  const typed: CodeBatchFormValues = {
    discount: textIn(form, 'discount_id'),
    quantity: textIn(form, 'quantity'),
    prefix: textIn(form, 'prefix'),
    limit: textIn(form, 'redemption_limit'),
    sunset: form.has('sunset_and_focus'),
    stackable: form.has('stackable'),
  }
  const body = {
    discount_code_batch: {
      discount_id: Number(typed.discount),
      quantity: Number(typed.quantity),
      prefix: typed.prefix,
      redemption_limit: typed.limit === '' ? null : Number(typed.limit),
      sunset_and_focus: typed.sunset,
      stackable: typed.stackable,
    },
  }
  const idempotencyKey = textIn(form, 'key')
  const sent = await userApi.post('/v1/discount_code_batches', CodeBatchReply, {
    body,
    ...(idempotencyKey ? { idempotencyKey } : {}),
  })
  if (sent.ok) {
    const { codes, discount_id: discount } = sent.data.discount_code_batch
    return { made: codes.length, discount }
  }
  const problems: Record<string, string> = {}
  for (const [field, [message]] of Object.entries(sent.errors)) {
    if (message !== undefined) problems[field] ??= sayBatch(field, message)
  }
  const told = Object.keys(problems).length > 0
  return { status: sent.status, typed, problems, failure: told ? undefined : sent.message }
}

const sayBatch = (field: string, message: string) =>
  field === 'discount_id'
    ? 'Choose a discount'
    : field === 'redemption_limit'
      ? 'Must be a whole number from 1, or nothing'
      : message

/**
 * Every code of a discount as a file (RFC 4180): what a spreadsheet would work out stands behind an
 * apostrophe. @throws Response
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
