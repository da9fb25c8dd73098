import { createRoute } from '@hono/zod-openapi'
import { type Context } from 'hono'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  changeRequestSchema,
  createRequestSchema,
  listReplySchema,
  oneReplySchema,
  readName,
} from '#contract/resources/resource-shape.ts'
import { rowTag } from '#contract/resources/row-tag.ts'
import { wholeRows } from '#contract/resources/whole-rows.ts'
import { findReadOnlyProblems } from '../../rules/fields/read-only-fields.ts'
import { type ApiEnv, createRouter, refusalReply } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { allResources } from '../all-resources.ts'
import { findRow, listRows } from '../../resources/read-rows.ts'
import { sortPresentedRows } from '../../http/sort-rows.ts'
import { presentRow } from '../../resources/present-row.ts'
import {
  type Refusal,
  type Resource,
  sortedFields,
  type Wire,
  type Writer,
} from '../../resources/resource.ts'
import { computedSorts, presentWholeRows, type PresentedRow } from '../enrich-rows.ts'
import { changeRow, createRow, removeRow } from '../../resources/write-rows.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, listMeta, longListQuery, ONE_ROW_PAGE, toListPage } from '../../http/list-query.ts'
import { refuse } from '../../http/refuse.ts'
import { readIfMatch } from '../../http/read-if-match.ts'
import { refuseWrite } from '../../resources/refuse-write.ts'
import { findFieldChange } from '../../store/find-field-change.ts'
import { readFilters, filterQuery, readSpans } from '../../resources/resource-filters.ts'

type Router = ReturnType<typeof createRouter>
type C = Context<ApiEnv>

const Paging = z.object({
  page: z.number(),
  page_size: z.number(),
  sort: z.string().optional(),
  count_to: z.number().optional(),
})
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

let declared: Router | undefined

/**
 * The calls of every declared resource. They are declared once in a process: it takes a third of a
 * second, and nothing in them belongs to one shop.
 */
export function resourceRoutes(): Router {
  if (declared === undefined) {
    declared = createRouter()
    for (const resource of allResources) mount(declared, resource)
  }
  return declared
}

function mount(router: Router, resource: Resource): void {
  const { methods } = resource
  if (methods.includes('list')) mountList(router, resource)
  if (methods.includes('read')) mountRead(router, resource)
  if (methods.includes('create')) mountCreate(router, resource)
  if (methods.includes('change')) mountChange(router, resource)
  if (methods.includes('remove')) mountRemove(router, resource)
}

const everyRow = { limit: 10_000, offset: 0 }

function mountList(router: Router, resource: Resource): void {
  const { shape } = resource
  const computed = computedSorts[shape.plural] ?? []
  const route = createRoute({
    method: 'get',
    path: `/v1/${shape.plural}`,
    summary: shape.about,
    request: { query: longListQuery([...sortedFields(resource), ...computed]).extend(filterQuery(resource)) },
    responses: { 200: jsonReply(capital(shape.many), listReplySchema(shape, wholeRows[shape.plural])) },
  })
  router.openapi(route, async (c) => {
    const query: Wire = c.req.valid('query')
    const paging = Paging.parse(query)
    const conditions = { filter: readFilters(resource, query), spans: readSpans(resource, query) }
    const page = toListPage(paging)
    const { db } = c.get('deps').database
    // Rows are sorted by a computed field only after all of them have been presented.
    const isComputedSort = computed.includes(page.sort?.column ?? '')
    const rowQuery = {
      ...conditions,
      page: isComputedSort ? everyRow : page,
      own: await ownRowsCondition(c, resource),
    }
    const { rows, totalCount } = await listRows(db, resource, rowQuery)
    const presented = await presentRows(c, resource, rows)
    const shown = isComputedSort ? sortPresentedRows(presented, page).rows : presented
    return c.json({ [shape.plural]: shown, meta: listMeta(paging, totalCount) }, 200)
  })
}

