import { createRoute } from '@hono/zod-openapi'
import { SavedFilterChange, SavedFilterReply, SavedFilterRequest } from '#contract/saved-filter.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { refuse } from '../refusals.ts'
import { findSavedFilter, removeFilter, renameFilter, saveFilter } from '../saved-filters.ts'

const save = createRoute({
  method: 'post',
  path: '/v1/saved_filters',
  summary: 'Keep a filter of the list of orders under a name, for oneself; staff only',
  description: '`GET /v1/order_counts` lists the filters with what they find.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(SavedFilterRequest) },
  responses: { 201: jsonReply('The filter', SavedFilterReply) },
})
const asItStands = readOnlyFields('saved_filter', SavedFilterChange.shape.saved_filter, (c) =>
  findSavedFilter(c.get('deps').database.db, findId(c.req.param('id') ?? '') ?? 0, c.get('signedIn').userId),
)
const rename = createRoute({
  method: 'patch',
  path: '/v1/saved_filters/{id}',
  summary: 'Give a filter of one’s own another name; staff only',
  middleware: [requireCaller, asItStands] as const,
  request: { params: IdParams, body: jsonBody(SavedFilterChange) },
  responses: { 200: jsonReply('The filter', SavedFilterReply) },
})
const remove = createRoute({
  method: 'delete',
  path: '/v1/saved_filters/{id}',
  summary: 'Delete a filter of one’s own; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 204: { description: 'Deleted' } },
})

export const savedFilters = createRouter()
  .openapi(save, async (c) => {
    const saved = await saveFilter(c.get('deps').database.db, c.req.valid('json').saved_filter, auditBy(c))
    if (saved.ok) return c.json({ saved_filter: saved.filter }, 201)
    return saved.reason === 'invalid' ? refuseFields(c, saved.fields) : refuse(c, saved.reason)
  })
  .openapi(rename, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const { name } = c.req.valid('json').saved_filter
    const renamed = await renameFilter(c.get('deps').database.db, id, name, auditBy(c))
    if (renamed.ok) return c.json({ saved_filter: renamed.filter }, 200)
    return renamed.reason === 'invalid' ? refuseFields(c, renamed.fields) : refuse(c, renamed.reason)
  })
  .openapi(remove, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const gone = await removeFilter(c.get('deps').database.db, id, auditBy(c))
    return gone ? c.body(null, 204) : refuse(c, 'not_found')
  })
