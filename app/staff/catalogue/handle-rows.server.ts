import { z } from 'zod'
import { getFieldLabel, type ResourceShape } from '#contract/resources/resource-shape.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { isSent } from '../../ui/form/sent-values.server.ts'
import { type ApiResult } from '../../visit/api-result.ts'
import { askColleague } from '../parts/ask-for-approval.server.ts'
import { type Asked } from '../parts/asked-words.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { knownRow, listFormFields, rowFormShape, type RowFormValues } from './row-input.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { listChangedFields, OriginalRow, readRowFormValues, rowForm, sayRow } from './parse-row.server.ts'
import { AnyRow, type LoadedRow, loadRow, notFound } from './load-rows.server.ts'
import { type CampaignPreview, NO_BANNER, previewCampaign } from './preview-campaign.server.ts'

/** The changes that stop a sale at once, and those that start it again. */
const SWITCHES: Record<string, Record<string, object>> = {
  products: { stop: { availability: 'paused' }, sell: { availability: 'available' } },
  departures: { stop: { publish_status: 'draft' }, sell: { publish_status: 'published' } },
  brands: { stop: { maintenance: true }, sell: { maintenance: false } },
}

export interface RowAnswer {
  status: number
  /** The row that the next attempt is compared with; undefined if it does not exist yet. */
  kept: LoadedRow | undefined
  /** The submitted values with their errors. */
  answer?: FormAnswer
  /** The reason why a button did nothing. */
  failure?: string
  /** It is above the limit of who sent it, and a colleague may approve it. */
  askable?: boolean
  /** The requested preview of a campaign's banner; nothing was written. */
  preview?: CampaignPreview
}

type SaveRowResult = { done: string | null } | { asked: Asked } | RowAnswer

const RowButtons = z.object({
  intent: z.enum(['save', 'preview', 'remove', 'stop', 'sell', 'ask']).catch('save'),
})

/**
 * Creates, changes or deletes a row, or asks a colleague to do it. `done` is the id of the saved row,
 * or null after a deletion.
 */
export async function saveRow(
  staff: StaffVisit,
  shape: ResourceShape,
  id: string,
  form: FormData,
): Promise<SaveRowResult> {
  const { intent } = requireForm(form, RowButtons)
  if (intent === 'preview' && shape.plural === 'campaigns') return previewRow(staff, shape, form)
  const isAsked = intent === 'ask'
  if (id === 'new') return makeRow(staff, shape, form, isAsked)
  if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound()
  if (intent === 'remove') {
    const removed = await staff.userApi.delete(`/v1/${shape.plural}/${id}`)
    if (removed.status === 204) return { done: null }
    const failure = removed.ok ? {} : { failure: removed.message }
    return { status: removed.status, kept: await loadRow(staff, shape, id), ...failure }
  }
  const turned = SWITCHES[shape.plural]?.[intent]
  return turned ? turnRow(staff, shape, id, { form, turned }) : changeRow(staff, shape, id, { form, isAsked })
}

/** Parses the fields of a new row. */
const parseNewRow = ({ visit }: StaffVisit, shape: ResourceShape, form: FormData) =>
  parseForm(
    form,
    rowForm(shape, {
      names: listFormFields(shape, true).map(([name]) => name),
      present: (name) => isSent(form, name),
      zone: visit.brand.time_zone,
      changing: false,
    }),
  )

/** The row as it was when the form was rendered. */
function originalIn(form: FormData): LoadedRow | undefined {
  const { was, tag = '' } = requireForm(form, OriginalRow)
  return was && { typed: was, tag }
}

function previewRow(staff: StaffVisit, shape: ResourceShape, form: FormData): RowAnswer {
  const submission = parseNewRow(staff, shape, form)
  const preview =
    submission.status === 'success' ? previewCampaign(shape, submission.value, staff.visit) : NO_BANNER
  return {
    status: preview.banner ? 200 : 422,
    kept: originalIn(form),
    answer: refuseForm(rowFormShape(shape), submission),
    preview,
  }
}

/** @param isAsked a colleague is asked to make it */
async function makeRow(
  staff: StaffVisit,
  shape: ResourceShape,
  form: FormData,
  isAsked: boolean,
): Promise<SaveRowResult> {
  const submission = parseNewRow(staff, shape, form)
  const answerWith = (status: number, why?: Refusal): RowAnswer => ({
    status,
    kept: undefined,
    answer: refuseForm(rowFormShape(shape), submission, why),
  })
  if (submission.status !== 'success') return answerWith(422)
  const schema = z.object({ [shape.singular]: AnyRow })
  const path = `/v1/${shape.plural}`
  const answerRefused = (refused: Refused) => {
    const errors = sayRow(shape, refused.errors, readRowFormValues(shape, form))
    return withAsk(answerWith(refused.status, { message: refused.message, errors }), refused)
  }
  if (isAsked) {
    const asked = await askColleague(staff.userApi, { method: 'POST', path, body: submission.value })
    return asked.ok ? { asked: asked.data } : answerRefused(asked)
  }
  const made = await staff.userApi.post(path, schema, { body: submission.value })
  return made.ok ? { done: idOf(shape, made.data) } : answerRefused(made)
}

