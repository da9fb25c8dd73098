import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { DraftReply, DraftRequest } from '#contract/draft.ts'
import { createRouter } from '../../http/http.ts'
import { createDraft, readDraft, replaceDraft } from '../../store/orders/save-draft.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ id: z.string().max(64) })
const body = jsonBody(DraftRequest)
const draft = jsonReply('The draft', DraftReply)

const create = createRoute({
  method: 'post',
  path: '/v1/drafts',
  summary: 'Store typed values for a day, so that they appear in no address',
  request: { body },
  responses: { 201: draft },
})
const read = createRoute({
  method: 'get',
  path: '/v1/drafts/{id}',
  summary: 'The stored values',
  request: { params },
  responses: { 200: draft },
})
const replace = createRoute({
  method: 'put',
  path: '/v1/drafts/{id}',
  summary: 'Replace the stored values, for another day',
  request: { params, body },
  responses: { 200: draft },
})

export const drafts = createRouter()
  .openapi(create, async (c) => {
    const result = await createDraft(c.get('deps'), c.req.valid('json').draft.fields)
    return result.ok ? c.json({ draft: result.draft }, 201) : refuse(c, result.reason)
  })
  .openapi(read, async (c) => {
    const result = await readDraft(c.get('deps'), c.req.valid('param').id)
    return result.ok ? c.json({ draft: result.draft }, 200) : refuse(c, result.reason)
  })
  .openapi(replace, async (c) => {
    const { id } = c.req.valid('param')
    const result = await replaceDraft(c.get('deps'), id, c.req.valid('json').draft.fields)
    return result.ok ? c.json({ draft: result.draft }, 200) : refuse(c, result.reason)
  })
