import { z } from 'zod'
import { ListMeta, QueryId } from '#contract/primitives.ts'
import { findStaffShape } from '#contract/resources/catalogue-desk.ts'
import { getFieldLabel, type ResourceShape } from '#contract/resources/resource-shape.ts'
import { rowTag } from '#contract/resources/row-tag.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { isSent } from '../../ui/form/sent-values.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { knownRow, listFormFields, rowFormShape, type RowFormValues } from './row-input.ts'
import { shownFields } from './visible-fields.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import {
  listChangedFields,
  OriginalRow,
  readRowFormValues,
  type Row,
  rowForm,
  sayRow,
  toRowFormValues,
} from './parse-row.server.ts'
import { type CampaignPreview, NO_BANNER, previewCampaign } from './preview-campaign.server.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'

const AnyRow = z.looseObject({ id: z.number() })
const lost = () => new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })

/** @throws Response 404 for an address that names nothing the desk keeps */
export function requireShape(plural: string | undefined): ResourceShape {
  const shape = findStaffShape(plural)
  if (!shape) throw lost()
  return shape
}

/** @param narrow only what belongs to these */
export async function loadRows(
  { userApi }: StaffVisit,
  shape: ResourceShape,
  page: number,
  narrow: RowFilterParams = {},
) {
  const schema = z.object({ [shape.plural]: z.array(AnyRow), meta: ListMeta })
  const query = { page, page_size: 50, ...narrow }
  const found = requireData(await userApi.get(`/v1/${shape.plural}`, schema, { query }))
  return {
    rows: z.array(AnyRow).parse(found[shape.plural]),
    pagination: ListMeta.parse(found['meta']).pagination,
  }
}

/**
 * What a list is narrowed to, or a new row begins with, by its address: `product_id`, `brand_id`,
 * where the kind knows them.
 */
export type RowFilterParams = Record<string, string>

export const readRowFilterParams = (shape: ResourceShape, asked: URLSearchParams): RowFilterParams =>
  Object.fromEntries(
    ['product_id', 'brand_id'].flatMap((name) => {
      const id = QueryId.safeParse(asked.get(name) ?? undefined).data
      return shape.fields[name]?.filter && id !== undefined ? [[name, String(id)]] : []
    }),
  )

export interface LoadedRow {
  typed: RowFormValues
  /** What a change of it is bound to. */
  tag: string
}

/** A row as its form shows it. @throws Response 404 */
export async function loadRow(
  { userApi, visit }: StaffVisit,
  shape: ResourceShape,
  id: string,
): Promise<LoadedRow> {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw lost()
  const schema = z.object({ [shape.plural]: z.array(AnyRow) })
  const found = requireData(await userApi.get(`/v1/${shape.plural}`, schema, { query: { id } }))
  const [row] = z.array(AnyRow).parse(found[shape.plural])
  if (!row) throw lost()
  return { typed: toRowFormValues(shape, row, visit.brand.time_zone), tag: rowTag(shape, row) }
}

export type FieldChoices = Record<string, { id: number; name: string }[]>

/**
 * What the fields that name other things may be set to, all of it. @throws Response when it cannot
 * be read
 */
export const loadChoices = (staff: StaffVisit, shape: ResourceShape): Promise<FieldChoices> =>
  loadNamed(
    staff,
    Object.values(shape.fields).flatMap((field) =>
      (field.kind === 'id' || field.kind === 'ids') && !field.readOnly ? field.to : [],
    ),
  )

/** How what a list's rows point at is called; what has no name but its number is left at that. */
export const loadNames = (staff: StaffVisit, shape: ResourceShape): Promise<FieldChoices> =>
  loadNamed(
    staff,
    shownFields(shape).flatMap(([, field]) => {
      const to = field.kind === 'id' ? findStaffShape(field.to) : undefined
      return to && to.named !== 'id' ? to.plural : []
    }),
  )

/** @throws Response when it cannot be read */
async function loadNamed({ userApi }: StaffVisit, named: readonly string[]): Promise<FieldChoices> {
  const choices: FieldChoices = {}
  for (const plural of new Set(named)) {
    const schema = z.object({ [plural]: z.array(AnyRow), meta: ListMeta })
    const listed: FieldChoices[string] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = requireData(
        await userApi.get(`/v1/${plural}`, schema, { query: { page, page_size: 100 } }),
      )
      pages = ListMeta.parse(found['meta']).pagination.total_pages
      const rows = z.array(AnyRow).parse(found[plural])
      listed.push(...rows.map((row) => ({ id: row.id, name: getRowName(row, findStaffShape(plural)) })))
    }
    choices[plural] = listed
  }
  return choices
}

/** How a row is called in a list. */
export function getRowName(row: Row, shape: Pick<ResourceShape, 'named' | 'one'> | undefined): string {
  const named = row[shape?.named ?? 'name']
  const id = String(row['id'])
  return typeof named === 'string' && named !== '' ? named : `${shape?.one ?? 'number'} ${id}`
}

/** What stops the sale of something at once, and opens it again. */
const SWITCHES: Record<string, Record<string, object>> = {
  products: { stop: { availability: 'paused' }, sell: { availability: 'available' } },
  departures: { stop: { publish_status: 'draft' }, sell: { publish_status: 'published' } },
  brands: { stop: { maintenance: true }, sell: { maintenance: false } },
}

