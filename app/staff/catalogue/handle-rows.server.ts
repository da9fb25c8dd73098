import { z } from 'zod'
import { ListMeta } from '#contract/primitives.ts'
import { findStaffShape } from '#contract/resources/catalogue-desk.ts'
import { getFieldLabel, type ResourceShape } from '#contract/resources/resource-shape.ts'
import { rowTag } from '#contract/resources/row-tag.ts'
import { listFormFields, type RowFormValues } from './row-input.ts'
import { shownFields } from './visible-fields.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import {
  buildRowBody,
  listChangedFields,
  readOriginalRow,
  type Row,
  readRowFormValues,
  toRowFormValues,
} from './parse-row.server.ts'
import { type CampaignPreview, previewCampaign } from './preview-campaign.server.ts'
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
      const id = asked.get(name) ?? ''
      return shape.fields[name]?.filter && /^[1-9]\d{0,8}$/.test(id) ? [[name, id]] : []
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
  typed: RowFormValues
  /** What the next attempt is compared with; undefined where nothing is there yet. */
  kept: LoadedRow | undefined
  /** By the field's name. */
  problems: Record<string, string>
  failure: string | undefined
  /** Of a campaign whose banner was asked for; nothing was written. */
  preview?: CampaignPreview
}

/**
 * Makes, changes or removes; the id of what is there afterwards, null when it is gone, or why not.
 */
export async function saveRow(
  staff: StaffVisit,
  shape: ResourceShape,
  id: string,
  form: FormData,
): Promise<{ done: string | null } | RowAnswer> {
  const path = `/v1/${shape.plural}`
  if (form.get('intent') === 'preview' && shape.plural === 'campaigns') {
    const preview = previewCampaign(shape, form, staff.visit)
    const said = readOriginalRow(form)
    const kept = said && { typed: said.original, tag: said.tag ?? '' }
    const status = preview.banner ? 200 : 422
    return {
      status,
      typed: readRowFormValues(shape, form),
      kept,
      problems: preview.problems,
      failure: undefined,
      preview,
    }
  }
  if (id === 'new')
    return answerOf(shape, await makeRow(staff, shape, form), readRowFormValues(shape, form), undefined)
  if (!/^[1-9]\d{0,8}$/.test(id)) throw lost()
  if (form.get('intent') === 'remove') {
    const removed = await staff.userApi.delete(`${path}/${id}`)
    if (removed.status === 204) return { done: null }
    const kept = await loadRow(staff, shape, id)
    return {
      status: removed.status,
      typed: kept.typed,
      kept,
      problems: {},
      failure: removed.ok ? undefined : removed.message,
    }
  }
  const turned = SWITCHES[shape.plural]?.[String(form.get('intent'))]
  if (turned) {
    const body = { [shape.singular]: turned }
    const ifMatch = String(form.get('tag') ?? '') || undefined
    const sent = await staff.userApi.patch(`${path}/${id}`, z.object({ [shape.singular]: AnyRow }), {
      body,
      ifMatch,
    })
    const kept = await loadRow(staff, shape, id)
    if (sent.status === 412) {
      const failure =
        `Somebody else saved this ${shape.one} while you had it open. Below is how it stands ` +
        'now; press again if it still has to be.'
      return { status: 409, typed: kept.typed, kept, problems: {}, failure }
    }
    return answerOf(shape, sent, kept.typed, kept)
  }
  const typed = readRowFormValues(shape, form)
  const said = readOriginalRow(form)
  const was = said?.original ?? (await loadRow(staff, shape, id)).typed
  const names = listChangedFields(shape, typed, was)
  if (names.length === 0) return { done: id }
  const schema = z.object({ [shape.singular]: AnyRow })
  const body = buildRowBody(shape, form, { names, zone: staff.visit.brand.time_zone, changing: true })
  const saved = await staff.userApi.patch(`${path}/${id}`, schema, { body, ifMatch: said?.tag })
  if (saved.status === 412) return changedMeanwhile(staff, shape, id, { typed, original: was, names })
  return answerOf(shape, saved, typed, said && { typed: said.original, tag: said.tag ?? '' })
}

const makeRow = ({ userApi, visit }: StaffVisit, shape: ResourceShape, form: FormData) => {
  const names = listFormFields(shape, true).map(([name]) => name)
  const body = buildRowBody(shape, form, { names, zone: visit.brand.time_zone, changing: false })
  return userApi.post(`/v1/${shape.plural}`, z.object({ [shape.singular]: AnyRow }), { body })
}

/**
 * Somebody else saved it meanwhile: theirs is shown where this form changed nothing, and what was
 * typed stays.
 */
async function changedMeanwhile(
  staff: StaffVisit,
  shape: ResourceShape,
  id: string,
  mine: { typed: RowFormValues; original: RowFormValues; names: readonly string[] },
): Promise<RowAnswer> {
  const kept = await loadRow(staff, shape, id)
  const theirs = listChangedFields(shape, kept.typed, mine.original)
  const typed = { ...kept.typed }
  for (const name of mine.names) typed[name] = mine.typed[name] ?? ''
  const called = (names: readonly string[]) =>
    names.map((name) => getFieldLabel(name, shape.fields[name] ?? {})).join(', ')
  const both = theirs.filter((name) => mine.names.includes(name))
  const problems = Object.fromEntries(
    both.map((name) => [name, `Somebody else wrote: ${said(kept.typed[name])}`]),
  )
  const failure =
    `Somebody else saved this ${shape.one} while you had it ` +
    `open${theirs.length > 0 ? ` and changed: ${called(theirs)}` : ''}. Nothing of yours is ` +
    'lost: it is below, and nothing is saved yet. Look it over and save again.'
  return { status: 409, typed, kept, problems, failure }
}

const said = (value: string | string[] | undefined) =>
  value === undefined || value.length === 0 ? 'nothing' : [value].flat().join(', ')

type Saved = Awaited<ReturnType<typeof makeRow>>

function answerOf(
  shape: ResourceShape,
  saved: Saved,
  typed: RowFormValues,
  kept: LoadedRow | undefined,
): { done: string } | RowAnswer {
  if (saved.ok) return { done: String(AnyRow.parse(saved.data[shape.singular]).id) }
  const problems: Record<string, string> = {}
  for (const [name, [message]] of Object.entries(saved.errors)) {
    const field = name.split('.')[0] ?? name
    if (message === undefined || !(field in shape.fields)) continue
    problems[field] ??= typed[field] === '' ? 'This field is required' : message
  }
  const told = Object.keys(problems).length > 0
  return { status: saved.status, typed, kept, problems, failure: told ? undefined : saved.message }
}
