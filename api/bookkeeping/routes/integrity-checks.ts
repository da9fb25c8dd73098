import { createRoute } from '@hono/zod-openapi'
import { IntegrityRunReply, IntegrityRunRequest, IntegrityChecksReply } from '#contract/promise.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { requestIntegrityRun } from '../integrity-checks/request-integrity-run.ts'
import { readIntegrityRun, readIntegrityChecks } from '../integrity-checks/read-integrity-checks.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { IdParams, findId } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/promises',
  summary: 'What we promise, and what the last look at the data found',
  responses: { 200: jsonReply('The promises', IntegrityChecksReply) },
})
const create = createRoute({
  method: 'post',
  path: '/v1/promise_runs',
  summary: 'Check all promises now; staff only',
  description: 'One at a time. The answer comes before the run is over: read it until its state is `done`.',
  middleware: [requireCaller] as const,
  request: { body: { required: false, content: { 'application/json': { schema: IntegrityRunRequest } } } },
  responses: { 202: jsonReply('The run, waiting', IntegrityRunReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/promise_runs/{id}',
  summary: 'A run with the rows that fail; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The run', IntegrityRunReply) },
})

export const integrityChecks = createRouter()
  .openapi(list, async (c) => c.json(await readIntegrityChecks(c.get('deps').database.db), 200))
  .openapi(create, async (c) => {
    const deps = c.get('deps')
    const { promise_run: fields } = c.req.valid('json')
    const actor = `user:${String(c.get('signedIn').userId)}`
    const requested = await requestIntegrityRun(deps, { kind: 'asked', full: fields?.full ?? false, actor })
    if (!requested.ok) return refuse(c, requested.reason)
    const run = await readIntegrityRun(deps.database.db, requested.runId)
    if (!run) throw new Error('A run was written and cannot be read')
    return c.json({ promise_run: run }, 202)
  })
  .openapi(read, async (c) => {
    const id = findId(c.req.valid('param').id)
    const run = id === undefined ? undefined : await readIntegrityRun(c.get('deps').database.db, id)
    return run ? c.json({ promise_run: run }, 200) : refuse(c, 'not_found')
  })
