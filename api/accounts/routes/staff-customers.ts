import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  CustomerMergeReply,
  CustomerMergeRequest,
  CustomerReply,
  CustomersReply,
} from '#contract/customer.ts'
import { createRouter, refusalReply } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { listCustomers } from '../customers/find-customers.ts'
import { mergeCustomers, previewMerge } from '../customers/merge-customers.ts'
import { readCustomer } from '../customers/read-customer.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, listMeta, listQuery, toListPage } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/customers',
  summary: 'People by name, e-mail or phone, newest first; staff only',
  description:
    'At most the 200 newest. Whoever was merged is found, by the address of either account, as ' +
    'the one that was kept.',
  middleware: [requireCaller] as const,
  request: { query: listQuery([]).extend({ q: z.string().trim().max(200).optional() }) },
  responses: { 200: jsonReply('People', CustomersReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/customers/{id}',
  summary: 'What the desk sees of somebody; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The person', CustomerReply) },
})
const body = jsonBody(CustomerMergeRequest)
const preview = createRoute({
  method: 'post',
  path: '/v1/customer_merge_previews',
  summary:
    'What putting two accounts together would do, or what stands against it; nothing is written; staff only',
  middleware: [requireCaller] as const,
  request: { body },
  responses: { 200: jsonReply('What would happen', CustomerMergeReply) },
})
const create = createRoute({
  method: 'post',
  path: '/v1/customer_merges',
  summary: 'Put two accounts of one person together; staff only',
  description:
    'Everything of `merged_id` is the account’s that is kept, in one transaction; nobody logs ' +
    'in to the merged one any more. It cannot be taken back. 409 with a sentence where ' +
    'something stands against it.',
  middleware: [requireCaller, idempotent] as const,
  request: { body },
  responses: { 201: jsonReply('What was done', CustomerMergeReply) },
})

export const staffCustomers = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { db } = c.get('deps').database
    const { rows, totalCount } = await listCustomers(db, { text: query.q, page: toListPage(query) })
    c.header('Cache-Control', 'private, no-store')
    return c.json({ customers: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const { database, clock } = c.get('deps')
    const customer = await readCustomer(database.db, findId(c.req.valid('param').id) ?? 0, clock.now())
    c.header('Cache-Control', 'private, no-store')
    return customer ? c.json({ customer }, 200) : refuse(c, 'not_found')
  })
  .openapi(preview, async (c) => {
    const { kept_id: keptId, merged_id: mergedId } = c.req.valid('json').customer_merge
    const merge = await previewMerge(c.get('deps'), { keptId, mergedId })
    return merge ? c.json({ customer_merge: merge }, 200) : refuse(c, 'not_found')
  })
  .openapi(create, async (c) => {
    const { kept_id: keptId, merged_id: mergedId } = c.req.valid('json').customer_merge
    const merged = await mergeCustomers(c.get('deps'), { keptId, mergedId }, auditBy(c))
    if (merged.ok) return c.json({ customer_merge: merged.merge }, 201)
    if (merged.reason === 'not_found') return refuse(c, 'not_found')
    return refusalReply(c, 409, { error: merged.error, code: 'conflict' })
  })
