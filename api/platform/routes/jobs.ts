import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { JobReply, JobsReply, JobState } from '#contract/job.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { changeJob } from '../change-job.ts'
import { listJobs } from '../list-jobs.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonReply } from '../../http/json-reply.ts'
import { listMeta, listQuery, mergeIdFilters, toListPage, uuidFilter } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const params = z.object({ id: z.string().max(40) })
const isId = (text: string) => z.uuid().safeParse(text).success

const list = createRoute({
  method: 'get',
  path: '/v1/jobs',
  summary: 'The background jobs that wait, run or failed, and the next scheduled ones; staff only',
  middleware: [requireCaller] as const,
  request: { query: listQuery([]).extend({ ...uuidFilter, state: JobState.default('failed') }) },
  responses: { 200: jsonReply('Jobs', JobsReply) },
})
const retry = createRoute({
  method: 'post',
  path: '/v1/jobs/{id}/retry',
  summary: 'Run a failed job again; admins only',
  middleware: [requireCaller] as const,
  request: { params },
  responses: { 200: jsonReply('The job', JobReply) },
})
const cancel = createRoute({
  method: 'post',
  path: '/v1/jobs/{id}/cancel',
  summary: 'Cancel a waiting job; admins only',
  middleware: [requireCaller] as const,
  request: { params },
  responses: { 200: jsonReply('The job', JobReply) },
})

export const jobs = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { rows, plans, counts } = await listJobs(c.get('deps'), {
      state: query.state,
      ids: mergeIdFilters(query),
      page: toListPage({ page: query.page, page_size: query.page_size }),
    })
    c.header('Cache-Control', 'private, no-store')
    return c.json({ jobs: rows, plans, counts, meta: listMeta(query, counts[query.state]) }, 200)
  })
  .openapi(retry, async (c) => {
    const { id } = c.req.valid('param')
    if (!isId(id)) return refuse(c, 'not_found')
    const done = await changeJob(c.get('deps'), id, 'retry', auditBy(c))
    return done.ok ? c.json({ job: done.job }, 200) : refuse(c, done.reason)
  })
  .openapi(cancel, async (c) => {
    const { id } = c.req.valid('param')
    if (!isId(id)) return refuse(c, 'not_found')
    const done = await changeJob(c.get('deps'), id, 'cancel', auditBy(c))
    return done.ok ? c.json({ job: done.job }, 200) : refuse(c, done.reason)
  })