export interface RowAnswer {
  status: number
  /** What the next attempt is compared with; undefined where nothing is there yet. */
  kept: LoadedRow | undefined
  /** What was typed, and what is wrong with it. */
  answer?: FormAnswer
  /** Why something was not done in which nobody typed. */
  failure?: string
  /** Of a campaign whose banner was asked for; nothing was written. */
  preview?: CampaignPreview
}

type Saved = { done: string | null } | RowAnswer

const RowButtons = z.object({
  intent: z.enum(['save', 'preview', 'remove', 'stop', 'sell']).catch('save'),
})

/**
 * Makes, changes or removes; the id of what is there afterwards, null when it is gone, or why not.
 */
export async function saveRow(
  staff: StaffVisit,
  shape: ResourceShape,
  id: string,
  form: FormData,
): Promise<Saved> {
  const { intent } = requireForm(form, RowButtons)
  if (intent === 'preview' && shape.plural === 'campaigns') return previewRow(staff, shape, form)
  if (id === 'new') return makeRow(staff, shape, form)
  if (!/^[1-9]\d{0,8}$/.test(id)) throw lost()
  if (intent === 'remove') {
    const removed = await staff.userApi.delete(`/v1/${shape.plural}/${id}`)
    if (removed.status === 204) return { done: null }
    const failure = removed.ok ? {} : { failure: removed.message }
    return { status: removed.status, kept: await loadRow(staff, shape, id), ...failure }
  }
  const turned = SWITCHES[shape.plural]?.[intent]
  return turned ? turnRow(staff, shape, id, { form, turned }) : changeRow(staff, shape, id, form)
}

/** Reads what was typed for a new row. */
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

/** The row as the form knows it. */
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

async function makeRow(staff: StaffVisit, shape: ResourceShape, form: FormData): Promise<Saved> {
  const submission = parseNewRow(staff, shape, form)
  const answerWith = (status: number, why?: Refusal): RowAnswer => ({
    status,
    kept: undefined,
    answer: refuseForm(rowFormShape(shape), submission, why),
  })
  if (submission.status !== 'success') return answerWith(422)
  const schema = z.object({ [shape.singular]: AnyRow })
  const made = await staff.userApi.post(`/v1/${shape.plural}`, schema, { body: submission.value })
  if (made.ok) return { done: idOf(shape, made.data) }
  const errors = sayRow(shape, made.errors, readRowFormValues(shape, form))
  return answerWith(made.status, { message: made.message, errors })
}

const idOf = (shape: ResourceShape, reply: Record<string, unknown>) =>
  String(AnyRow.parse(reply[shape.singular]).id)

/** Stops or opens a sale with one press. */
async function turnRow(
  staff: StaffVisit,
  shape: ResourceShape,
  id: string,
  { form, turned }: { form: FormData; turned: object },
): Promise<Saved> {
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
  form: FormData,
): Promise<Saved> {
  const typed = readRowFormValues(shape, form)
  const original = originalIn(form)
  const was = original?.typed ?? (await loadRow(staff, shape, id)).typed
  const present = (name: string) => isSent(form, name)
  // Boxes that are not in the form change nothing; a list or a tick may be missing because it is
  // empty.
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
  const call = { body: submission.value, ifMatch: original?.tag || undefined }
  const saved = await staff.userApi.patch(`/v1/${shape.plural}/${id}`, schema, call)
  if (saved.ok) return { done: idOf(shape, saved.data) }
  if (saved.status !== 412) {
    return answerWith(saved.status, { message: saved.message, errors: sayRow(shape, saved.errors, typed) })
  }
  const theirs = await loadRow(staff, shape, id)
  const { failure, problems } = describeConflict(shape, theirs.typed, { original: was, names })
  const answer = refuseForm(rowFormShape(shape), submission, { errors: { '': [failure], ...problems } })
  // Theirs is shown where this form changed nothing, and what was typed stays.
  const shown = { ...theirs.typed, ...Object.fromEntries(names.map((name) => [name, typed[name] ?? ''])) }
  return {
    status: 409,
    kept: theirs,
    answer: { ...answer, initialValue: { ...knownRow(shape, shown) } as FormAnswer['initialValue'] },
  }
}

/** What somebody else saved meanwhile. */
function describeConflict(
  shape: ResourceShape,
  now: RowFormValues,
  mine: { original: RowFormValues; names: readonly string[] },
) {
  const theirs = listChangedFields(shape, now, mine.original)
  const called = (names: readonly string[]) =>
    names.map((name) => getFieldLabel(name, shape.fields[name] ?? {})).join(', ')
  const both = theirs.filter((name) => mine.names.includes(name))
  const problems = Object.fromEntries(both.map((name) => [name, [`Somebody else wrote: ${said(now[name])}`]]))
  const failure =
    `Somebody else saved this ${shape.one} while you had it ` +
    `open${theirs.length > 0 ? ` and changed: ${called(theirs)}` : ''}. Nothing of yours is ` +
    'lost: it is below, and nothing is saved yet. Look it over and save again.'
  return { failure, problems }
}

const said = (value: string | string[] | undefined) =>
  value === undefined || value.length === 0 ? 'nothing' : [value].flat().join(', ')