type Refused = ApiResult<unknown> & { ok: false }

const withAsk = (answer: RowAnswer, { code }: Refused): RowAnswer =>
  code === 'approval_needed' ? { ...answer, askable: true } : answer

const idOf = (shape: ResourceShape, reply: Record<string, unknown>) =>
  String(AnyRow.parse(reply[shape.singular]).id)

/** Stops or starts a sale with one button. */
async function turnRow(
  staff: StaffVisit,
  shape: ResourceShape,
  id: string,
  { form, turned }: { form: FormData; turned: object },
): Promise<SaveRowResult> {
  const { tag } = requireForm(form, OriginalRow)
  const schema = z.object({ [shape.singular]: AnyRow })
  const call = { body: { [shape.singular]: turned }, ifMatch: tag }
  const sent = await staff.userApi.patch(`/v1/${shape.plural}/${id}`, schema, call)
  if (sent.ok) return { done: idOf(shape, sent.data) }
  const kept = await loadRow(staff, shape, id)
  if (sent.status !== 412) return { status: sent.status, kept, failure: sent.message }
  const failure =
    `Somebody else saved this ${shape.one} while you had it open. Below is how it stands ` +
    'now; press again if it still has to be.'
  return { status: 409, kept, failure }
}

async function changeRow(
  staff: StaffVisit,
  shape: ResourceShape,
  id: string,
  { form, isAsked }: { form: FormData; isAsked: boolean },
): Promise<SaveRowResult> {
  const typed = readRowFormValues(shape, form)
  const original = originalIn(form)
  const was = original?.typed ?? (await loadRow(staff, shape, id)).typed
  const present = (name: string) => isSent(form, name)
  // Fields that are not in the form stay unchanged. Lists and check boxes are the exception: a form
  // does not send them when they are empty.
  const names = listChangedFields(shape, typed, was).filter(
    (name) => present(name) || ['ids', 'flag'].includes(shape.fields[name]?.kind ?? ''),
  )
  if (names.length === 0) return { done: id }
  const { time_zone: zone } = staff.visit.brand
  const submission = parseForm(form, rowForm(shape, { names, present, zone, changing: true }))
  const answerWith = (status: number, why?: Refusal): RowAnswer => ({
    status,
    kept: original,
    answer: refuseForm(rowFormShape(shape), submission, why),
  })
  if (submission.status !== 'success') return answerWith(422)
  const schema = z.object({ [shape.singular]: AnyRow })
  const path = `/v1/${shape.plural}/${id}`
  const answerRefused = (refused: Refused) => {
    const why = { message: refused.message, errors: sayRow(shape, refused.errors, typed) }
    return withAsk(answerWith(refused.status, why), refused)
  }
  if (isAsked) {
    const asked = await askColleague(staff.userApi, { method: 'PATCH', path, body: submission.value })
    return asked.ok ? { asked: asked.data } : answerRefused(asked)
  }
  const call = { body: submission.value, ifMatch: original?.tag || undefined }
  const saved = await staff.userApi.patch(path, schema, call)
  if (saved.ok) return { done: idOf(shape, saved.data) }
  if (saved.status !== 412) return answerRefused(saved)
  const theirs = await loadRow(staff, shape, id)
  const { failure, problems } = describeConflict(shape, theirs.typed, { original: was, names })
  const answer = refuseForm(rowFormShape(shape), submission, { errors: { '': [failure], ...problems } })
  // The form shows the values of the other person, except in the fields that this form changed.
  const shown = { ...theirs.typed, ...Object.fromEntries(names.map((name) => [name, typed[name] ?? ''])) }
  return {
    status: 409,
    kept: theirs,
    answer: { ...answer, initialValue: { ...knownRow(shape, shown) } as FormAnswer['initialValue'] },
  }
}

/** Lists the fields that somebody else saved in the meantime. */
function describeConflict(
  shape: ResourceShape,
  now: RowFormValues,
  mine: { original: RowFormValues; names: readonly string[] },
) {
  const theirs = listChangedFields(shape, now, mine.original)
  const called = (names: readonly string[]) =>
    names.map((name) => getFieldLabel(name, shape.fields[name] ?? {})).join(', ')
  const both = theirs.filter((name) => mine.names.includes(name))
  const problems = Object.fromEntries(
    both.map((name) => [name, [`Somebody else wrote: ${formatValue(now[name])}`]]),
  )
  const failure =
    `Somebody else saved this ${shape.one} while you had it ` +
    `open${theirs.length > 0 ? ` and changed: ${called(theirs)}` : ''}. Nothing of yours is ` +
    'lost: it is below, and nothing is saved yet. Look it over and save again.'
  return { failure, problems }
}

const formatValue = (value: string | string[] | undefined) =>
  value === undefined || value.length === 0 ? 'nothing' : [value].flat().join(', ')