function mountRead(router: Router, resource: Resource): void {
  const { shape } = resource
  const route = createRoute({
    method: 'get',
    path: `/v1/${shape.plural}/{id}`,
    summary: `One ${shape.one}`,
    request: { params: IdParams },
    responses: { 200: jsonReply(`The ${shape.one}`, oneReplySchema(shape, wholeRows[shape.plural])) },
  })
  router.openapi(route, async (c) => {
    const row = await readOne(c, resource, findId(c.req.valid('param').id))
    if (!row) return refuse(c, 'not_found')
    const presented = await presentOne(c, resource, row)
    return c.json({ [shape.singular]: presented }, 200, etagHeader(resource, row))
  })
}

/** Reads one row, from the cached catalogue where the resource is part of it. */
async function readOne(c: C, resource: Resource, id: number | undefined) {
  if (id === undefined) return undefined
  const { db } = c.get('deps').database
  if (resource.remembered)
    return (await listRows(db, resource, { filter: { id: [id] }, page: ONE_ROW_PAGE })).rows[0]
  const row = await findRow(db, resource, id, { own: await ownRowsCondition(c, resource) })
  return row && presentRow(resource, row)
}

function mountCreate(router: Router, resource: Resource): void {
  const { shape } = resource
  const route = createRoute({
    method: 'post',
    path: `/v1/${shape.plural}`,
    summary: `Create a ${shape.one}`,
    request: { body: jsonBody(createRequestSchema(shape)) },
    responses: { 201: jsonReply(`The ${shape.one}`, oneReplySchema(shape, wholeRows[shape.plural])) },
  })
  router.openapi(route, async (c) => {
    const refused = resource.refused?.create
    if (refused !== undefined) return refuseWrite(c, { ok: false, reason: 'conflict', error: refused })
    const by = { ...getWriter(c), own: await ownRowsCondition(c, resource) }
    const made = await createRow(c.get('deps'), resource, unwrapBody(c.req.valid('json'), resource), by)
    if (!made.ok) return refuseWrite(c, made)
    const presented = await presentOne(c, resource, made.row)
    return c.json({ [shape.singular]: presented }, 201, etagHeader(resource, made.row))
  })
}

function mountChange(router: Router, resource: Resource): void {
  const { shape } = resource
  const route = createRoute({
    method: 'patch',
    path: `/v1/${shape.plural}/{id}`,
    summary: `Change a ${shape.one}; missing fields stay unchanged`,
    middleware: resource.changesOnce ? [idempotent] : [],
    request: { params: IdParams, body: jsonBody(changeRequestSchema(shape, wholeRows[shape.plural])) },
    responses: { 200: jsonReply(`The ${shape.one}`, oneReplySchema(shape, wholeRows[shape.plural])) },
  })
  router.openapi(route, async (c) => {
    const id = findId(c.req.valid('param').id)
    if (id === undefined) return refuse(c, 'not_found')
    const refused = resource.refused?.change
    if (refused !== undefined) return refuseWrite(c, { ok: false, reason: 'conflict', error: refused })
    const { sent, readOnly } = splitSentFields(resource, unwrapBody(c.req.valid('json'), resource))
    const problems = await findChangedReadOnlyFields(c, resource, id, readOnly)
    if (problems) return refuseWrite(c, { ok: false, reason: 'invalid', fields: problems })
    const changed = await changeRow(c.get('deps'), resource, id, sent, {
      ...getWriter(c),
      own: await ownRowsCondition(c, resource),
      ifMatch: readIfMatch(c),
    })
    if (!changed.ok) {
      return changed.reason === 'field_changed'
        ? refuseChangedField(c, resource, changed)
        : refuseWrite(c, changed)
    }
    const presented = await presentOne(c, resource, changed.row)
    return c.json({ [shape.singular]: presented }, 200, etagHeader(resource, changed.row))
  })
}

