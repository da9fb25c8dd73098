import { z } from 'zod'
import { ListMeta, QueryId } from '#contract/primitives.ts'
import { findStaffShape } from '#contract/resources/catalogue-desk.ts'
import { type ResourceShape } from '#contract/resources/resource-shape.ts'
import { rowTag } from '#contract/resources/row-tag.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type Row, toRowFormValues } from './parse-row.server.ts'
import { type RowFormValues } from './row-input.ts'
import { shownFields } from './visible-fields.ts'

export const AnyRow = z.looseObject({ id: z.number() })
export const notFound = () => new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })

/** @throws Response 404 if the address names no resource that staff edit */
export function requireShape(plural: string | undefined): ResourceShape {
  const shape = findStaffShape(plural)
  if (!shape) throw notFound()
  return shape
}

/** @param narrow lists only the rows that belong to these ids */
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
 * The ids in the address that filter a list and fill in a new row: `product_id` and `brand_id`, if
 * the resource has these fields.
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
  /** The ETag; the service refuses a change if the row has another one by then. */
  tag: string
}

/**
 * A row as its form shows it.
 * @throws Response 404
 */
export async function loadRow(
  { userApi, visit }: StaffVisit,
  shape: ResourceShape,
  id: string,
): Promise<LoadedRow> {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound()
  const schema = z.object({ [shape.plural]: z.array(AnyRow) })
  const found = requireData(await userApi.get(`/v1/${shape.plural}`, schema, { query: { id } }))
  const [row] = z.array(AnyRow).parse(found[shape.plural])
  if (!row) throw notFound()
  return { typed: toRowFormValues(shape, row, visit.brand.time_zone), tag: rowTag(shape, row) }
}

export type FieldChoices = Record<string, { id: number; name: string }[]>

/**
 * All options of the fields that refer to other rows.
 * @throws Response when they cannot be read
 */
export const loadChoices = (staff: StaffVisit, shape: ResourceShape): Promise<FieldChoices> =>
  loadNamed(
    staff,
    Object.values(shape.fields).flatMap((field) =>
      (field.kind === 'id' || field.kind === 'ids') && !field.readOnly ? field.to : [],
    ),
  )

/** The names of the rows that a list refers to; rows without a name of their own are left out. */
export const loadNames = (staff: StaffVisit, shape: ResourceShape): Promise<FieldChoices> =>
  loadNamed(
    staff,
    shownFields(shape).flatMap(([, field]) => {
      const to = field.kind === 'id' ? findStaffShape(field.to) : undefined
      return to && to.named !== 'id' ? to.plural : []
    }),
  )

/** @throws Response when they cannot be read */
async function loadNamed(staff: StaffVisit, named: readonly string[]): Promise<FieldChoices> {
  const each = [...new Set(named)].map(async (plural) => [plural, await loadNamesOf(staff, plural)] as const)
  return Object.fromEntries(await Promise.all(each))
}

async function loadNamesOf({ userApi }: StaffVisit, plural: string): Promise<FieldChoices[string]> {
  const schema = z.object({ [plural]: z.array(AnyRow), meta: ListMeta })
  const listed: FieldChoices[string] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = requireData(await userApi.get(`/v1/${plural}`, schema, { query: { page, page_size: 100 } }))
    pages = ListMeta.parse(found['meta']).pagination.total_pages
    const rows = z.array(AnyRow).parse(found[plural])
    listed.push(...rows.map((row) => ({ id: row.id, name: getRowName(row, findStaffShape(plural)) })))
  }
  return listed
}

/** The name of a row in a list. */
export function getRowName(row: Row, shape: Pick<ResourceShape, 'named' | 'one'> | undefined): string {
  const named = row[shape?.named ?? 'name']
  const id = String(row['id'])
  return typeof named === 'string' && named !== '' ? named : `${shape?.one ?? 'number'} ${id}`
}
