import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { CallersReply } from '#contract/caller.ts'
import {
  CustomerMergeReply,
  CustomerMergeRequest,
  CustomerReply,
  CustomersReply,
  SecondFactorRemovalRequest,
} from '#contract/customer.ts'
import { QueryId } from '#contract/primitives.ts'
import { createRouter, refusalReply } from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { findCallers } from '../customers/find-callers.ts'
import { listCustomers } from '../customers/find-customers.ts'
import { mergeCustomers, previewMerge } from '../customers/merge-customers.ts'
import { readCustomer } from '../customers/read-customer.ts'
import { removeCustomerFactor } from '../end-second-factor.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, listMeta, listQuery, toListPage } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/customers',
  summary: 'Search people by name, e-mail or phone, newest first; staff only',
  description:
    'At most the 200 newest. A merged account is found by either address and listed as the ' +
    'remaining account.',
  middleware: [requireCaller] as const,
  request: { query: listQuery([]).extend({ q: z.string().trim().max(200).optional() }) },
  responses: { 200: jsonReply('People', CustomersReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/customers/{id}',
  summary: 'A customer as staff see them; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The customer', CustomerReply) },
})
const callers = createRoute({
  method: 'get',
  path: '/v1/callers',
  summary: 'Whom staff have on the phone, by the last digits of a number, a name or an id; staff only',
  description:
    'With at least four digits of a phone number, or the beginning of a name or an e-mail. Each ' +
    'with the last flight, credit, saved cards and gift cards, without codes.',
  middleware: [requireCaller] as const,
  request: {
    query: z.object({ q: z.string().trim().max(200).default(''), id: QueryId.optional() }),
  },
  responses: { 200: jsonReply('The customers, newest first', CallersReply) },
})
const removeFactor = createRoute({
  method: 'post',
  path: '/v1/customers/{id}/second_factor_removals',
  summary: 'Take the second factor of a customer away who lost phone and recovery codes; admins only',
  description:
    'Soon after a code of the admin’s own app. All sessions of the customer end, and a mail says so. ' +
    'The reason ' +
    'is kept in the audit log.',
  middleware: [requireCaller] as const,
  request: { params: IdParams, body: jsonBody(SecondFactorRemovalRequest) },
  responses: { 204: { description: 'Taken away: the password alone opens the account' } },
})
const body = jsonBody(CustomerMergeRequest)
const preview = createRoute({
  method: 'post',
  path: '/v1/customer_merge_previews',
  summary: 'Preview the merge of two accounts, with what prevents it; nothing is written; staff only',
  middleware: [requireCaller] as const,
  request: { body },
  responses: { 200: jsonReply('The preview', CustomerMergeReply) },
})
const create = createRoute({
  method: 'post',
  path: '/v1/customer_merges',
  summary: 'Merge two accounts of one person; staff only',
  description:
    'Transfers everything of `merged_id` to the other account in one transaction; nobody can log ' +
    'in to the merged account afterwards. It cannot be undone. Answers 409 with the reason if ' +
    'something prevents it.',
  middleware: [requireCaller, idempotent] as const,
  request: { body },
  responses: { 201: jsonReply('The result of the merge', CustomerMergeReply) },
})

export const staffCustomers = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { db } = c.get('deps').database
    const { rows, totalCount } = await listCustomers(db, { text: query.q, page: toListPage(query) })
    c.header('Cache-Control', 'private, no-store')
    return c.json({ customers: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(callers, async (c) => {
    const { database, clock } = c.get('deps')
    const { q: text, id } = c.req.valid('query')
    const asked = id === undefined ? { text } : { id }
    c.header('Cache-Control', 'private, no-store')
    return c.json(await findCallers(database.db, asked, clock.now()), 200)
  })
  .openapi(read, async (c) => {
    const { database, clock } = c.get('deps')
    const customer = await readCustomer(database.db, findId(c.req.valid('param').id) ?? 0, clock.now())
    c.header('Cache-Control', 'private, no-store')
    return customer ? c.json({ customer }, 200) : refuse(c, 'not_found')
  })
  .openapi(removeFactor, async (c) => {
    const { reason } = c.req.valid('json').second_factor_removal
    const id = findId(c.req.valid('param').id) ?? 0
    const removed = await removeCustomerFactor(c.get('deps'), { id, reason }, auditBy(c))
    return removed.ok ? c.body(null, 204) : refuse(c, removed.reason)
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