function mountRemove(router: Router, resource: Resource): void {
  const { shape } = resource
  const route = createRoute({
    method: 'delete',
    path: `/v1/${shape.plural}/{id}`,
    summary: `Delete a ${shape.one} that nothing uses`,
    request: { params: IdParams },
    responses: { 204: { description: 'Deleted' } },
  })
  router.openapi(route, async (c) => {
    const id = findId(c.req.valid('param').id)
    if (id === undefined) return refuse(c, 'not_found')
    const refused = resource.refused?.remove
    if (refused !== undefined) return refuseWrite(c, { ok: false, reason: 'conflict', error: refused })
    const by = { ...getWriter(c), own: await ownRowsCondition(c, resource) }
    const removed = await removeRow(c.get('deps'), resource, id, by)
    return removed.ok ? c.body(null, 204) : refuseWrite(c, removed)
  })
}

/** Separates the row's own columns from the fields that are presented beside them. */
function splitSentFields({ shape }: Resource, sent: Wire): { sent: Wire; readOnly: Wire } {
  const read = (shape.compared ?? []).map(readName)
  const isOwn = ([name]: [string, unknown]) => name === 'id' || name in shape.fields || read.includes(name)
  const named = Object.entries(sent)
  return {
    sent: Object.fromEntries(named.filter(isOwn)),
    readOnly: Object.fromEntries(named.filter((entry) => !isOwn(entry))),
  }
}

/**
 * A caller may send back the complete row that it read. The fields beside the row's own must be
 * unchanged.
 */
async function findChangedReadOnlyFields(c: C, resource: Resource, id: number, readOnly: Wire) {
  if (Object.keys(readOnly).length === 0) return undefined
  const row = await findRow(c.get('deps').database.db, resource, id, {
    own: await ownRowsCondition(c, resource),
  })
  if (!row) return undefined
  return findReadOnlyProblems(readOnly, await presentOne(c, resource, presentRow(resource, row)))
}

/**
 * Presents rows. Every call uses this, so creating, changing and reading return the same fields.
 */
const presentRows = (c: C, { shape }: Resource, rows: readonly PresentedRow[]) => {
  const caller = c.get('caller')
  return presentWholeRows(c.get('deps'), caller.kind === 'visitor' ? undefined : caller, shape.plural, rows)
}

const presentOne = async (c: C, resource: Resource, row: PresentedRow): Promise<Wire> =>
  (await presentRows(c, resource, [row]))[0] ?? row

const etagHeader = ({ shape }: Resource, row: Wire) => ({ ETag: rowTag(shape, row) })

/** Answers with the row as it is now, and to people with who set the field and when. */
async function refuseChangedField(
  c: C,
  resource: Resource,
  { error, field, row }: Extract<Refusal, { reason: 'field_changed' }>,
) {
  const { plural, singular } = resource.shape
  const lastChange =
    c.get('caller').kind === 'key'
      ? undefined
      : await findFieldChange(c.get('deps').database.db, {
          resource: plural,
          id: row.id,
          field,
          value: row[field],
        })
  return refusalReply(c, 409, {
    error,
    code: 'changed_meanwhile',
    [singular]: await presentOne(c, resource, row),
    changed_by: lastChange?.by ?? null,
    changed_at: lastChange?.at.toISOString() ?? null,
  })
}

/** @throws Error for a visitor: the permission table lets no visitor write */
function getWriter(c: C): Writer {
  const caller = c.get('caller')
  if (caller.kind === 'visitor') throw new Error('A visitor writes nothing')
  return {
    userId: caller.userId,
    roles: caller.roles,
    staffLimitCents: caller.staffLimitCents,
    now: c.get('deps').clock.now(),
    requestId: c.get('requestId'),
    apiKeyId: caller.apiKey?.id,
  }
}

async function ownRowsCondition(c: C, resource: Resource) {
  const caller = c.get('caller')
  const brandId = caller.kind === 'key' ? (caller.apiKey?.brandId ?? null) : null
  if (brandId !== null) return resource.brandRows?.(brandId) ?? sql`false`
  if (!resource.ownRows || c.get('reach') === 'any' || caller.kind === 'visitor') return undefined
  return resource.ownRows(c.get('deps').database.db, caller)
}

const isWire = (value: unknown): value is Wire => typeof value === 'object' && value !== null

function unwrapBody(body: unknown, { shape }: Resource): Wire {
  const sent = isWire(body) ? body[shape.singular] : undefined
  return isWire(sent) ? sent : {}
}
