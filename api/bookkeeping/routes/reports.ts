import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  ReportName,
  ReportQuery,
  ReportReply,
  ReportRowsQuery,
  ReportRowsReply,
  ReportRunReply,
  ReportRunRequest,
  ReportRunsReply,
} from '#contract/report.ts'
import { createRouter } from '../../http/http.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { listReportRows } from '../reports/list-report-rows.ts'
import { readReport } from '../reports/read-report.ts'
import { requestReportRun, listReportRuns, readReportRun } from '../reports/run-report.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, IdQuery, filterRequestedRows, listMeta } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const read = createRoute({
  method: 'get',
  path: '/v1/reports/{name}',
  summary: 'A report from the ledger over at most 92 days; staff only',
  middleware: [requireCaller] as const,
  request: { params: z.object({ name: ReportName }), query: ReportQuery },
  responses: { 200: jsonReply('The report', ReportReply) },
})
const listRows = createRoute({
  method: 'get',
  path: '/v1/report_rows',
  summary: 'What a figure of a report was summed from, over at most 92 days; staff only',
  description:
    'The orders, flights, movements of the ledger or acts of staff behind one row of a report (`key`), or ' +
    'behind all of it, in the order of time. Their total is the figure of the report. Balances and payouts ' +
    'have no rows.',
  middleware: [requireCaller] as const,
  request: { query: ReportRowsQuery },
  responses: { 200: jsonReply('One page of the rows, with the sums of all', ReportRowsReply) },
})
const list = createRoute({
  method: 'get',
  path: '/v1/report_runs',
  request: { query: IdQuery },
  summary: 'List the caller’s last reports over long spans; staff only',
  middleware: [requireCaller] as const,
  responses: { 200: jsonReply('The runs, without their tables', ReportRunsReply) },
})
const createRun = createRoute({
  method: 'post',
  path: '/v1/report_runs',
  summary: 'Start a report over a long span; staff only',
  description: 'The answer does not wait for the report: read the run until its state is `done`.',
  middleware: [requireCaller] as const,
  request: {
    body: jsonBody(ReportRunRequest),
  },
  responses: { 202: jsonReply('The waiting run', ReportRunReply) },
})
const readRun = createRoute({
  method: 'get',
  path: '/v1/report_runs/{id}',
  summary: 'The progress of a report, and its table once it is finished; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The run', ReportRunReply) },
})

export const reports = createRouter()
  .openapi(read, async (c) => {
    const { name } = c.req.valid('param')
    const answer = await readReport(c.get('deps'), { name, ...c.req.valid('query') })
    return answer.ok ? c.json({ report: answer.report }, 200) : refuse(c, answer.reason)
  })
  .openapi(listRows, async (c) => {
    const query = c.req.valid('query')
    const answer = await listReportRows(c.get('deps'), query)
    if (!answer.ok) return refuse(c, answer.reason)
    return c.json({ report_rows: answer.rows, meta: listMeta(query, answer.count) }, 200)
  })
  .openapi(list, async (c) => {
    const rows = await listReportRuns(c.get('deps').database.db, c.get('signedIn').userId)
    return c.json({ report_runs: filterRequestedRows(rows, c.req.valid('query')) }, 200)
  })
  .openapi(createRun, async (c) => {
    const { report_run: input } = c.req.valid('json')
    const requested = await requestReportRun(c.get('deps'), input, c.get('signedIn').userId)
    return requested.ok ? c.json({ report_run: requested.run }, 202) : refuse(c, requested.reason)
  })
  .openapi(readRun, async (c) => {
    const id = findId(c.req.valid('param').id)
    const run = id === undefined ? undefined : await readReportRun(c.get('deps').database.db, id)
    return run ? c.json({ report_run: run }, 200) : refuse(c, 'not_found')
  })
